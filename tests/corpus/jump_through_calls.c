// verdict: safe
// must-decide: bmc
// options: --volatile memory
// covers: longjmp out of several calls to setjmp, never with zero; volatile locals keep their values
#include <setjmp.h>
void assert(int);
static jmp_buf env;
static int trace;
static void third(int v) { trace = trace * 10 + 3; longjmp(env, v); }
static void second(int v) { trace = trace * 10 + 2; third(v); trace = 99; }
static void first(int v) { int local[2] = { v, 1 }; trace = trace * 10 + local[1]; second(v); trace = 98; }
int main(void) {
    volatile int round = 0;
    int r = setjmp(env);
    if (r == 0) {
        round = 1;
        first(0);
        assert(0);
    }
    assert(r == 1 && round == 1 && trace == 123);
    return 0;
}
