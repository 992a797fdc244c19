// verdict: unsafe
// inputs: 0,1,0,0,0,0,0,0,0,0,1
// must-decide: auto
// options: --check memory --check leak
// covers: two lists of any length merged into one, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
static void drop(struct node *p) { while (p) { struct node *n = p->next; free(p); p = n; } }
static struct node *make(int v) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->v = v; n->next = head; head = n;
  }
  return head;
}
int main(void) {
  struct node *a = make(1), *b = make(2), *out = 0;
  while (a || b) {
    struct node *n;
    if (!b || __VERIFIER_nondet_int()) { n = a; a = a->next; }
    else { n = b; b = b->next; }
    n->next = out; out = n;
  }
  for (struct node *p = out; p; p = p->next) if (p->v < 1 || p->v > 2) reach_error();
  drop(out);
  return 0;
}
