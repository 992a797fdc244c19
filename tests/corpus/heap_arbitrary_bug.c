// verdict: unsafe
// must-decide: auto, ufo
// inputs: 5
// se: unsafe
// covers: allocated memory holds anything; memory from calloc holds zeros
void assert(int);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
int main(void) {
    int *zero = calloc(2, sizeof(int));
    assert(zero[0] == 0 && zero[1] == 0);
    int *p = malloc(sizeof(int));
    assert(*p != 5);
    return 0;
}
