// verdict: safe
// must-decide: auto, se, ufo
// covers: the sign of a comparison is known
void assert(int);
int strcmp(const char *a, const char *b);
int main(void) {
    assert(strcmp("ab", "ab") == 0);
    assert(strcmp("ab", "b") < 0);
    assert(strcmp("b", "ab") > 0);
    return 0;
}
