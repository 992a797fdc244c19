// verdict: safe
// se: safe
// covers: initial values of a large array: designators, the rest zero
static int table[1000] = {1, 2, [500] = 5, 6, [999] = 9};
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    char text[400] = "abc";
    int i = __VERIFIER_nondet_int();
    if (i < 2 || i > 499) return 0;
    if (table[i] != 0 || table[0] != 1 || table[501] != 6 || table[999] != 9) reach_error();
    if (i < 400 && i > 2 && text[i] != 0) reach_error();
    if (text[2] != 'c') reach_error();
    return 0;
}
