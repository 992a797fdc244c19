// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: an array with more elements than become variables, of structures, indexed by what is computed
struct pair {
    short first;
    long second;
};
static struct pair table[5000];
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4998) return 0;
    table[i].first = 3;
    table[i].second = 1L << 40;
    table[i + 1].first = 4;
    struct pair copy = table[i];
    if (copy.first != 3 || copy.second != 1L << 40) reach_error();
    if (table[i + 1].second != 0) reach_error();
    return 0;
}
