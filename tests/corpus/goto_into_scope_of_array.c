// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: a jump past the declaration of an array: its elements are arbitrary, but can be set
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n) goto in;
    {
        int a[2];
    in:
        a[0] = 1;
        a[1] = 2;
        assert(a[0] + a[1] == 3);
    }
    return 0;
}
