// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: labels that are local to a block, used twice
void assert(int);
#define SKIP_IF(c, n) do { __label__ done; if (c) goto done; n++; done:; } while (0)
int main(void) {
    int n = 0;
    SKIP_IF(0, n);
    SKIP_IF(1, n);
    SKIP_IF(0, n);
    assert(n == 2);
    return 0;
}
