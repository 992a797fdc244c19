// verdict: safe
// must-decide: auto, ufo
// covers: every cell of a matrix holds the number of its row
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int m[90][110];
int main(void) {
    for (int i = 0; i < 90; i++)
        for (int j = 0; j < 110; j++) m[i][j] = i;
    int r = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (r < 0 || r >= 90 || c < 0 || c >= 110) return 0;
    if (m[r][c] != r) reach_error();
    return 0;
}
