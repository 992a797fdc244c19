// verdict: unsafe
// must-decide: auto
// inputs: 3,0,0,77
// se: unsafe
// covers: the cells of a variable-length array are arbitrary until they are written
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 3) return 0;
    int a[n];
    a[0] = 1;
    a[1] = 2;
    if (a[2] == 77 && a[0] + a[1] == 3) reach_error();
    return 0;
}
