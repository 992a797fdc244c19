// verdict: safe
// must-decide: auto, ufo
// options: --check leak
// se: safe
// covers: all memory is freed
void *malloc(unsigned long);
void free(void *);

int main(void) {
    char *p = (char *)malloc(10);
    char *q = (char *)malloc(20);
    free(q);
    free(p);
    return 0;
}
