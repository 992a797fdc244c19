// verdict: unsafe
// must-decide: se
// inputs: 3
// covers: a handler that jumps on to the one around it
#include <setjmp.h>
void assert(int);
int __VERIFIER_nondet_int(void);
struct handler { jmp_buf place; struct handler *around; };
static struct handler *top;
static void raise(int v) { longjmp(top->place, v); }
static void inner(int x) { if (x > 2) raise(x); }
static void outer(int x) {
    static struct handler h;
    h.around = top;
    top = &h;
    int r = setjmp(h.place);
    if (r == 0) inner(x);
    top = h.around;
    if (r) raise(r + 1);
}
int main(void) {
    static struct handler h;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 5) return 0;
    h.around = 0;
    top = &h;
    int r = setjmp(h.place);
    if (r == 0) outer(x);
    assert(r != 4);
    return 0;
}
