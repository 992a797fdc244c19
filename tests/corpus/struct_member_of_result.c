// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: a member of a returned structure, structures chosen by ?:, compound literals, statement expressions
void assert(int);
int __VERIFIER_nondet_int(void);
struct pair { int first; long second; };
struct pair make(int a, long b) { return (struct pair){ a, b }; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(make(3, 4).second == 4);
    struct pair p = n ? make(1, 2) : (struct pair){ .second = 2 };
    assert(p.second == 2 && p.first == (n != 0));
    struct pair q = ({ struct pair t = p; t.first = 7; t; });
    assert(q.first == 7 && q.second == 2);
    return 0;
}
