// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 1,2
// covers: a local in a loop body is arbitrary in every iteration
void assert(int);
int main(void) {
    int first = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0) first = x;
        else assert(x == first);
    }
    return 0;
}
