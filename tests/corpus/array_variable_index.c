// verdict: safe
// covers: reading and writing an array at an index that is not known
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[5] = { 3, 1, 4, 1, 5 };
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 4 || j < 0 || j > 4 || i == j) return 0;
    a[i] = 10;
    a[j] = 20;
    assert(a[i] == 10 && a[j] == 20);
    int sum = 0;
    for (int k = 0; k < 5; k++) sum += a[k] >= 10;
    assert(sum == 2);
    return 0;
}
