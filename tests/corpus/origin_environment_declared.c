// verdict: unsafe
// inputs: 0
// options: --environment strtol --check assert
// must-decide: auto, se, ufo
// covers: a function that is declared to be the environment gives inputs
void assert(int);
long strtol(const char *s, char **end, int base);
int main(void) {
    assert(strtol("17", 0, 10) == 17);
    return 0;
}
