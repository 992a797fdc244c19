// verdict: unknown
// property: memsafety.prp
// covers: whether memory is lost that a global variable may point to at the end is not decided
void *malloc(unsigned long);
static char *kept;

int main(void) {
    kept = (char *)malloc(4);
    kept[3] = 1;
    return 0;
}
