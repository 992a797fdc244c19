// verdict: unknown
// covers: a format that writes how many characters there were
void assert(int);
int printf(const char *format, ...);
int main(void) {
    int n = 0;
    printf("four%n", &n);
    assert(n == 0);
    return 0;
}
