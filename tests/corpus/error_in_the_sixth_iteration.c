// verdict: unsafe
// must-decide: bmc, auto
// inputs: 1,1,1,1,1,1
// covers: an error that needs several iterations of a loop without an end
void assert(int);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char state = 1;
    while (1) {
        unsigned char in = __VERIFIER_nondet_uchar();
        if (in & 1)
            state = (unsigned char)(state << 1);
        else
            state = 1;
        assert(state != 64);
    }
}
