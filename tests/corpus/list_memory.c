// verdict: safe
// options: --check memory
// must-decide: auto, tracer
// covers: every node of a list of any length may be visited
void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 1;
        fresh->next = list;
        list = fresh;
    }
    int sum = 0;
    for (struct node *at = list; at; at = at->next) sum = at->value;
    return sum;
}
