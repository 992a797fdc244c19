// verdict: unknown
// covers: an instruction that ends the program: what comes behind it is no violation
void assert(int);
int main(void) {
    __asm__ volatile("ud2");
    assert(0);
    return 0;
}
