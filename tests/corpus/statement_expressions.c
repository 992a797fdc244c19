// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: statement expressions, also with control flow inside
void assert(int);
int __VERIFIER_nondet_int(void);
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int m = MAX(x, y);
    assert(m >= x && m >= y);
    int s = ({ int t = 0; for (int i = 0; i < 4; i++) t += i; t; });
    assert(s == 6);
    int w = ({ if (x > 3) goto big; 0; });
    return w;
big:
    assert(x > 3);
    return 0;
}
