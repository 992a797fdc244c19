// <math.h>: functions on the representation of numbers. A number of type float is one of type double, so that most are done there.

//@ __landfall_bits: helper
unsigned long long __landfall_bits(double value) {
    union { double value; unsigned long long bits; } both;
    both.value = value;
    return both.bits;
}

//@ __landfall_number: helper
double __landfall_number(unsigned long long bits) {
    union { double value; unsigned long long bits; } both;
    both.bits = bits;
    return both.value;
}

//@ __landfall_float_bits: helper
unsigned int __landfall_float_bits(float value) {
    union { float value; unsigned int bits; } both;
    both.value = value;
    return both.bits;
}

//@ __landfall_float_number: helper
float __landfall_float_number(unsigned int bits) {
    union { float value; unsigned int bits; } both;
    both.bits = bits;
    return both.value;
}

//@ __landfall_may_range: helper
void __landfall_may_range(void) {
    // Whether a result that is too small or too large is told depends on the result.
    int told = __landfall_unknown_int("errno");
    __landfall_assume(told == 34 || told == __landfall_errno);
    __landfall_errno = told;
}

//@ __landfall_exponent: helper
// The exponent of a finite number other than zero, which is between 1 and 2 times that power of two.
int __landfall_exponent(double x) {
    int field = (int)(__landfall_bits(x) >> 52 & 2047);
    if (field != 0) return field - 1023;
    return (int)(__landfall_bits(x * 18014398509481984.0) >> 52 & 2047) - 1023 - 54;
}

//@ frexp: exact
//! place: frexp: there is a place for the exponent
double frexp(double x, int *place) {
    if (x == 0) {
        *place = 0;
        return x;
    }
    if (x - x != 0) {
        *place = __landfall_open_int("frexp");
        return x;
    }
    unsigned long long bits = __landfall_bits(x);
    int moved = 0;
    if ((bits >> 52 & 2047) == 0) {
        moved = 54;
        bits = __landfall_bits(x * 18014398509481984.0);
    }
    *place = (int)(bits >> 52 & 2047) - 1022 - moved;
    return __landfall_number((bits & ~(2047ULL << 52)) | 1022ULL << 52);
}

//@ frexpf: exact
float frexpf(float x, int *place) { return (float)frexp((double)x, place); }

//@ frexpl: contract: from a half on, below one, any exponent
//! place: frexp: there is a place for the exponent
long double frexpl(long double x, int *place) {
    *place = 0;
    if (x == 0) return x;
    if (x - x != 0) {
        *place = __landfall_open_int("frexp");
        return x;
    }
    if ((long double)(double)x == x) return frexp((double)x, place);
    int exponent = __landfall_unknown_int("frexp");
    __landfall_assume(exponent >= -16444 && exponent <= 16384);
    *place = exponent;
    long double result = __landfall_unknown_long_double("frexp");
    __landfall_assume(x < 0 ? result <= -0.5L && result > -1 : result >= 0.5L && result < 1);
    return result;
}

//@ __landfall_scale: helper
// The number times a power of two, rounded once.
double __landfall_scale(double x, int exponent) {
    unsigned long long bits = __landfall_bits(x);
    int field = (int)(bits >> 52 & 2047);
    if (field > 0 && exponent > -4000 && exponent < 4000 && field + exponent > 0 && field + exponent < 2047)
        return __landfall_number(bits + ((unsigned long long)exponent << 52));
    // The largest and the smallest power of two; the latter leaves room for one rounding at the end.
    double large = __landfall_number(2046ULL << 52), small = __landfall_number(54ULL << 52);
    if (exponent > 1023) {
        x *= large;
        exponent -= 1023;
        if (exponent > 1023) {
            x *= large;
            exponent -= 1023;
        }
    }
    if (exponent < -1022) {
        x *= small;
        exponent += 969;
        if (exponent < -1022) {
            x *= small;
            exponent += 969;
        }
    }
    if (exponent > 1023) exponent = 1023;
    if (exponent < -1022) exponent = -1022;
    return x * __landfall_number((unsigned long long)(1023 + exponent) << 52);
}

//@ ldexp: exact
double ldexp(double x, int exponent) {
    if (x == 0 || x - x != 0 || exponent == 0) return x;
    double result = __landfall_scale(x, exponent);
    if (result == 0 || result - result != 0) __landfall_errno = 34;
    return result;
}

//@ ldexpf: exact
float ldexpf(float x, int exponent) {
    if (x == 0 || x - x != 0 || exponent == 0) return x;
    float result = (float)__landfall_scale((double)x, exponent);
    if (result == 0 || result - result != 0) __landfall_errno = 34;
    return result;
}

//@ ldexpl: contract: exact for small exponents, otherwise any number of the sign
long double ldexpl(long double x, int exponent) {
    if (x == 0 || x - x != 0 || exponent == 0) return x;
    if (exponent > 0 && exponent < 60) {
        long double exact = x * (long double)(1ULL << exponent);
        if (exact - exact != 0) __landfall_errno = 34;
        return exact;
    }
    long double result = __landfall_unknown_long_double("ldexp");
    __landfall_assume(x < 0 ? result <= 0 : result >= 0);
    __landfall_may_range();
    return result;
}

//@ scalbn: exact
double scalbn(double x, int exponent) { return ldexp(x, exponent); }

//@ scalbnf: exact
float scalbnf(float x, int exponent) { return ldexpf(x, exponent); }

//@ scalbnl: contract: exact for small exponents, otherwise any number of the sign
long double scalbnl(long double x, int exponent) { return ldexpl(x, exponent); }

//@ __landfall_moderate_exponent: helper
int __landfall_moderate_exponent(long exponent) { return exponent > 50000 ? 50000 : exponent < -50000 ? -50000 : (int)exponent; }

//@ scalbln: exact
double scalbln(double x, long exponent) { return ldexp(x, __landfall_moderate_exponent(exponent)); }

//@ scalblnf: exact
float scalblnf(float x, long exponent) { return ldexpf(x, __landfall_moderate_exponent(exponent)); }

//@ scalblnl: contract: exact for small exponents, otherwise any number of the sign
long double scalblnl(long double x, long exponent) { return ldexpl(x, __landfall_moderate_exponent(exponent)); }

//@ ilogb: exact
int ilogb(double x) {
    if (x == 0 || x != x) {
        __landfall_errno = 33;
        return -2147483647 - 1;
    }
    if (x - x != 0) {
        __landfall_errno = 33;
        return 2147483647;
    }
    return __landfall_exponent(x);
}

//@ ilogbf: exact
int ilogbf(float x) { return ilogb((double)x); }

//@ ilogbl: contract: exact for numbers that a double is, otherwise any exponent
int ilogbl(long double x) {
    if ((long double)(double)x == x || x != x) return ilogb((double)x);
    int result = __landfall_unknown_int("ilogb");
    __landfall_assume(result >= -16445 && result <= 16383);
    return result;
}

//@ logb: exact
double logb(double x) {
    if (x == 0) return -1 / (x * x);
    if (x - x != 0) return x * x;
    return (double)__landfall_exponent(x);
}

//@ logbf: exact
float logbf(float x) { return (float)logb((double)x); }

//@ logbl: contract: exact for numbers that a double is, otherwise any exponent
long double logbl(long double x) {
    if ((long double)(double)x == x || x != x) return logb((double)x);
    int result = __landfall_unknown_int("logb");
    __landfall_assume(result >= -16445 && result <= 16383);
    return result;
}

//@ significand: exact
double significand(double x) {
    if (x == 0 || x - x != 0) return x;
    int place;
    return frexp(x, &place) * 2;
}

//@ significandf: exact
float significandf(float x) { return (float)significand((double)x); }

//@ nextafter: exact
double nextafter(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    double result;
    if (x == 0) {
        result = y > 0 ? __landfall_number(1) : -__landfall_number(1);
    } else {
        unsigned long long bits = __landfall_bits(x);
        result = __landfall_number((x < y) == (x > 0) ? bits + 1 : bits - 1);
    }
    double size = result < 0 ? -result : result;
    if (size - size != 0 || x != 0 && size < 2.2250738585072014e-308) __landfall_errno = 34;
    return result;
}

//@ nextafterf: exact
float nextafterf(float x, float y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    float result;
    if (x == 0) {
        result = y > 0 ? __landfall_float_number(1) : -__landfall_float_number(1);
    } else {
        unsigned int bits = __landfall_float_bits(x);
        result = __landfall_float_number((x < y) == (x > 0) ? bits + 1 : bits - 1);
    }
    float size = result < 0 ? -result : result;
    if (size - size != 0 || x != 0 && size < 1.17549435e-38f) __landfall_errno = 34;
    return result;
}

//@ nextafterl: contract: between the arguments
long double nextafterl(long double x, long double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    long double result = __landfall_unknown_long_double("nextafter");
    __landfall_assume(x < y ? result > x && result <= y : result < x && result >= y);
    __landfall_may_range();
    return result;
}

//@ nexttoward: exact
double nexttoward(double x, long double y) {
    if (x != x || y != y) return x + (double)y;
    if ((long double)x == y) return (double)y;
    return nextafter(x, (long double)x < y ? __builtin_inf() : -__builtin_inf());
}

//@ nexttowardf: exact
float nexttowardf(float x, long double y) {
    if (x != x || y != y) return x + (float)y;
    if ((long double)x == y) return (float)y;
    return nextafterf(x, (long double)x < y ? __builtin_inff() : -__builtin_inff());
}

//@ nexttowardl: contract: between the arguments
long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }

//@ __landfall_rest: helper
// The rest of the division of finite numbers, both above zero, the first the larger one, whose quotient is below 2^30.
double __landfall_rest(double x, double y) {
    int top = __landfall_exponent(x), bottom = __landfall_exponent(y);
    unsigned long long divisor = (unsigned long long)__landfall_scale(y, 52 - bottom);
    unsigned long long rest = (unsigned long long)__landfall_scale(x, 52 - top) % divisor;
    if (top - bottom >= 11) {
        rest = (rest << 11) % divisor;
        top -= 11;
        if (top - bottom >= 11) {
            rest = (rest << 11) % divisor;
            top -= 11;
        }
    }
    rest = (rest << (top - bottom)) % divisor;
    return __landfall_scale((double)rest, bottom - 52);
}

//@ fmod: contract: exact for whole numbers and quotients below 2^30; otherwise smaller than both, of the first one's sign
double fmod(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x - x != 0 || y == 0) {
        __landfall_errno = 33;
        return (x * y) / (x * y);
    }
    double magnitude = x < 0 ? -x : x, divisor = y < 0 ? -y : y;
    if (magnitude < divisor) return x;
    if (magnitude < 4503599627370496.0 && divisor < 4503599627370496.0 && (double)(long long)x == x && (double)(long long)y == y) {
        long long rest = (long long)x % (long long)y;
        return __builtin_copysign((double)rest, x);
    }
    if (magnitude / divisor < 1073741824.0) return __builtin_copysign(__landfall_rest(magnitude, divisor), x);
    double result = __landfall_unknown_double("fmod");
    double size = result < 0 ? -result : result;
    __landfall_assume(size < divisor && (x < 0 ? result <= 0 : result >= 0));
    return result;
}

//@ fmodf: contract: exact for whole numbers and quotients below 2^30; otherwise smaller than both, of the first one's sign
float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }

//@ fmodl: contract: exact for whole numbers and where the first is the smaller; otherwise smaller than both, of the first one's sign
long double fmodl(long double x, long double y) {
    if (x != x || y != y) return x + y;
    if (x - x != 0 || y == 0) {
        __landfall_errno = 33;
        return (x * y) / (x * y);
    }
    long double magnitude = x < 0 ? -x : x, divisor = y < 0 ? -y : y;
    if (magnitude < divisor) return x;
    if (magnitude < 4503599627370496.0L && divisor < 4503599627370496.0L && (long double)(long long)x == x && (long double)(long long)y == y) {
        long long rest = (long long)x % (long long)y;
        return __builtin_copysignl((long double)rest, x);
    }
    long double result = __landfall_unknown_long_double("fmod");
    long double size = result < 0 ? -result : result;
    __landfall_assume(size < divisor && (x < 0 ? result <= 0 : result >= 0));
    return result;
}

//@ drem, dremf, dreml: contract: as remainder
T drem(T x, T y) { return remainderT(x, y); }

//@ remainder: contract: exact for quotients below 2^30; otherwise at most half of the second argument
double remainder(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x - x != 0 || y == 0) {
        __landfall_errno = 33;
        return (x * y) / (x * y);
    }
    double divisor = y < 0 ? -y : y, size = x < 0 ? -x : x;
    if (y - y != 0) return x;
    if (divisor > 4e307) {
        if (size < divisor / 2) return x;
        double far = __landfall_unknown_double("remainder");
        __landfall_assume(far >= -divisor / 2 && far <= divisor / 2);
        return far;
    }
    size = fmod(size, divisor + divisor);
    if (divisor < 1e-300) {
        if (size + size > divisor) {
            size -= divisor;
            if (size + size >= divisor) size -= divisor;
        }
    } else {
        double half = divisor * 0.5;
        if (size > half) {
            size -= divisor;
            if (size >= half) size -= divisor;
        }
    }
    return __builtin_signbit(x) ? -size : size;
}

//@ remainderf: contract: exact for quotients below 2^30; otherwise at most half of the second argument
float remainderf(float x, float y) { return (float)remainder((double)x, (double)y); }

//@ remainderl: contract: not larger than the second argument
long double remainderl(long double x, long double y) {
    if (x != x || y != y) return x + y;
    if (x - x != 0 || y == 0) {
        __landfall_errno = 33;
        return (x * y) / (x * y);
    }
    long double divisor = y < 0 ? -y : y, size = x < 0 ? -x : x;
    if (size < divisor / 2) return x;
    long double result = __landfall_unknown_long_double("remainder");
    __landfall_assume(result >= -divisor && result <= divisor);
    return result;
}

//@ remquo, remquof, remquol: contract: as remainder, with any last bits of the quotient
//! place: remquo: there is a place for the quotient
T remquo(T x, T y, int *place) {
    int quotient = __landfall_unknown_int("remquo");
    __landfall_assume(quotient >= -7 && quotient <= 7);
    *place = quotient;
    return remainderT(x, y);
}

//@ roundeven, roundevenf, roundevenl: exact
T roundeven(T x) { return __builtin_rintT(x); }

//@ __fpclassify, __fpclassifyf, __fpclassifyl: exact
int __fpclassify(T x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

//@ __issignaling, __issignalingf, __issignalingl: contract: no, unless the argument is not a number
int __issignaling(T x) {
    if (x == x) return 0;
    return __landfall_unknown_int("issignaling") != 0;
}

//@ __iseqsig: exact
int __iseqsig(double x, double y) { return x == y; }

//@ sincos, sincosf, sincosl: contract: from -1 to 1
//! sine: sincos: there is a place for the sine
//! cosine: sincos: there is a place for the cosine
void sincos(T x, T *sine, T *cosine) {
    *sine = sinT(x);
    *cosine = cosT(x);
}

//@ tgamma, tgammaf, tgammal: contract: above zero for arguments above zero, otherwise any number
T tgamma(T x) {
    if (x != x) return x;
    if (x == 0) {
        __landfall_errno = 34;
        return 1 / x;
    }
    if (x == 1 || x == 2) return 1;
    if (x - x != 0 && x > 0) return x;
    if (x < 0 && (x - x != 0 || x == __builtin_floorT(x))) {
        __landfall_errno = 33;
        return (x - x) / (x - x);
    }
    T result = __landfall_unknown_T("tgamma");
    __landfall_assume(x > 0 ? result > 0 : result == result);
    __landfall_may_range();
    return result;
}

//@ signgam: object
int signgam;

//@ __landfall_log_of_gamma, __landfall_log_of_gammaf, __landfall_log_of_gammal: helper
T __landfall_log_of_gamma(T x, int *sign) {
    *sign = 1;
    if (x != x) return x;
    if (x - x != 0) return x * x;
    if (x == 1 || x == 2) return 0;
    if (x <= 0 && x == __builtin_floorT(x)) {
        __landfall_errno = 34;
        if (x == 0 && __builtin_signbit(x)) *sign = -1;
        return 1 / (x - x);
    }
    T result = __landfall_unknown_T("lgamma");
    __landfall_assume(result == result);
    if (x < 0) {
        int negative = __landfall_unknown_int("lgamma");
        __landfall_assume(negative == 1 || negative == -1);
        *sign = negative;
    }
    __landfall_may_range();
    return result;
}

//@ lgamma, lgammaf, lgammal: contract: any number
T lgamma(T x) { return __landfall_log_of_gammaT(x, &signgam); }

//@ gamma, gammaf, gammal: contract: any number
T gamma(T x) { return __landfall_log_of_gammaT(x, &signgam); }

//@ lgamma_r, lgammaf_r, lgammal_r: contract: any number
//! place: lgamma_r: there is a place for the sign
T lgamma_r(T x, int *place) {
    int sign;
    T result = __landfall_log_of_gammaT(x, &sign);
    *place = sign;
    return result;
}

//@ j0, j0f, j0l: contract: from -1 to 1
T j0(T x) {
    if (x != x) return x;
    if (x == 0) return 1;
    if (x - x != 0) return 0;
    T result = __landfall_unknown_T("j0");
    __landfall_assume(result >= -1 && result <= 1);
    __landfall_may_range();
    return result;
}

//@ j1, j1f, j1l: contract: from -1 to 1
T j1(T x) {
    if (x != x) return x;
    T result = __landfall_unknown_T("j1");
    __landfall_assume(result >= -1 && result <= 1);
    __landfall_may_range();
    return result;
}

//@ jn, jnf, jnl: contract: from -1 to 1
T jn(int n, T x) {
    if (x != x) return x;
    T result = __landfall_unknown_T("jn");
    __landfall_assume(result >= -1 && result <= 1);
    __landfall_may_range();
    return result;
}

//@ y0, y0f, y0l: contract: any number
T y0(T x) {
    if (x != x) return x;
    __landfall_may_domain();
    return __landfall_unknown_T("y0");
}

//@ y1, y1f, y1l: contract: any number
T y1(T x) {
    if (x != x) return x;
    __landfall_may_domain();
    return __landfall_unknown_T("y1");
}

//@ yn, ynf, ynl: contract: any number
T yn(int n, T x) {
    if (x != x) return x;
    __landfall_may_domain();
    return __landfall_unknown_T("yn");
}

//@ __landfall_may_domain: helper
void __landfall_may_domain(void) {
    int told = __landfall_unknown_int("errno");
    __landfall_assume(told == 34 || told == 33 || told == __landfall_errno);
    __landfall_errno = told;
}

//@ pow10, pow10f, pow10l: contract: as exp10
T pow10(T x) { return exp10T(x); }
