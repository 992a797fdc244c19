// verdict: unsafe
// must-decide: auto, ufo
// options: --check memory
// se: unsafe
// inputs: 1,0
// covers: memory of computed size is dead once it is freed
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 9) return 0;
    char *p = (char *)malloc(n);
    p[n - 1] = 1;
    free(p);
    return p[0];
}
