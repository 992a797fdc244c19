// verdict: unsafe
// inputs: 1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,-2,0
// must-decide: auto
// options: --check memory --check leak
// covers: elements of a list of any length deleted while it is walked, done wrong
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
    n->v = __VERIFIER_nondet_int(); n->next = head; head = n;
  }
  struct node *p = head, *before = 0;
  while (p) {
    struct node *n = p->next;
    if (p->v < 0) { if (before) before->next = n; free(p); }
    else before = p;
    p = n;
  }
  drop(head);
  return 0;
}
