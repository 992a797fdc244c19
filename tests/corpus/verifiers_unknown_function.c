// verdict: unknown
// covers: a function that verifiers keep for themselves means something, also where it is not known
_Bool __CPROVER_r_ok(const void *, unsigned long);
void assert(int);
int main(void) {
    int x = 1;
    if (__CPROVER_r_ok(&x, 4)) x = 2;
    assert(x > 0);
    return 0;
}
