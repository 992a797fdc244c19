// <math.h>. What IEEE 754 says exactly is built in (fabs, sqrt, floor and relatives); what is left is exact where that is simple,
// and elsewhere a number within bounds that every correct implementation keeps.

//@ fdim, fdimf, fdiml: exact
T fdim(T x, T y) {
    if (x != x || y != y) return x + y;
    return x > y ? x - y : 0;
}

//@ __landfall_is_moderate, __landfall_is_moderatef, __landfall_is_moderatel: helper
int __landfall_is_moderate(T x) {
    return x > -4503599627370496.0 && x < 4503599627370496.0;
}

//@ fmod, fmodf, fmodl: contract: exact for whole numbers and where the first is the smaller; otherwise smaller than both, of the first one's sign
T fmod(T x, T y) {
    if (x != x || y != y || x - x != 0 || y == 0) return (x * y) / (x * y);
    T magnitude = x < 0 ? -x : x, divisor = y < 0 ? -y : y;
    if (magnitude < divisor) return x;
    if (__landfall_is_moderate(x) && __landfall_is_moderate(y) && (T)(long long)x == x && (T)(long long)y == y) {
        long long rest = (long long)x % (long long)y;
        return __builtin_copysignT((T)rest, x);
    }
    T result = __landfall_unknown_T("fmod");
    T size = result < 0 ? -result : result;
    __landfall_assume(size < divisor && (x < 0 ? result <= 0 : result >= 0));
    return result;
}

//@ remainder, remainderf, remainderl: contract: not larger than the second argument
T remainder(T x, T y) {
    if (x != x || y != y || x - x != 0 || y == 0) return (x * y) / (x * y);
    T divisor = y < 0 ? -y : y, size = x < 0 ? -x : x;
    if (size < divisor / 2) return x;
    T result = __landfall_unknown_T("remainder");
    __landfall_assume(result >= -divisor && result <= divisor);
    return result;
}

//@ fma, fmaf, fmal: contract: any number, not a number where an argument is none
T fma(T x, T y, T z) {
    if (x != x || y != y || z != z) return x + y + z;
    if (y == 1) return x + z;
    if (x == 1) return y + z;
    if (z == 0 && x * y != 0) return x * y;
    return __landfall_unknown_T("fma");
}

//@ modf, modff, modfl: exact
//! place: modf: there is a place for the whole part
T modf(T x, T *place) {
    T whole = __builtin_truncT(x);
    *place = whole;
    if (x != x) return x;
    return __builtin_copysignT(x - x != 0 || x == whole ? (T)0 : x - whole, x);
}

//@ lround, lroundf, lroundl: exact
long lround(T x) { return (long)__builtin_roundT(x); }

//@ llround, llroundf, llroundl: exact
long long llround(T x) { return (long long)__builtin_roundT(x); }

//@ lrint, lrintf, lrintl: exact
long lrint(T x) { return (long)__builtin_rintT(x); }

//@ llrint, llrintf, llrintl: exact
long long llrint(T x) { return (long long)__builtin_rintT(x); }

//@ ldexp, ldexpf, ldexpl: contract: exact for small exponents, otherwise any number of the sign
T ldexp(T x, int exponent) {
    if (x == 0 || x - x != 0 || exponent == 0) return x;
    if (exponent > 0 && exponent < 60) return x * (T)(1ULL << exponent);
    T result = __landfall_unknown_T("ldexp");
    __landfall_assume(x < 0 ? result <= 0 : result >= 0);
    return result;
}

//@ scalbn, scalbnf, scalbnl: contract: exact for small exponents, otherwise any number of the sign
T scalbn(T x, int exponent) { return ldexp(x, exponent); }

//@ frexp, frexpf, frexpl: contract: from a half on, below one, any exponent
//! place: frexp: there is a place for the exponent
T frexp(T x, int *place) {
    *place = 0;
    if (x == 0) return x;
    if (x - x != 0) {
        *place = __landfall_open_int("frexp");
        return x;
    }
    *place = __landfall_unknown_int("frexp");
    T result = __landfall_unknown_T("frexp");
    __landfall_assume(x < 0 ? result <= (T)-0.5 && result > -1 : result >= (T)0.5 && result < 1);
    return result;
}

//@ hypot, hypotf, hypotl: contract: at least as large as both arguments
T hypot(T x, T y) {
    T a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    if ((x == x && x - x != 0) || (y == y && y - y != 0)) return x == x && x - x != 0 ? a : b;
    if (x != x || y != y) return x + y;
    if (a == 0) return b;
    if (b == 0) return a;
    T result = __landfall_unknown_T("hypot");
    __landfall_assume(result >= a && result >= b);
    return result;
}

//@ pow, powf, powl: contract: special values as IEEE 754 says, of the right sign, below or above one; otherwise any number
T pow(T x, T y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return x + y;
    if (y == 1) return x;
    T result = __landfall_unknown_T("pow");
    if (x > 0 && x - x == 0 && y - y == 0) {
        __landfall_assume(result >= 0);
        if ((x >= 1) == (y >= 0)) __landfall_assume(result >= 1);
        else __landfall_assume(result <= 1);
    } else if (x == 0 && y > 0) {
        __landfall_assume(result == 0);
    }
    return result;
}

//@ nextafter, nextafterf, nextafterl: contract: between the arguments
T nextafter(T x, T y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    T result = __landfall_unknown_T("nextafter");
    __landfall_assume(x < y ? result > x && result <= y : result < x && result >= y);
    return result;
}

//@ sin, sinf, sinl: contract: from -1 to 1
T sin(T x) {
    if (x != x) return x;
    if (x - x != 0) return x - x;
    if (x == 0) return x;
    T result = __landfall_unknown_T("sin");
    __landfall_assume(result >= -1 && result <= 1);
    return result;
}

//@ cos, cosf, cosl: contract: from -1 to 1
T cos(T x) {
    if (x != x) return x;
    if (x - x != 0) return x - x;
    if (x == 0) return 1;
    T result = __landfall_unknown_T("cos");
    __landfall_assume(result >= -1 && result <= 1);
    return result;
}

//@ tan, tanf, tanl: contract: any number
T tan(T x) {
    if (x != x) return x;
    if (x - x != 0) return x - x;
    if (x == 0) return x;
    T result = __landfall_unknown_T("tan");
    __landfall_assume(result == result);
    return result;
}

//@ asin, asinf, asinl: contract: from -pi/2 to pi/2
T asin(T x) {
    if (x != x) return x;
    if (x < -1 || x > 1) return (x - x) / (x - x);
    if (x == 0) return x;
    T result = __landfall_unknown_T("asin");
    __landfall_assume(result >= (T)-1.5708 && result <= (T)1.5708 && (x < 0 ? result < 0 : result > 0));
    return result;
}

//@ acos, acosf, acosl: contract: from 0 to pi
T acos(T x) {
    if (x != x) return x;
    if (x < -1 || x > 1) return (x - x) / (x - x);
    if (x == 1) return 0;
    T result = __landfall_unknown_T("acos");
    __landfall_assume(result >= 0 && result <= (T)3.1416);
    return result;
}

//@ atan, atanf, atanl: contract: from -pi/2 to pi/2, of the argument's sign
T atan(T x) {
    if (x != x) return x;
    if (x == 0) return x;
    T result = __landfall_unknown_T("atan");
    __landfall_assume(result >= (T)-1.5708 && result <= (T)1.5708 && (x < 0 ? result <= 0 : result >= 0));
    return result;
}

//@ sinh, sinhf, sinhl: contract: of the argument's sign
T sinh(T x) {
    if (x != x) return x;
    if (x == 0 || x - x != 0) return x;
    T result = __landfall_unknown_T("sinh");
    __landfall_assume(x < 0 ? result < 0 : result > 0);
    return result;
}

//@ cosh, coshf, coshl: contract: from 1 on
T cosh(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x - x != 0) return x * x;
    T result = __landfall_unknown_T("cosh");
    __landfall_assume(result >= 1);
    return result;
}

//@ tanh, tanhf, tanhl: contract: from -1 to 1, of the argument's sign
T tanh(T x) {
    if (x != x) return x;
    if (x == 0) return x;
    T result = __landfall_unknown_T("tanh");
    __landfall_assume(result >= -1 && result <= 1 && (x < 0 ? result < 0 : result > 0));
    return result;
}

//@ asinh, asinhf, asinhl: contract: of the argument's sign
T asinh(T x) {
    if (x != x) return x;
    if (x == 0 || x - x != 0) return x;
    T result = __landfall_unknown_T("asinh");
    __landfall_assume(x < 0 ? result < 0 : result > 0);
    return result;
}

//@ acosh, acoshf, acoshl: contract: from 0 on
T acosh(T x) {
    if (x != x) return x;
    if (x < 1) return (x - x) / (x - x);
    if (x == 1) return 0;
    T result = __landfall_unknown_T("acosh");
    __landfall_assume(result >= 0);
    return result;
}

//@ atanh, atanhf, atanhl: contract: of the argument's sign
T atanh(T x) {
    if (x != x) return x;
    if (x < -1 || x > 1) return (x - x) / (x - x);
    if (x == 0) return x;
    T result = __landfall_unknown_T("atanh");
    __landfall_assume(x < 0 ? result < 0 : result > 0);
    return result;
}

//@ exp, expf, expl: contract: from 0 on; above or below one as the argument is above or below zero
T exp(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x - x != 0) return x > 0 ? x : (T)0.0;
    T result = __landfall_unknown_T("exp");
    __landfall_assume(result >= 0 && (x > 0 ? result >= 1 : result <= 1));
    return result;
}

//@ exp2, exp2f, exp2l: contract: from 0 on; above or below one as the argument is above or below zero
T exp2(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x == 1) return 2;
    if (x - x != 0) return x > 0 ? x : (T)0.0;
    T result = __landfall_unknown_T("exp2");
    __landfall_assume(result >= 0 && (x > 0 ? result >= 1 : result <= 1));
    return result;
}

//@ exp10, exp10f, exp10l: contract: from 0 on; above or below one as the argument is above or below zero
T exp10(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x - x != 0) return x > 0 ? x : (T)0.0;
    T result = __landfall_unknown_T("exp10");
    __landfall_assume(result >= 0 && (x > 0 ? result >= 1 : result <= 1));
    return result;
}

//@ expm1, expm1f, expm1l: contract: from -1 on, of the argument's sign
T expm1(T x) {
    if (x != x) return x;
    if (x == 0) return x;
    if (x - x != 0) return x > 0 ? x : -1;
    T result = __landfall_unknown_T("expm1");
    __landfall_assume(result >= -1 && (x > 0 ? result > 0 : result < 0));
    return result;
}

//@ log, logf, logl: contract: above or below zero as the argument is above or below one
T log(T x) {
    if (x != x) return x;
    if (x < 0) return (x - x) / (x - x);
    if (x == 0) return -1 / (x * x);
    if (x == 1) return 0;
    if (x - x != 0) return x;
    T result = __landfall_unknown_T("log");
    __landfall_assume(x > 1 ? result >= 0 && result < x : result <= 0 && result > -50000);
    return result;
}

//@ log2, log2f, log2l: contract: above or below zero as the argument is above or below one
T log2(T x) {
    if (x != x) return x;
    if (x < 0) return (x - x) / (x - x);
    if (x == 0) return -1 / (x * x);
    if (x == 1) return 0;
    if (x - x != 0) return x;
    T result = __landfall_unknown_T("log2");
    __landfall_assume(x > 1 ? result >= 0 && result < x : result <= 0 && result > -50000);
    return result;
}

//@ log10, log10f, log10l: contract: above or below zero as the argument is above or below one
T log10(T x) {
    if (x != x) return x;
    if (x < 0) return (x - x) / (x - x);
    if (x == 0) return -1 / (x * x);
    if (x == 1) return 0;
    if (x - x != 0) return x;
    T result = __landfall_unknown_T("log10");
    __landfall_assume(x > 1 ? result >= 0 && result < x : result <= 0 && result > -50000);
    return result;
}

//@ log1p, log1pf, log1pl: contract: of the argument's sign
T log1p(T x) {
    if (x != x) return x;
    if (x < -1) return (x - x) / (x - x);
    if (x == -1) return x / (x + 1) ;
    if (x == 0 || x - x != 0) return x;
    T result = __landfall_unknown_T("log1p");
    __landfall_assume(x > 0 ? result >= 0 : result <= 0);
    return result;
}

//@ cbrt, cbrtf, cbrtl: contract: of the argument's sign
T cbrt(T x) {
    if (x != x) return x;
    if (x == 0 || x == 1 || x - x != 0) return x;
    T result = __landfall_unknown_T("cbrt");
    __landfall_assume(x < 0 ? result < 0 : result > 0);
    return result;
}

//@ erf, erff, erfl: contract: from -1 to 1, of the argument's sign
T erf(T x) {
    if (x != x) return x;
    if (x == 0) return x;
    T result = __landfall_unknown_T("erf");
    __landfall_assume(result >= -1 && result <= 1 && (x < 0 ? result <= 0 : result >= 0));
    return result;
}

//@ erfc, erfcf, erfcl: contract: from 0 to 2
T erfc(T x) {
    if (x != x) return x;
    T result = __landfall_unknown_T("erfc");
    __landfall_assume(result >= 0 && result <= 2);
    return result;
}

//@ atan2, atan2f, atan2l: contract: from -pi to pi, of the first argument's sign
T atan2(T y, T x) {
    if (x != x || y != y) return x + y;
    T result = __landfall_unknown_T("atan2");
    __landfall_assume(result >= (T)-3.1416 && result <= (T)3.1416);
    if (y > 0) __landfall_assume(result >= 0);
    if (y < 0) __landfall_assume(result <= 0);
    return result;
}
