// verdict: unsafe
// inputs: 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// must-decide: auto
// covers: a hundred objects of one allocation
void assert(int);
void *malloc(unsigned long);
int main(void) {
    int *last = 0;
    for (int i = 0; i < 100; i++) {
        last = malloc(sizeof(int));
        *last = i;
    }
    assert(*last == 98);
    return 0;
}
