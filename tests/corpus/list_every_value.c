// verdict: safe
// must-decide: auto, tracer
// covers: what holds of every node of a list of any length
void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
void assert(int);
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 7;
        fresh->next = list;
        list = fresh;
    }
    for (struct node *at = list; at; at = at->next) assert(at->value == 7);
    return 0;
}
