// verdict: safe
// must-decide: ufo
// gps: safe
// covers: an invariant that relates three variables over several ways through a loop
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int low = 0, mid = 0, high = 0;
    while (__VERIFIER_nondet_int()) {
        if (high >= 1000) break;
        if (__VERIFIER_nondet_int()) { high++; }
        else if (mid < high) { mid++; }
        else if (low < mid) { low++; }
    }
    assert(low <= mid && mid <= high && high <= 1000);
    return 0;
}
