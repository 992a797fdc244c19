// verdict: unsafe
// must-decide: auto, ufo
// inputs: 1
// options: --check memory --malloc may-fail
// se: unsafe
// covers: memory that is used without looking whether there is any
void *malloc(unsigned long);

int main(void) {
    int *p = (int *)malloc(sizeof(int));
    *p = 1;
    return 0;
}
