// verdict: unsafe
// inputs: 1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,1
// must-decide: auto
// options: --check memory --check leak
// covers: insertion at a place that is looked for, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
static void drop(struct node *p) { while (p) { struct node *n = p->next; free(p); p = n; } }
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->v = __VERIFIER_nondet_int();
    if (!head || head->v >= n->v) { n->next = head; head = n; continue; }
    struct node *p = head;
    while (p->next->v < n->v) p = p->next;
    n->next = p->next; p->next = n;
  }
  drop(head);
  return 0;
}
