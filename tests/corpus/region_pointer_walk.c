// verdict: safe
// covers: a pointer that walks through allocated memory whose size is computed
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    int *start = (int *)malloc(n * sizeof(int));
    int *p = start, *end = start + n;
    while (p != end) {
        *p = (int)(p - start);
        ++p;
    }
    for (int i = 0; i < n; i++)
        if (start[i] != i) reach_error();
    free(start);
    return 0;
}
