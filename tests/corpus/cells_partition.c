// verdict: safe
// must-decide: auto
// gps: safe
// covers: a value that is not known, stored where a condition on it holds; an index of its own
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int from[1000], small[1000];
    int kept = 0;
    for (int i = 0; i < 1000; i++) from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++) {
        if (from[i] < 10) {
            small[kept] = from[i];
            kept++;
        }
    }
    for (int i = 0; i < kept; i++)
        if (small[i] >= 10) reach_error();
    return 0;
}
