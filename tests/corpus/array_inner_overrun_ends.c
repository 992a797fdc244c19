// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: an execution ends where an inner array is overrun, inside of the object
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int j = __VERIFIER_nondet_int();
    assert(m[0][j] != 5);
    return 0;
}
