// verdict: unsafe
// inputs: 0,1
// options: --check leak
// must-decide: auto, se
// covers: memory that lives when the program aborts is not freed
void *malloc(unsigned long);
void free(void *);
void abort(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) abort();
    free(p);
    return 0;
}
