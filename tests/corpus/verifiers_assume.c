// verdict: safe
// must-decide: auto, se, ufo
// covers: what other verifiers call assumptions and assertions means the same here
int nondet_int(void);
_Bool nondet_bool(void);
int main(void) {
    int x = nondet_int(), y = nondet_int(), z = nondet_int();
    __CPROVER_assume(x > 2);
    __ESBMC_assume(y > x && y < 100);
    klee_assume(z == y);
    __CPROVER_bool odd = nondet_bool();
    __CPROVER_assert(z > 3, "bounds of z");
    __ESBMC_assert(x < 99, "bounds of x");
    __CPROVER_assert(odd == 0 || odd == 1, "truth values");
    return 0;
}
