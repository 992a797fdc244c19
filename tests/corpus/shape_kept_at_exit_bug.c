// verdict: unknown
// property: shape_kept_at_exit.prp
// covers: memory that only a function that has returned knew is lost, which no engine finds yet, and none may miss
void *malloc(unsigned long);
void free(void *);
void exit(int);
int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *all;
static void fail(void) { exit(1); }
static void make(void) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
}
int main(void) {
    struct node *mine = 0;
    make();
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = mine;
        mine = n;
        n = malloc(sizeof *n);
        n->next = all;
        all = n;
    }
    if (__VERIFIER_nondet_int()) fail();
    while (mine) {
        struct node *n = mine->next;
        free(mine);
        mine = n;
    }
    return 0;
}
