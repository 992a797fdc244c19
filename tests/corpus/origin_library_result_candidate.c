// verdict: unknown
// covers: a violation that hangs on the result of a library function without a model is a candidate
void assert(int);
int getsubopt(char **text, char *const *tokens, char **value);
int main(void) {
    char text[] = "ro", *at = text, *value;
    char *const tokens[] = {"ro", "rw", 0};
    int n = getsubopt(&at, tokens, &value);
    assert(n == 0);
    return 0;
}
