// verdict: unknown
// covers: a violation that hangs on the result of a library function without a model is a candidate
void assert(int);
long a64l(const char *s);
int main(void) {
    long n = a64l("/");
    assert(n == 1);
    return 0;
}
