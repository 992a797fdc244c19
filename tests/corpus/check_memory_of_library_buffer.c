// verdict: unknown
// options: --check memory
// covers: what a library function without a model writes is not checked
int getlogin_r(char *name, unsigned long size);
int main(void) {
    char name[4];
    getlogin_r(name, 8);
    return 0;
}
