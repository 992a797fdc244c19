// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 11
// covers: assert as the C library's macro expands it
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    ((void)sizeof((x != 11) ? 1 : 0), __extension__({
        if (x != 11) ; else __assert_fail("x != 11", "f.c", 9, __extension__ __PRETTY_FUNCTION__);
    }));
    return 0;
}
