// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: __VERIFIER_assume, abort, exit and a user-defined assume
void reach_error(void);
void abort(void);
void exit(int);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
    if (!cond) abort();
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    if (x <= 3) reach_error();
    assume_abort_if_not(x < 10);
    if (x >= 10) reach_error();
    if (x == 5) exit(1);
    if (x == 6) abort();
    if (x == 5 || x == 6) reach_error();
    if (x == 7) __builtin_unreachable();
    if (x == 7) reach_error();
    return 0;
}
