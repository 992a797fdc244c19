// verdict: safe
// must-decide: auto
// options: --check undefined
// se: safe
// covers: what a function returns lives as long as the full expression
void assert(int);
struct text {
    char of[4];
};
static struct text give(char c) { return (struct text){{'a', c}}; }
static char second(const char *s) { return s[1]; }
int main(void) {
    for (int i = 0; i < 3; i++) {
        char c = second(give('b').of);
        assert(c == 'b' && second(give('x').of) == 'x');
    }
    return 0;
}
