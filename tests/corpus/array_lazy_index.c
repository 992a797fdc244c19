// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: the right operand of && is not evaluated, nor its index used, when the left one is false
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[2] = { 5, 6 };
    int i = __VERIFIER_nondet_int();
    int reached = 0;
    if (0 <= i && i < 2 && a[i] == 6) reached = 1;
    else reached = 2;
    assert(reached == 1 ? i == 1 : i != 1);
    return 0;
}
