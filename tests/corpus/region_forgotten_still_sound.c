// verdict: unsafe
// must-decide: auto, ufo
// inputs: 42
// se: unsafe
// covers: an engine that does not follow contents must not prove what depends on them
static int cells[10000];
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 10000) return 0;
    cells[i] = i;
    int x = cells[42];
    if (x == 42) reach_error();
    return 0;
}
