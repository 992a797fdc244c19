// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: memory whose allocation does not say what it is for
void *malloc(unsigned long);
void reach_error(void) {}

static void *make(unsigned long size) { return malloc(size); }

int main(void) {
    long *p = make(4 * sizeof(long));
    p[3] = 5;
    p[0] = 1;
    if (p[3] + p[0] != 6) reach_error();
    return 0;
}
