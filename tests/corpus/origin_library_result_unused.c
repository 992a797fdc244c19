// verdict: unsafe
// inputs: 3,0,0,0
// must-decide: auto, se, ufo, gps
// covers: an approximation that the error does not depend on does no harm
void assert(int);
int puts(const char *s);
long strtol(const char *s, char **end, int base);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    long n = strtol("17", 0, 10);
    puts("reading");
    assert(x != 3);
    return n == 17;
}
