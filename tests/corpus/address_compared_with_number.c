// verdict: unknown
// covers: where objects lie is not known: an address may be smaller or greater than a number
#include <stdlib.h>
void assert(int);
static int is_error(const void *p) { return (unsigned long)p > 4294967295UL; }
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    assert(is_error(p));
    return 0;
}
