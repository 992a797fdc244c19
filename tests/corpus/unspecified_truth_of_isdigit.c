// verdict: unsafe
// inputs: 1,4
// must-decide: auto, se, ufo
// covers: what isdigit gives for a digit is not zero, and no more is known
void assert(int);
int isdigit(int c);
int main(void) {
    assert(isdigit('x') == 0);
    assert(isdigit('7') != 0);
    assert(isdigit('7') == 1);
    return 0;
}
