// verdict: unsafe
// inputs: 1,0,0,0,0,0,0,0,0,0
// must-decide: auto
// options: --check memory --check leak
// covers: an element of a doubly linked list deleted, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next, *prev; int v; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->v = __VERIFIER_nondet_int(); n->prev = 0; n->next = head;
    if (head) head->prev = n;
    head = n;
  }
  struct node *p = head;
  while (p && p->v) p = p->next;
  if (p) {
    if (p->prev) p->prev->next = p->next;
    if (p->next) p->next->prev = p->prev;
    free(p);
  }
  while (head) { struct node *n = head->next; free(head); head = n; }
  return 0;
}
