// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 0
// covers: a jump past a declaration leaves the variable arbitrary, not as it was before
void assert(int);
int main(void) {
    int round = 0;
again:
    if (round == 1) goto inside;
    {
        int x = 1;
    inside:
        assert(x == 1);
    }
    round++;
    if (round < 2) goto again;
    return 0;
}
