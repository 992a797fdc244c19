// verdict: safe
// must-decide: bmc
// options: --check memory
// covers: what functions that are never called do has no effect on what is known of the others
void assert(int);
extern int other(void *);
static int value;
static int callback(int x) { return x; }
static struct { int (*call)(int); int *place; } table = { callback, &value };
void never(void) { other(&table); other((void *)callback); }
static int given;
int main(void) {
    given = 3;
    other(&given);
    value = 2;
    assert(value == 2);
    return 0;
}
