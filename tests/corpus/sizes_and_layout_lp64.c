// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: LP64
// covers: sizeof, _Alignof and offsetof of structures that are never used as objects
void assert(int);
struct s { char c; long long l; short h; };
struct b { unsigned a : 3, b : 5; unsigned c : 25; char d; };
union u { char c[5]; int i; };
struct __attribute__((packed)) p { char c; int i; };
typedef int matrix[3][4];
int main(void) {
    assert(sizeof(struct s) == 24);
    assert(__builtin_offsetof(struct s, h) == 16);
    assert(_Alignof(struct s) == 8);
    assert(sizeof(struct b) == 12 || sizeof(struct b) == 8);
    assert(sizeof(union u) == 8);
    assert(sizeof(struct p) == 5);
    assert(sizeof(matrix) == 48);
    assert(sizeof(long double) == 16);
    return 0;
}
