// verdict: unknown
// covers: code that is not modelled is never skipped
void assert(int);
int main(int argc, char **argv) {
    double half = argc / 2.0;
    assert(half * 2 == argc);
    return 0;
}
