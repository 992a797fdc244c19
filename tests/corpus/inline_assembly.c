// verdict: unsafe
// inputs: 99
// se: unsafe
// covers: the outputs of inline assembly are arbitrary
void reach_error(void) {}

int main(void) {
    int x = 1, y = 2;
    __asm__ volatile("" : "=r"(x) : "r"(y) : "memory");
    if (x == 99 && y == 2) reach_error();
    return 0;
}
