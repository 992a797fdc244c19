// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 7
// covers: what happens before undefined behaviour counts
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 7) reach_error();
    x = 2147483647;
    x = x + 1;
    return x;
}
