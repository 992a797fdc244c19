// verdict: safe
// must-decide: shape
// property: memsafety.prp
// covers: memory that a global variable points to at the end is not lost
void *malloc(unsigned long);
static char *kept;

int main(void) {
    kept = (char *)malloc(4);
    kept[3] = 1;
    return 0;
}
