// verdict: safe
// bself: safe
// covers: an invariant of two cases, before and after one special iteration
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int i = 0;
    if (x != 1) return 0;
    while (i < 1000000) {
        if (i == 5) x--;
        x++;
        i++;
    }
    assert(x == i);
    return 0;
}
