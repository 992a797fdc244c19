// verdict: safe
// must-decide: auto, ufo
// gps: safe
// covers: every cell of a large array has what a loop has stored there
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int table[5000];

int main(void) {
    for (int i = 0; i < 5000; i++) table[i] = 7;
    for (int i = 0; i < 5000; i++)
        if (table[i] != 7) reach_error();
    return 0;
}
