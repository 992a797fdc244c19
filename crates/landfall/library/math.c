// <math.h>. What IEEE 754 says exactly is built in (fabs, sqrt, floor and relatives); what is left is exact where that is simple,
// and elsewhere a number within bounds that every correct implementation keeps.

//@ fdim, fdimf, fdiml: exact
T fdim(T x, T y) {
    if (x != x || y != y) return x + y;
    return x > y ? x - y : 0;
}

//@ fma, fmaf, fmal: contract: exact for small whole factors, any number otherwise, not a number where an argument is none
T fma(T x, T y, T z) {
    if (x != x || y != y || z != z) return x + y + z;
    if (y == 1) return x + z;
    if (x == 1) return y + z;
    T most = sizeof(T) == 4 ? 4096 : 67108864;
    int small = x >= -most && x <= most && y >= -most && y <= most;
    if (small && (T)(int)x == x && (T)(int)y == y) return x * y + z;
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

//@ __landfall_to_long, __landfall_to_longf, __landfall_to_longl: helper
// C leaves open what becomes of numbers that do not fit.
long __landfall_to_long(T whole) {
    T limit = -(T)(-(long)(~0UL >> 1) - 1);
    return whole >= -limit && whole < limit ? (long)whole : __landfall_open_long("lround");
}

//@ __landfall_to_long_long, __landfall_to_long_longf, __landfall_to_long_longl: helper
long long __landfall_to_long_long(T whole) {
    T limit = -(T)(-(long long)(~0ULL >> 1) - 1);
    return whole >= -limit && whole < limit ? (long long)whole : __landfall_open_longlong("llround");
}

//@ lround, lroundf, lroundl: exact
long lround(T x) { return __landfall_to_longT(__builtin_roundT(x)); }

//@ llround, llroundf, llroundl: exact
long long llround(T x) { return __landfall_to_long_longT(__builtin_roundT(x)); }

//@ lrint, lrintf, lrintl: exact
long lrint(T x) { return __landfall_to_longT(__builtin_rintT(x)); }

//@ llrint, llrintf, llrintl: exact
long long llrint(T x) { return __landfall_to_long_longT(__builtin_rintT(x)); }

//@ sqrt, sqrtf, sqrtl: exact
T sqrt(T x) {
    if (x < 0) __landfall_errno = 33;
    return __builtin_sqrtT(x);
}

//@ __landfall_domain, __landfall_domainf, __landfall_domainl: helper
// Not a number, of the sign that glibc gives it.
T __landfall_domain(T sign) {
    __landfall_errno = 33;
    return __builtin_copysignT(__builtin_nanT(""), sign);
}

//@ __landfall_pole, __landfall_polef, __landfall_polel: helper
T __landfall_pole(T sign) {
    __landfall_errno = 34;
    return __builtin_copysignT(__builtin_infT(), sign);
}

//@ hypot, hypotf, hypotl: contract: exact for small whole numbers with a whole result, otherwise at least as large as both arguments
T hypot(T x, T y) {
    T a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    if ((x == x && x - x != 0) || (y == y && y - y != 0)) return x == x && x - x != 0 ? a : b;
    if (x != x || y != y) return x + y;
    if (a == 0) return b;
    if (b == 0) return a;
    T most = sizeof(T) == 4 ? 2000 : 1000000;
    if (a < most && b < most && (T)(int)a == a && (T)(int)b == b) {
        T whole = __builtin_sqrtT(a * a + b * b);
        if ((T)(int)whole == whole && whole * whole == a * a + b * b) return whole;
    }
    T result = __landfall_unknown_T("hypot");
    __landfall_assume(result >= a && result >= b);
    __landfall_may_range();
    return result;
}

//@ pow, powf, powl: contract: exact for whole numbers of moderate size, special values as IEEE 754 says, of the right sign, below or above one; otherwise any number
T pow(T x, T y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return x + y;
    if (y == 1) return x;
    T most = sizeof(T) == 4 ? 16777216 : 9007199254740992;
    if (y > 0 && y <= 64 && (T)(int)y == y && x >= -most && x <= most && (T)(long long)x == x) {
        // Whole numbers as long as they are exact.
        T power = 1;
        int left = (int)y;
        for (; left > 0 && power >= -most && power <= most; left--) power *= x;
        if (left == 0 && power >= -most && power <= most) return power;
    }
    if (x == 2 && y > -100 && y < 100 && (T)(int)y == y) return ldexp((T)1, (int)y);
    T result = __landfall_unknown_T("pow");
    __landfall_may_domain();
    if (x > 0 && x - x == 0 && y - y == 0) {
        __landfall_assume(result >= 0);
        if ((x >= 1) == (y >= 0)) __landfall_assume(result >= 1);
        else __landfall_assume(result <= 1);
    } else if (x == 0 && y > 0) {
        __landfall_assume(result == 0);
    }
    return result;
}

//@ sin, sinf, sinl: contract: from -1 to 1
T sin(T x) {
    if (x != x) return x;
    if (x - x != 0) return __landfall_domainT(-1);
    if (x == 0) return x;
    T result = __landfall_unknown_T("sin");
    __landfall_assume(result >= -1 && result <= 1);
    __landfall_may_range();
    return result;
}

//@ cos, cosf, cosl: contract: from -1 to 1
T cos(T x) {
    if (x != x) return x;
    if (x - x != 0) return __landfall_domainT(-1);
    if (x == 0) return 1;
    T result = __landfall_unknown_T("cos");
    __landfall_assume(result >= -1 && result <= 1);
    return result;
}

//@ tan, tanf, tanl: contract: any number
T tan(T x) {
    if (x != x) return x;
    if (x - x != 0) return __landfall_domainT(-1);
    if (x == 0) return x;
    T result = __landfall_unknown_T("tan");
    __landfall_assume(result == result);
    __landfall_may_range();
    return result;
}

//@ asin, asinf, asinl: contract: from -pi/2 to pi/2
T asin(T x) {
    if (x != x) return x;
    if (x < -1 || x > 1) return __landfall_domainT(1);
    if (x == 0) return x;
    T result = __landfall_unknown_T("asin");
    __landfall_assume(result >= (T)-1.5708 && result <= (T)1.5708 && (x < 0 ? result < 0 : result > 0));
    __landfall_may_range();
    return result;
}

//@ acos, acosf, acosl: contract: from 0 to pi
T acos(T x) {
    if (x != x) return x;
    if (x < -1 || x > 1) return __landfall_domainT(1);
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
    __landfall_may_range();
    return result;
}

//@ sinh, sinhf, sinhl: contract: of the argument's sign
T sinh(T x) {
    if (x != x) return x;
    if (x == 0 || x - x != 0) return x;
    T result = __landfall_unknown_T("sinh");
    __landfall_assume(x < 0 ? result < 0 : result > 0);
    __landfall_may_range();
    return result;
}

//@ cosh, coshf, coshl: contract: from 1 on
T cosh(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x - x != 0) return x * x;
    T result = __landfall_unknown_T("cosh");
    __landfall_assume(result >= 1);
    __landfall_may_range();
    return result;
}

//@ tanh, tanhf, tanhl: contract: from -1 to 1, of the argument's sign
T tanh(T x) {
    if (x != x) return x;
    if (x == 0) return x;
    T result = __landfall_unknown_T("tanh");
    __landfall_assume(result >= -1 && result <= 1 && (x < 0 ? result < 0 : result > 0));
    __landfall_may_range();
    return result;
}

//@ asinh, asinhf, asinhl: contract: of the argument's sign
T asinh(T x) {
    if (x != x) return x;
    if (x == 0 || x - x != 0) return x;
    T result = __landfall_unknown_T("asinh");
    __landfall_assume(x < 0 ? result < 0 : result > 0);
    __landfall_may_range();
    return result;
}

//@ acosh, acoshf, acoshl: contract: from 0 on
T acosh(T x) {
    if (x != x) return x;
    if (x < 1) return __landfall_domainT(-1);
    if (x == 1) return 0;
    T result = __landfall_unknown_T("acosh");
    __landfall_assume(result >= 0);
    return result;
}

//@ atanh, atanhf, atanhl: contract: of the argument's sign
T atanh(T x) {
    if (x != x) return x;
    if (x < -1 || x > 1) return __landfall_domainT(-1);
    if (x == 0) return x;
    if (x == 1 || x == -1) return __landfall_poleT(x);
    T result = __landfall_unknown_T("atanh");
    __landfall_assume(x < 0 ? result < 0 : result > 0);
    __landfall_may_range();
    return result;
}

//@ exp, expf, expl: contract: from 0 on; above or below one as the argument is above or below zero
T exp(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x - x != 0) return x > 0 ? x : (T)0.0;
    T result = __landfall_unknown_T("exp");
    __landfall_assume(result >= 0 && (x > 0 ? result >= 1 : result <= 1));
    __landfall_may_range();
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
    __landfall_may_range();
    return result;
}

//@ exp10, exp10f, exp10l: contract: from 0 on; above or below one as the argument is above or below zero
T exp10(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x - x != 0) return x > 0 ? x : (T)0.0;
    T result = __landfall_unknown_T("exp10");
    __landfall_assume(result >= 0 && (x > 0 ? result >= 1 : result <= 1));
    __landfall_may_range();
    return result;
}

//@ expm1, expm1f, expm1l: contract: from -1 on, of the argument's sign
T expm1(T x) {
    if (x != x) return x;
    if (x == 0) return x;
    if (x - x != 0) return x > 0 ? x : -1;
    T result = __landfall_unknown_T("expm1");
    __landfall_assume(result >= -1 && (x > 0 ? result > 0 : result < 0));
    __landfall_may_range();
    return result;
}

//@ log, logf, logl: contract: above or below zero as the argument is above or below one
T log(T x) {
    if (x != x) return x;
    if (x < 0) return __landfall_domainT(-1);
    if (x == 0) return __landfall_poleT(-1);
    if (x == 1) return 0;
    if (x - x != 0) return x;
    T result = __landfall_unknown_T("log");
    __landfall_assume(x > 1 ? result >= 0 && result < x : result <= 0 && result > -50000);
    return result;
}

//@ log2, log2f, log2l: contract: above or below zero as the argument is above or below one
T log2(T x) {
    if (x != x) return x;
    if (x < 0) return __landfall_domainT(-1);
    if (x == 0) return __landfall_poleT(-1);
    if (x == 1) return 0;
    if (x - x != 0) return x;
    T result = __landfall_unknown_T("log2");
    __landfall_assume(x > 1 ? result >= 0 && result < x : result <= 0 && result > -50000);
    return result;
}

//@ log10, log10f, log10l: contract: above or below zero as the argument is above or below one
T log10(T x) {
    if (x != x) return x;
    if (x < 0) return __landfall_domainT(1);
    if (x == 0) return __landfall_poleT(-1);
    if (x == 1) return 0;
    if (x - x != 0) return x;
    T result = __landfall_unknown_T("log10");
    __landfall_assume(x > 1 ? result >= 0 && result < x : result <= 0 && result > -50000);
    return result;
}

//@ log1p, log1pf, log1pl: contract: of the argument's sign
T log1p(T x) {
    if (x != x) return x;
    if (x < -1) return __landfall_domainT(-1);
    if (x == -1) return __landfall_poleT(-1);
    if (x == 0 || x - x != 0) return x;
    T result = __landfall_unknown_T("log1p");
    __landfall_assume(x > 0 ? result >= 0 : result <= 0);
    __landfall_may_range();
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
    __landfall_may_range();
    return result;
}

//@ erfc, erfcf, erfcl: contract: from 0 to 2
T erfc(T x) {
    if (x != x) return x;
    T result = __landfall_unknown_T("erfc");
    __landfall_assume(result >= 0 && result <= 2);
    __landfall_may_range();
    return result;
}

//@ atan2, atan2f, atan2l: contract: from -pi to pi, of the first argument's sign
T atan2(T y, T x) {
    if (x != x || y != y) return x + y;
    T result = __landfall_unknown_T("atan2");
    __landfall_assume(result >= (T)-3.1416 && result <= (T)3.1416);
    if (y > 0) __landfall_assume(result >= 0);
    if (y < 0) __landfall_assume(result <= 0);
    __landfall_may_range();
    return result;
}
