// verdict: safe
// must-decide: auto
// options: --check undefined
// se: safe
// covers: distances of labels, as tables of jumps have them
void assert(int);
int main(void) {
    void *targets[] = {&&one, &&two, &&end};
    long distances[3];
    int n = 0;
    for (int i = 0; i < 3; i++) distances[i] = targets[i] - targets[0];
    goto *(targets[0] + distances[1]);
one:
    n += 1;
    goto *(targets[0] + distances[2]);
two:
    n += 10;
    goto *(targets[0] + distances[0]);
end:
    assert(n == 11);
    return 0;
}
