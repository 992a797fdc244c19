// verdict: unsafe
// must-decide: auto, ufo
// inputs: 0,0,0,0
// property: memsafety.prp
// se: unsafe
// covers: the property valid-memsafety: memory that nothing points to at the end
void *malloc(unsigned long);

int main(void) {
    char *p = (char *)malloc(4);
    p[0] = 1;
    return 0;
}
