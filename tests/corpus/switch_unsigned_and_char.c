// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 200
// covers: the switch value is promoted, case labels are converted to its type
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    switch (c) {
    case 'a': return 0;
    case -56: return 1;
    case 200: reach_error();
    }
    switch (0xffffffffu) {
    case -1: return 2;
    }
    reach_error();
    return 0;
}
