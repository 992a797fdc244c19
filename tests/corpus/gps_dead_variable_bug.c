// verdict: unsafe
// must-decide: auto, ufo
// inputs: 0,0
// covers: nothing is assumed of a variable that was counted with, read again and is not needed any more
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int c = 0, x = 2;
    for (c = 0; c < 7; c++) {}
    c = __VERIFIER_nondet_int();
    if (c) x = 1;
    else while (__VERIFIER_nondet_int()) {}
    if (x > 1) reach_error();
    return 0;
}
