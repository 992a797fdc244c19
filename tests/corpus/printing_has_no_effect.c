// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: printf and puts change nothing, their arguments are still evaluated
void assert(int);
int printf(const char *, ...);
int puts(const char *);
int main(void) {
    int x = 1;
    printf("%d %d\n", x, x++);
    puts("done");
    assert(x == 2);
    return 0;
}
