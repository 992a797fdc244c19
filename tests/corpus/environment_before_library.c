// verdict: unsafe
// inputs: 0
// options: --check memory --environment atoi
// covers: a function that is declared the environment has no model, also if the library has one
// se: unsafe
void assert(int);
int atoi(const char *s);
int main(void) {
    assert(atoi("1") == 1);
    return 0;
}
