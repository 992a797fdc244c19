/* Every form of expression. Compiles with gcc. */
typedef struct node { int value; struct node *next; int array[3]; } node;
extern int call(int, ...);
extern void act(void);
int literals(void) {
    call(0, 1u, 2l, 3ul, 4ll, 5ULL, 0x1fLLU, 0777, 0b101, 18446744073709551615u);
    call(1, 1.0, 1.5f, .5L, 1e10, 0x1.8p3, 0x.1p-2f, 1.f, 3.0i, 1.0q, 2.0f64x);
    call(2, 'a', '\n', '\'', '\\', '\0', '\377', '\x7f', 'ab', L'x', u'y', U'z', '\e');
    call(3, "plain", u8"utf8", "a" "b", L"w" L"w", "\"quoted\"", "tab\t?");
    return 7;
}
int operators(int a, int b, int c, node *n, node m) {
    a = b = c += 1;
    a -= b *= c /= 2, a %= 3, a <<= 1, a >>= 1, a &= 7, a ^= 1, a |= 8;
    a = a + b * c - a / b % c << 2 >> 1 < b > c <= a >= b == c != a & b ^ c | a && b || c;
    a = b ? c : a ? b : c;
    a = b ?: c;
    a = (b, c);
    a = -a + +b - ~c + !a;
    a = ++b + --c + a++ - b--;
    a = *&a;
    a = n->next->next->value + m.value + n->array[1] + 2[m.array];
    a = sizeof a + sizeof(int) + sizeof(int[3]) + sizeof(a)[&a] + sizeof (int){1} + sizeof -a;
    a = _Alignof(int) + __alignof__(a);
    a = (int)(char)b + (unsigned)-1 + ((int (*)(void))0 != 0);
    a = (node){.value = 1, .array = {1, 2, 3}}.array[1];
    n = &(node){1};
    a = ({ int t = b; t > c ? t : c; });
    a = __extension__ ({ b; });
    a = __builtin_offsetof(node, array[1]) + __builtin_types_compatible_p(int, long);
    a = __builtin_choose_expr(1, b, c);
    a = _Generic(a, int: 1, long: 2, default: 3) + _Generic(1.0, float: 0, default: (1, 2));
    (*act)(), (&act)();
    (void)a;
    undeclared(a, b);
    return a - -b + + +c;
}
double _Complex parts(double _Complex z) { return __real__ z + __imag__ z * 1.0i; }
int arguments(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int *p = __builtin_va_arg(list, int *);
    __builtin_va_end(list);
    return *p;
}
