// verdict: safe
// covers: numbers in pointers at which no object lies
#include <stdlib.h>
void assert(int);
static void *error(long code) { return (void *)code; }
static int is_error(const void *p) { return (unsigned long)p >= (unsigned long)-4095; }
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) p = error(-12);
    if (is_error(p)) return 0;
    *p = 3;
    assert(*p == 3 && (unsigned long)p > 2012UL);
    return 0;
}
