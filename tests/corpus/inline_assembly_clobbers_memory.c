// verdict: unknown
// covers: assembly that says it changes memory
void assert(int);
int counter;
int main(void) {
    counter = 1;
    __asm__ volatile("incl counter(%%rip)" ::: "memory", "cc");
    assert(counter == 1);
    return 0;
}
