// verdict: safe
// must-decide: bmc, auto
// covers: an integer square root, digit by digit, and what it means
void assert(int);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar(), rest = n, root = 0;
    for (unsigned bit = 64; bit != 0; bit >>= 2) {
        if (rest >= root + bit) {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    assert(root * root <= n && n < (root + 1) * (root + 1));
    return 0;
}
