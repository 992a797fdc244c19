/* Every form of declaration. Compiles with gcc. */
typedef int T, *PT;
typedef unsigned long int size;
typedef __builtin_va_list va_list;
extern int external_variable, *pointer;
static const volatile unsigned char table[4] = {1, 2, [3] = 4};
long unsigned int mixed_order;
long long int signed very_long;
unsigned __int128 huge;
_Bool flag = 1;
double _Complex complex_number;
long double extended;
_Float128 quad;
_Thread_local int per_thread;
_Alignas(16) char aligned_buffer[32], _Alignas_is_a_prefix;
_Alignas(double) char other_buffer[8];
int *(*array_of_functions[3])(void);
int (*function_returning_pointer_to_array(int n))[4];
void (*signal_like(int number, void (*handler)(int)))(int);
int variadic(const char *format, ...);
int unspecified();
int arrays(int n, int a[static 4], int b[const], int c[*], int d[n][n + 1]);
char *const *volatile qualified;
int renamed(void) __asm__("real_name") __attribute__((noreturn, nothrow));
__attribute__((unused)) static int with_attribute __attribute__((aligned(8))), second __attribute__((section("x")));
[[gnu::unused]] static int c23_attribute;
typedef int mode_type __attribute__((mode(DI)));
__extension__ typedef struct { int quot, rem; } division;

struct point { int x, y; };
struct flags {
    unsigned a : 1, : 3, b : 4;
    signed int : 0;
    struct { int inner; union { int left; float right; }; };
    struct point position;
    _Static_assert(sizeof(int) >= 2, "int is too small");
    char rest[];
} __attribute__((packed));
union either { int i; float f; struct point p; };
struct forward;
struct empty {};
enum color { RED, GREEN = 5, BLUE, };
enum __attribute__((packed)) small { TINY __attribute__((unused)) = 1 << 3 };
_Atomic(int) atomic_type;
_Atomic int atomic_qualifier;
typeof(1 + 2L) inferred;
__typeof__(int *) inferred_pointer;
_Static_assert(sizeof(int) == 4, "message");
_Static_assert(1);
struct point labelled = {x: 1, y: 2};
struct point origin = {.y = 1, .x = 2}, points[] = {[0 ... 2] = {1, 2}, [4].x = 3};
int matrix[2][2] = {{1, 2}, {3}};
char text[] = "con" "cat" "\x41\102\n";
int wide[] = L"wide \u00e9 text";
;
__asm__(".globl nothing");
#pragma pack(push, 1)
struct packed_by_pragma { char c; int i; };
#pragma pack(pop)

implicit_int_function(a, b) char *b; { return a; }
static implicit_variable;
int old_style(a, b, c)
int a, *b;
register char c;
{
    return a + *b + c;
}
int shadow(int T) { return T * 2; }
int block_scope(void) {
    T T = 3;
    { typedef char PT; PT c = 1; T += c; }
    PT p = &T;
    __auto_type q = p;
    static int counter;
    extern int external_variable;
    int vla[T];
    for (int T = 0, i = 1; T < i; T++) ;
    return *q + counter + sizeof vla + external_variable;
}
inline static __inline__ int f(void) { return 0; }
_Noreturn void stop(void);
int forward_parameter(int n; int a[n], int n) { return a[n - 1]; }
int unnamed(int, char *) { return 0; }
