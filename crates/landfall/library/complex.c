// <complex.h>, and the functions that gcc calls for products and quotients of complex numbers.

//@ creal, crealf, creall: exact
T creal(T _Complex z) { return __real__ z; }

//@ cimag, cimagf, cimagl: exact
T cimag(T _Complex z) { return __imag__ z; }

//@ conj, conjf, conjl: exact
T _Complex conj(T _Complex z) { return ~z; }

//@ cproj, cprojf, cprojl: exact
T _Complex cproj(T _Complex z) {
    T x = __real__ z, y = __imag__ z;
    if (!__builtin_isinf(x) && !__builtin_isinf(y)) return z;
    return __builtin_complex((T)__builtin_infT(), __builtin_copysignT((T)0, y));
}

//@ cabs, cabsf, cabsl: contract: at least as large as both parts
T cabs(T _Complex z) { return hypot(__real__ z, __imag__ z); }

//@ carg, cargf, cargl: contract: from -pi to pi, of the imaginary part's sign
T carg(T _Complex z) { return atan2(__imag__ z, __real__ z); }

//@ __landfall_unit, __landfall_unitf, __landfall_unitl: helper
T __landfall_unit(T x, int infinite) {
    if (infinite) return __builtin_copysignT(__builtin_isinf(x) ? (T)1 : (T)0, x);
    return x != x ? __builtin_copysignT((T)0, x) : x;
}

//@ __muldc3, __mulsc3, __mulxc3: exact
T _Complex __muldc3(T a, T b, T c, T d) {
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    T x = ac - bd, y = ad + bc;
    int left = __builtin_isinf(a) || __builtin_isinf(b), right = __builtin_isinf(c) || __builtin_isinf(d);
    int large = __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc);
    if (x == x || y == y || (!left && !right && !large)) return __builtin_complex(x, y);
    // Infinite operands count as their directions, what is no number as zero.
    a = __landfall_unit(a, left);
    b = __landfall_unit(b, left);
    c = __landfall_unit(c, right);
    d = __landfall_unit(d, right);
    return __builtin_complex((T)__builtin_infT() * (a * c - b * d), (T)__builtin_infT() * (a * d + b * c));
}

//@ __landfall_is_middling: helper
int __landfall_is_middling(long double x) {
    long double size = x < 0 ? -x : x;
    return x == 0 || (size > 1e-10L && size < 1e10L);
}

//@ __divsc3: contract: exact where all parts are zero or neither very large nor very small
float _Complex __divsc3(float a, float b, float c, float d) {
    if (!__landfall_is_middling(a) || !__landfall_is_middling(b) || !__landfall_is_middling(c) || !__landfall_is_middling(d) || (c == 0 && d == 0))
        __landfall_unsupported("a quotient of complex numbers that are very large, very small or infinite");
    double below = (double)c * c + (double)d * d;
    return __builtin_complex((float)(((double)a * c + (double)b * d) / below), (float)(((double)b * c - (double)a * d) / below));
}

//@ __divdc3: contract: exact where all parts are zero or neither very large nor very small
double _Complex __divdc3(double a, double b, double c, double d) {
    if (!__landfall_is_middling(a) || !__landfall_is_middling(b) || !__landfall_is_middling(c) || !__landfall_is_middling(d) || (c == 0 && d == 0))
        __landfall_unsupported("a quotient of complex numbers that are very large, very small or infinite");
    if ((c < 0 ? -c : c) < (d < 0 ? -d : d)) {
        double ratio = c / d, below = c * ratio + d;
        return __builtin_complex((a * ratio + b) / below, (b * ratio - a) / below);
    }
    double ratio = d / c, below = d * ratio + c;
    return __builtin_complex((b * ratio + a) / below, (b - a * ratio) / below);
}

//@ __divxc3: contract: exact where all parts are zero or neither very large nor very small
long double _Complex __divxc3(long double a, long double b, long double c, long double d) {
    if (!__landfall_is_middling(a) || !__landfall_is_middling(b) || !__landfall_is_middling(c) || !__landfall_is_middling(d) || (c == 0 && d == 0))
        __landfall_unsupported("a quotient of complex numbers that are very large, very small or infinite");
    if ((c < 0 ? -c : c) < (d < 0 ? -d : d)) {
        long double ratio = c / d, below = c * ratio + d;
        return __builtin_complex((a * ratio + b) / below, (b * ratio - a) / below);
    }
    long double ratio = d / c, below = d * ratio + c;
    return __builtin_complex((b * ratio + a) / below, (b - a * ratio) / below);
}
