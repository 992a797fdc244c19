// verdict: safe
// must-decide: auto, ufo
// options: --check memory --malloc may-fail
// se: safe
// covers: an allocation that may fail, looked at
void *malloc(unsigned long);
void free(void *);

int main(void) {
    int *p = (int *)malloc(sizeof(int));
    if (!p) return 1;
    *p = 1;
    free(p);
    return 0;
}
