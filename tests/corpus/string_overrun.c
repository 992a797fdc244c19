// verdict: unsafe
// must-decide: auto, ufo
// inputs: 0,0,0,0
// options: --check memory
// se: unsafe
// covers: a string that does not fit where it is copied
char *strcpy(char *, const char *);

int main(void) {
    char name[4];
    strcpy(name, "four");
    return name[0];
}
