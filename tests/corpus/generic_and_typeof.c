// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: _Generic, typeof, _Static_assert, compile-time choices
void assert(int);
_Static_assert(sizeof(int) == 4, "int has four bytes");
#define KIND(x) _Generic((x), int: 1, unsigned: 2, char: 3, long long: 4, default: 5)
int main(void) {
    unsigned char c = 1;
    __typeof__(c + 1) promoted = 3;
    assert(KIND(promoted) == 1);
    assert(KIND(1u) == 2);
    assert(KIND((char)1) == 3);
    assert(KIND(1LL + 1) == 4);
    assert(KIND(c) == 5);
    assert(__builtin_types_compatible_p(int, signed int));
    assert(!__builtin_types_compatible_p(int, unsigned));
    assert(__builtin_choose_expr(1, 10, 20) == 10);
    return 0;
}
