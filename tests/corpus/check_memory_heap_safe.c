// verdict: safe
// must-decide: auto, ufo
// se: safe
// options: --check memory
// covers: allocated memory that is used well
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
struct pair { int a, b; };
int main(void) {
    struct pair *p = malloc(sizeof(struct pair));
    p->a = __VERIFIER_nondet_int();
    p->b = p->a;
    int same = p->a == p->b;
    free(p);
    return same;
}
