// verdict: unsafe
// must-decide: auto
// options: --check memory
// inputs: 4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// covers: a member behind one of variable length, and beyond the end of the structure
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) return 0;
    struct s { int b[n]; char c; };
    struct s x;
    x.c = 1;
    char *end = (char *)&x + sizeof x;
    end[n == 4 ? 0 : -1] = 2;
    return 0;
}
