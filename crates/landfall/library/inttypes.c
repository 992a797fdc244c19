// <inttypes.h>: intmax_t is a long long, or a long of the same size.

//@ __landfall_imaxdiv: object
struct __landfall_imaxdiv { long long quot, rem; };

//@ imaxdiv: exact
struct __landfall_imaxdiv imaxdiv(long long x, long long y) {
    struct __landfall_imaxdiv result = {x / y, x % y};
    return result;
}
