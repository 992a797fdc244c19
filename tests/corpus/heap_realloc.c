// verdict: safe
// must-decide: auto
// se: safe
// covers: realloc keeps the contents and moves the object
void *malloc(unsigned long), *realloc(void *, unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3) return 0;
    int *p = (int *)malloc(n * sizeof(int));
    p[n - 1] = 42;
    p = (int *)realloc(p, (n + 2) * sizeof(int));
    p[n + 1] = 7;
    if (p[n - 1] != 42 || p[n + 1] != 7) reach_error();
    int *q = (int *)realloc((void *)0, 2 * sizeof(int));
    q[1] = 1;
    if (q == p || p[n + 1] != 7) reach_error();
    free(p);
    free(q);
    return 0;
}
