// verdict: unsafe
// must-decide: se
// options: --check memory --entry clear
// inputs: 1
// covers: a null pointer as an argument of the entry function is given to memset
#include <string.h>
struct state { int a; long b[4]; };
void clear(struct state *s) { memset(s, 0, sizeof *s); }
