// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: ILP32
// covers: 64-bit members are aligned to four bytes on i386
void assert(int);
struct s { char c; long long l; short h; };
struct d { char c; double d; };
int main(void) {
    assert(sizeof(struct s) == 16);
    assert(__builtin_offsetof(struct s, l) == 4);
    assert(sizeof(struct d) == 12);
    assert(sizeof(long double) == 12);
    assert(sizeof(long) == 4);
    return 0;
}
