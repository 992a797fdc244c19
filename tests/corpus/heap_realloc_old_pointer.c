// verdict: unsafe
// must-decide: auto, ufo
// inputs: 0,0,0,0,0
// options: --check memory
// se: unsafe
// covers: the pointer that was given to realloc is dead
void *malloc(unsigned long), *realloc(void *, unsigned long);

int main(void) {
    int *p = (int *)malloc(sizeof(int));
    *p = 1;
    int *q = (int *)realloc(p, 2 * sizeof(int));
    q[0] = 2;
    return *p;
}
