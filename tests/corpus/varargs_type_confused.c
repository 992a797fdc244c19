// verdict: unknown
// options: --check memory
// covers: a variable argument that is read as another type is not modelled
typedef __builtin_va_list list_type;
static long first(int n, ...) {
    list_type list;
    __builtin_va_start(list, n);
    long x = __builtin_va_arg(list, long);
    __builtin_va_end(list);
    return x;
}
int main(void) { return first(0, 5) != 5; }
