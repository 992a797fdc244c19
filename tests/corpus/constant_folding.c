// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: constant expressions in array lengths, case labels, enumerators and static initialisers
void assert(int);
enum { N = 3 * 4 - 2, M = N > 5 ? N << 1 : -1, K = (char)300, Q = -7 / 2, R = !N, S = (int)2.75 };
static int wrapped = 2147483647 + 1;
static const int base = 6;
static int derived = sizeof(int[N]) + M;
int main(void) {
    assert(N == 10 && M == 20 && K == 44 && Q == -3 && R == 0 && S == 2);
    assert(wrapped == -2147483647 - 1);
    assert(derived == 60 && base == 6);
    switch (20) {
    case M: return 0;
    }
    assert(0);
    return 0;
}
