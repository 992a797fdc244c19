// verdict: unsafe
// must-decide: auto, ufo
// inputs: 0,0
// se: unsafe
// options: --check memory
// covers: memory that is used after it was freed
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(sizeof(int)), *q = p;
    *p = 1;
    free(p);
    return *q;
}
