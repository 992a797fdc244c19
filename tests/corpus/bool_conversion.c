// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: conversion to _Bool is a comparison with zero
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    assert(b == 0 || b == 1);
    assert(b == (x != 0));
    _Bool c = 256;
    assert(c == 1);
    c += 5;
    assert(c == 1);
    c--;
    assert(c == 0);
    c--;
    assert(c == 1);
    assert(sizeof(_Bool) == 1);
    return 0;
}
