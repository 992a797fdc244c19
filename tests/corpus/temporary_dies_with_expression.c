// verdict: unsafe
// must-decide: auto
// options: --check undefined
// covers: what a function returns, and a pointer into it, are gone behind the full expression
struct text {
    char of[4];
};
static struct text give(void) { return (struct text){"abc"}; }
int main(void) {
    char first = give().of[0];
    char *p = give().of;
    return first + p[0];
}
