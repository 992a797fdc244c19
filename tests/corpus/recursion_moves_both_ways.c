// verdict: safe
// must-decide: gps, auto
// options: --check overflow
// covers: what bounds the sum of two parameters stays, though each of them moves in both directions
int __VERIFIER_nondet_int(void);
static long shift(long weight, long rest) {
    if (rest > 3) return shift(weight + 4, rest - 4);
    if (rest < -3) return shift(weight - 4, rest + 4);
    return weight + rest;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return shift(a, b) > 0;
}
