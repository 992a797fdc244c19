// verdict: unsafe
// inputs: 1,0,0,0,0,0,0,0,0,0,0,0
// must-decide: auto
// options: --check memory --check leak
// covers: nodes that own a string each, or none, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { char *name; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->name = malloc(8);
    if (n->name) n->name[0] = 0;
    n->next = head; head = n;
  }
  while (head) { struct node *n = head->next;  free(head); head = n; }
  return 0;
}
