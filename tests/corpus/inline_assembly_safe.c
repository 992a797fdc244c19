// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: inline assembly does not change what it is not given
void reach_error(void) {}

int main(void) {
    int x = 1, y = 2;
    __asm__ volatile("nop" : "=r"(x) : "r"(y));
    if (y != 2) reach_error();
    return 0;
}
