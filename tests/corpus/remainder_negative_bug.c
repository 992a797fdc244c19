// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: -3
// covers: x % 2 == 1 is no test for odd numbers
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int odd = x % 2 == 1;
    assert(odd == (x & 1));
    return 0;
}
