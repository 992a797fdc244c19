// <fenv.h>: numbers are rounded to nearest; which exceptions were raised is not kept.

//@ fegetround: exact
int fegetround(void) { return 0; }

//@ feclearexcept, feraiseexcept: exact
int feclearexcept(int exceptions) { return 0; }

//@ fetestexcept: contract: any of the exceptions that are asked for
int fetestexcept(int exceptions) {
    int raised = __landfall_unknown_int("fetestexcept");
    return raised & exceptions & 61;
}

//@ fegetexceptflag: contract: any flags
int fegetexceptflag(void *place, int exceptions) {
    __landfall_unknown_bytes(place, __landfall_pointee_0, "fegetexceptflag", "fegetexceptflag: there is room for the flags");
    __landfall_extent(place, __landfall_pointee_0);
    return 0;
}

//@ fesetexceptflag: exact
int fesetexceptflag(const void *place, int exceptions) {
    __landfall_reads(place, __landfall_pointee_0, "fesetexceptflag: the flags can be read");
    __landfall_extent(place, __landfall_pointee_0);
    return 0;
}

//@ fegetenv: contract: any environment
int fegetenv(void *place) {
    __landfall_unknown_bytes(place, __landfall_pointee_0, "fegetenv", "fegetenv: there is room for the environment");
    __landfall_extent(place, __landfall_pointee_0);
    return 0;
}

//@ fesetround: contract: unsupported but for rounding to nearest
int fesetround(int mode) {
    if (mode != 0 && mode != 1024 && mode != 2048 && mode != 3072) return 1;
    if (mode != 0) __landfall_unsupported("a change of how numbers are rounded");
    return 0;
}

//@ fedisableexcept: contract: any of all exceptions
int fedisableexcept(int exceptions) { return __landfall_unknown_int("fedisableexcept") & 61; }

//@ fegetexcept: contract: any of all exceptions
int fegetexcept(void) { return __landfall_unknown_int("fegetexcept") & 61; }
