// verdict: safe
// must-decide: shape
// property: shape_kept_at_exit.prp
// covers: memory that variables still point to where the program ends is not lost
void *malloc(unsigned long);
void free(void *);
void exit(int);
int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *all;
static void fail(void) { exit(1); }
int main(void) {
    struct node *mine = 0;
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
