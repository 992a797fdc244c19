// verdict: unsafe
// options: --check memory
// covers: a function of the program comes before the library's of the same name
// se: unsafe
void assert(int);
int atoi(const char *s) { return s[0]; }
int main(void) {
    assert(atoi("1") == 1);
    return 0;
}
