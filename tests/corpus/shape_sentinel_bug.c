// verdict: unsafe
// inputs: 0,0,0,0,0,0,0
// must-decide: auto
// options: --check memory --check leak
// covers: a list that ends with a node instead of null, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node *end = malloc(sizeof *end);
  if (!end) return 0;
  end->v = 0; end->next = 0;
  struct node *head = end;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->v = 1; n->next = head; head = n;
  }
  while (head) { struct node *n = head->next; free(head); head = n; }
  free(end);
  return 0;
}
