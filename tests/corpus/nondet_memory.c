// verdict: unsafe
// inputs: 0,1
// must-decide: auto, se, ufo
// covers: each element gets an input of its own
void assert(int);
void __VERIFIER_nondet_memory(void *memory, unsigned long size);
int main(void) {
    unsigned short a[2] = { 0, 0 };
    __VERIFIER_nondet_memory(a, sizeof a);
    assert(a[0] == a[1]);
    return 0;
}
