// verdict: unsafe
// inputs: 1,1,0,0,0,0,0,0,1,0,1,1,0,0,0,0,0,0
// must-decide: auto
// options: --check memory --check leak
// covers: a queue with both ends in a record, elements added and taken in any order, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
struct queue { struct node *first, *last; };
static int push(struct queue *q, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  n->v = v; n->next = 0;
  if (q->last) q->last->next = n; else q->first = n;
  q->last = n;
  return 1;
}
static int pop(struct queue *q) {
  struct node *n = q->first; int v = n->v;
  q->first = n->next;
  
  free(n);
  return v;
}
int main(void) {
  struct queue q = { 0, 0 };
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) push(&q, 5);
    else if (q.first) { if (pop(&q) != 5) reach_error(); }
  }
  while (q.first) pop(&q);
  return 0;
}
