// verdict: unsafe
// inputs: 1,0,0,0,0
// must-decide: auto
// options: --check memory --check leak
// covers: a list of lists, done wrong
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct item { struct item *next; };
struct list { struct item *items; struct list *next; };
int main(void) {
  struct list *all = 0;
  while (__VERIFIER_nondet_int()) {
    struct list *l = malloc(sizeof *l);
    if (!l) break;
    l->items = 0; l->next = all; all = l;
    while (__VERIFIER_nondet_int()) {
      struct item *i = malloc(sizeof *i);
      if (!i) break;
      i->next = l->items; l->items = i;
    }
  }
  while (all) {
    struct list *l = all->next;
    while (all->items) { struct item *i = all->items->next; free(all->items); all->items = i; }
    all = l;
  }
  return 0;
}
