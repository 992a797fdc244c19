// verdict: unsafe
// must-decide: auto
// inputs:
// covers: the last cell keeps its zero, since the loop ends one too early
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int table[300];

int main(void) {
    for (int i = 0; i < 299; i++) table[i] = 7;
    for (int i = 0; i < 300; i++)
        if (table[i] != 7) reach_error();
    return 0;
}
