// verdict: unknown
// covers: a violation that hangs on the result of a library function without a model is a candidate
void assert(int);
long strtol(const char *s, char **end, int base);
int main(void) {
    long n = strtol("17", 0, 10);
    assert(n == 17);
    return 0;
}
