// verdict: unknown
// covers: what inline assembly gives is no input, so an error that depends on it is a candidate only
void reach_error(void) {}

int main(void) {
    int x = 1, y = 2;
    __asm__ volatile("" : "=r"(x) : "r"(y) : "memory");
    if (x == 99 && y == 2) reach_error();
    return 0;
}
