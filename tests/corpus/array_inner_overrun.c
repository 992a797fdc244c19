// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: an index beyond the inner array that stays inside the object is allowed
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int j = __VERIFIER_nondet_int();
    int v = m[0][j];
    assert(0 <= j && j < 6 && v == j + 1);
    return 0;
}
