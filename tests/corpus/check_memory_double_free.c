// verdict: unsafe
// must-decide: auto, ufo
// inputs: 0,1
// se: unsafe
// options: --check memory
// covers: memory that is freed twice; freeing null is allowed
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(sizeof(int));
    free(0);
    if (__VERIFIER_nondet_int()) free(p);
    free(p);
    return 0;
}
