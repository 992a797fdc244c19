// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: a pointer to a large array, a small one or a variable: what is written there is nowhere else
static int large[3000];
static int small[4];
static int one;
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int which = __VERIFIER_nondet_int();
    int *p = which == 0 ? &large[2999] : which == 1 ? &small[3] : &one;
    *p = 7;
    if (which == 0 && (large[2999] != 7 || small[3] != 0 || one != 0)) reach_error();
    if (which == 1 && (large[2999] != 0 || small[3] != 7 || one != 0)) reach_error();
    if (which == 2 && (large[2999] != 0 || small[3] != 0 || one != 7)) reach_error();
    return 0;
}
