// verdict: unknown
// covers: code that is not modelled is never skipped
void assert(int);
int main(int argc, char **argv) {
    __float128 half = argc;
    assert(half * 2 == argc * 2);
    return 0;
}
