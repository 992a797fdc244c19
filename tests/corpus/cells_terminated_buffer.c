// verdict: safe
// options: --check memory
// must-decide: gps, tracer, auto
// covers: a loop that a terminator ends stays inside of its buffer: the read before decides about this one
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) n = 1;
    char text[n];
    text[n - 1] = 0;
    int length = 0;
    while (text[length]) length++;
    return length;
}
