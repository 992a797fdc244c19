// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: unsigned addition wraps
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x + 1u;
    if (x == 4294967295u) assert(y == 0);
    else assert(y > x);
    return 0;
}
