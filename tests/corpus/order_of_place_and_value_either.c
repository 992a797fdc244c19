// verdict: safe
// must-decide: bmc
// covers: the place of an assignment may be found before or after its value is evaluated; one of the two is written
void assert(int);
struct table { int *cells; };
static int old[2], fresh[2];
static struct table t = { old };
static int grow(void) { t.cells = fresh; return 5; }
int main(void) {
    struct table *p = &t;
    p->cells[1] = grow();
    assert(old[1] + fresh[1] == 5);
    return 0;
}
