// <time.h>: what clocks say is an input.

//@ time: contract: any time
//! place: time: there is a place for the result, or null
long time(long *place) {
    long now = __landfall_input_long("time");
    __landfall_assume(now >= -1);
    if (place) *place = now;
    return now;
}

//@ __landfall_last_clock: object
long __landfall_last_clock;

//@ clock: contract: any time from what it gave before on, or -1
long clock(void) {
    long now = __landfall_input_long("clock");
    __landfall_assume(now == -1 || now >= __landfall_last_clock);
    if (now >= 0) __landfall_last_clock = now;
    return now;
}

//@ difftime: exact
double difftime(long a, long b) { return (double)a - (double)b; }

//@ __landfall_moment: object
struct __landfall_moment { long seconds, fraction; };

//@ gettimeofday: contract: any time
//! place: gettimeofday: there is a place for the result
int gettimeofday(struct __landfall_moment *place, void *zone) {
    if (place) {
        place->seconds = __landfall_input_long("gettimeofday");
        place->fraction = __landfall_input_long("gettimeofday");
        __landfall_assume(place->seconds >= 0 && place->fraction >= 0 && place->fraction < 1000000);
    }
    return 0;
}

//@ clock_gettime: contract: any time, or failure
//! place: clock_gettime: there is a place for the result
int clock_gettime(int which, struct __landfall_moment *place) {
    if (__landfall_input_int("clock_gettime")) return -1;
    place->seconds = __landfall_unknown_long("clock_gettime");
    place->fraction = __landfall_unknown_long("clock_gettime");
    __landfall_assume(place->seconds >= 0 && place->fraction >= 0 && place->fraction < 1000000000);
    return 0;
}

//@ nanosleep: contract: success or failure, any rest
//! wanted: nanosleep: the time can be read
//! rest: nanosleep: there is a place for the rest, or null
int nanosleep(const struct __landfall_moment *wanted, struct __landfall_moment *rest) {
    long seconds = wanted->seconds;
    if (__landfall_unknown_int("nanosleep") == 0) return 0;
    if (rest) {
        rest->seconds = __landfall_unknown_long("nanosleep");
        rest->fraction = __landfall_unknown_long("nanosleep");
    }
    return -1;
}
