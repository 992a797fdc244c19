// verdict: unknown
// covers: the address of a function inside of a structure that is handed out
void assert(int);
struct driver { int id; void (*probe)(void); };
static int probed;
static void probe(void) { probed++; }
void attach(struct driver *d);
int main(void) {
    struct driver d = { 1, probe };
    attach(&d);
    assert(probed == 0);
    return 0;
}
