// verdict: unsafe
// inputs: 0,0,0,0,0,0,0
// must-decide: auto
// options: --check memory --check leak
// covers: a circular list, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  if (!head) return 0;
  head->v = 0; head->next = head;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->v = 1; n->next = head->next; head->next = n;
  }
  struct node *p = head->next;
  while (p) { struct node *n = p->next; free(p); p = n; }
  free(head);
  return 0;
}
