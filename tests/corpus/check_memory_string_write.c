// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// options: --check memory
// covers: writing into a string literal
int main(void) {
    char *s = "abc";
    s[1] = 'x';
    return 0;
}
