// verdict: unsafe
// must-decide: auto, ufo
// inputs: 0,1
// options: --check leak
// se: unsafe
// covers: memory that is not freed at the end
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = (int *)malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) return 1;
    free(p);
    return 0;
}
