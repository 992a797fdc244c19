// verdict: safe
// must-decide: auto
// se: safe
// covers: gcc's own jumps leave variables as they are
void assert(int);
static void *buffer[5];
static void leave(void) { __builtin_longjmp(buffer, 1); }
int main(void) {
    int n = 0;
    if (__builtin_setjmp(buffer) == 0) {
        n = 4;
        leave();
    }
    assert(n == 4);
    return 0;
}
