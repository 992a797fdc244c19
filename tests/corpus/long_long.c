// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: ILP32
// covers: 64-bit arithmetic with 32-bit long
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    long long s = (long long)a + a;
    assert(s / 2 == a);
    assert(s >= -4294967296LL && s <= 4294967294LL);
    unsigned long long u = -1;
    assert(u == 18446744073709551615ULL);
    return 0;
}
