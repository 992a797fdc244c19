// verdict: unsafe
// inputs: 1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0
// must-decide: auto, se
// covers: one node of a list differs
void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
void assert(int);
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; __VERIFIER_nondet_int(); i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = i == 2 ? 8 : 7;
        fresh->next = list;
        list = fresh;
    }
    for (struct node *at = list; at; at = at->next) assert(at->value == 7);
    return 0;
}
