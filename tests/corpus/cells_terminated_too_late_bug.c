// verdict: unsafe
// inputs: 0,0
// options: --check memory
// must-decide: se, auto
// covers: a loop over a buffer whose terminator may have been overwritten
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3) n = 1;
    char text[n];
    text[n - 1] = 0;
    text[0] = 'x';
    int length = 0;
    while (text[length]) length++;
    return length;
}
