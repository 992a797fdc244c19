// verdict: safe
// must-decide: auto, ufo
// se: safe
// options: --check overflow
// covers: sums that fit, products in a wider type, operands that are not evaluated
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    long product = (long)x * y;
    unsigned wrapped = (unsigned)x + (unsigned)y;
    short s = x;
    int sum = s + s;
    return x < 2147483647 && x + 1 > sum && wrapped && product;
}
