// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: case labels inside a loop inside the switch
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 9) return 0;
    int done = 0;
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { done++;
    case 3:      done++;
    case 2:      done++;
    case 1:      done++;
            } while (--n > 0);
    }
    assert(done == count);
    return 0;
}
