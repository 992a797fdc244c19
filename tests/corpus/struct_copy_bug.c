// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 20
// covers: a copy of a structure has its own members
void assert(int);
int __VERIFIER_nondet_int(void);
struct counter { int value; int limit; };
int main(void) {
    struct counter a = { .limit = 10 };
    struct counter b = a;
    b.value = __VERIFIER_nondet_int();
    assert(a.value + b.value < b.limit + a.limit);
    return 0;
}
