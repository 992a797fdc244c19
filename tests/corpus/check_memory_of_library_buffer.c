// verdict: unknown
// options: --check memory
// covers: what a library function without a model writes is not checked
char *fgets(char *s, int n, void *stream);
extern void *stream;
int main(void) {
    char line[4];
    fgets(line, 8, stream);
    return 0;
}
