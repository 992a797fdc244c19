// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 4
// covers: an index beyond the inner array that stays inside the object does not end the execution
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int j = __VERIFIER_nondet_int();
    assert(m[0][j] != 5);
    return 0;
}
