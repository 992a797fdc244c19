// verdict: unsafe
// must-decide: auto
// covers: an error far behind the beginning, on the only way through the program
extern void reach_error(void);
static unsigned steps(unsigned long n) {
    unsigned count = 0;
    for (; n != 1; count++) n = n % 2 ? 3 * n + 1 : n / 2;
    return count;
}
int main(void) {
    unsigned most = 0;
    for (unsigned long n = 1; n < 6000; n++) {
        unsigned count = steps(n);
        if (count > most) most = count;
    }
    if (most == 237) reach_error();
    return 0;
}
