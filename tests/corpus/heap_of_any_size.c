// verdict: safe
// options: --check memory
// must-decide: auto
// covers: the ends of a block of any size
void *malloc(unsigned long);
void free(void *);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    char *block = malloc(size);
    if (block && size > 0) {
        block[0] = 1;
        block[size - 1] = 2;
    }
    free(block);
    return 0;
}
