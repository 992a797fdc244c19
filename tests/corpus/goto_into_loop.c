// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: goto into and out of loops, labels before and behind
void assert(int);
int main(void) {
    int i = 5, n = 0;
    goto middle;
    while (i < 10) {
        n += 10;
    middle:
        n++;
        i++;
        if (n > 1000) goto out;
    }
    assert(n == 45);
back:
    i--;
    if (i > 0) goto back;
out:
    assert(i == 0);
    return 0;
}
