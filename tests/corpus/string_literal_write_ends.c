// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: writing into a string literal ends the execution, writing into an array made from one does not
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    char copy[] = "abc";
    char *p = "abc";
    int literal = __VERIFIER_nondet_int();
    if (!literal) p = copy;
    p[0] = 'x';
    assert(!literal && copy[0] == 'x');
    return 0;
}
