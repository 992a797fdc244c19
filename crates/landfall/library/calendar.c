// <time.h>: dates. Which date a time is depends on the place; what is in a date is within bounds.

//@ __landfall_date: object
struct __landfall_date { int second, minute, hour, day, month, year, weekday, yearday, summer; long offset; const char *zone; };

//@ __landfall_one_date: object
struct __landfall_date __landfall_one_date;

//@ __landfall_set_date: helper
void __landfall_set_date(struct __landfall_date *date, const char *what) {
    __landfall_unknown_bytes(date, 9 * sizeof(int), what, "localtime_r, gmtime_r: there is room for a date");
    __landfall_assume(date->second >= 0 && date->second <= 60);
    __landfall_assume(date->minute >= 0 && date->minute <= 59);
    __landfall_assume(date->hour >= 0 && date->hour <= 23);
    __landfall_assume(date->day >= 1 && date->day <= 31);
    __landfall_assume(date->month >= 0 && date->month <= 11);
    __landfall_assume(date->weekday >= 0 && date->weekday <= 6);
    __landfall_assume(date->yearday >= 0 && date->yearday <= 365);
    __landfall_assume(date->summer >= 0 && date->summer <= 1);
    date->offset = __landfall_unknown_long(what);
    date->zone = "UTC";
}

//@ __landfall_is_far: helper
// Whether the year of a time is no int. Which day it is there depends on the place.
int __landfall_is_far(long when) {
    long long seconds = when;
    if (seconds > -67768040609568000LL && seconds < 67768036191503999LL) return 0;
    if (seconds > -67768040609913600LL && seconds < 67768036191849599LL && __landfall_input_int("localtime")) return 0;
    __landfall_errno = 75;
    return 1;
}

//@ localtime: contract: a date whose parts are within their ranges, or null
struct __landfall_date *localtime(const long *when) {
    __landfall_reads(when, sizeof(long), "localtime, gmtime: the time can be read");
    if (__landfall_pointee_result != sizeof(struct __landfall_date)) __landfall_unsupported("`localtime` with a structure of its own");
    if (__landfall_is_far(*when)) return (struct __landfall_date *)0;
    __landfall_set_date(&__landfall_one_date, "localtime");
    return &__landfall_one_date;
}

//@ gmtime: contract: a date whose parts are within their ranges, or null
struct __landfall_date *gmtime(const long *when) {
    __landfall_reads(when, sizeof(long), "localtime, gmtime: the time can be read");
    if (__landfall_pointee_result != sizeof(struct __landfall_date)) __landfall_unsupported("`gmtime` with a structure of its own");
    if (__landfall_is_far(*when)) return (struct __landfall_date *)0;
    __landfall_set_date(&__landfall_one_date, "gmtime");
    return &__landfall_one_date;
}

//@ localtime_r, gmtime_r: contract: a date whose parts are within their ranges, or null
struct __landfall_date *localtime_r(const long *when, struct __landfall_date *to) {
    __landfall_reads(when, sizeof(long), "localtime_r, gmtime_r: the time can be read");
    if (__landfall_pointee_1 != sizeof(struct __landfall_date)) __landfall_unsupported("`localtime_r` with a structure of its own");
    if (__landfall_is_far(*when)) return (struct __landfall_date *)0;
    __landfall_set_date(to, "localtime_r");
    return to;
}

//@ mktime, timegm, timelocal: contract: any time, a date whose parts are within their ranges
//! date: mktime: there is a date
long mktime(struct __landfall_date *date) {
    if (__landfall_pointee_0 != sizeof(struct __landfall_date)) __landfall_unsupported("`mktime` with a structure of its own");
    __landfall_reads(date, 9 * sizeof(int), "mktime: there is a date");
    int moderate = date->year > -1000000 && date->year < 1000000 && date->month > -1000000 && date->month < 1000000;
    moderate = moderate && date->day > -1000000 && date->day < 1000000;
    if (!moderate) __landfall_unsupported("a date far from today");
    __landfall_set_date(date, "mktime");
    return __landfall_unknown_long("mktime");
}

//@ strftime: contract: any text that fits, or zero
//! format: strftime: the format is a string that ends
unsigned long strftime(char *to, unsigned long size, const char *format, const void *date) {
    for (unsigned long i = 0; format[i]; i++) {}
    __landfall_reads(date, __landfall_pointee_3, "strftime: there is a date");
    __landfall_extent(date, __landfall_pointee_3);
    unsigned long n = __landfall_unknown_ulong("strftime");
    __landfall_assume(n < size || n == 0);
    if (size == 0) return 0;
    __landfall_unknown_bytes(to, n + 1, "strftime", "strftime: the buffer has as much room as is said");
    to[n] = 0;
    return n;
}

//@ __landfall_date_text: object
char __landfall_date_text[114];

//@ __landfall_write_date: helper
char *__landfall_write_date(char *to) {
    __landfall_unknown_bytes(to, 24, "asctime", "asctime_r, ctime_r: there is room for 26 characters");
    for (int i = 0; i < 24; i++) __landfall_assume(to[i] >= ' ' && to[i] <= 'z');
    to[24] = '\n';
    to[25] = 0;
    return to;
}

//@ __landfall_is_usual: helper
//! date: asctime: there is a date
void __landfall_is_usual(const struct __landfall_date *date) {
    int usual = date->year >= -900 && date->year <= 8099 && date->month >= 0 && date->month <= 11 && date->day >= 0 && date->day <= 99;
    usual = usual && date->hour >= 0 && date->hour <= 99 && date->minute >= 0 && date->minute <= 99;
    usual = usual && date->second >= 0 && date->second <= 99 && date->weekday >= 0 && date->weekday <= 6;
    if (!usual) __landfall_unsupported("a date that is not written with 25 characters");
}

//@ asctime: contract: any text of 25 characters
char *asctime(const struct __landfall_date *date) {
    __landfall_is_usual(date);
    return __landfall_write_date(__landfall_date_text);
}

//@ asctime_r: contract: any text of 25 characters
char *asctime_r(const struct __landfall_date *date, char *to) {
    __landfall_is_usual(date);
    return __landfall_write_date(to);
}

//@ __landfall_is_usual_time: helper
//! when: ctime: the time can be read
void __landfall_is_usual_time(const long *when) {
    if ((long long)*when > 253402000000LL || (long long)*when < -30600000000LL) __landfall_unsupported("a date that is not written with 25 characters");
}

//@ ctime: contract: any text of 25 characters
char *ctime(const long *when) {
    __landfall_is_usual_time(when);
    return __landfall_write_date(__landfall_date_text);
}

//@ ctime_r: contract: any text of 25 characters
char *ctime_r(const long *when, char *to) {
    __landfall_is_usual_time(when);
    return __landfall_write_date(to);
}

//@ tzset: exact
void tzset(void) {}

//@ times: contract: anything that fits into the structure
long times(void *to) {
    if (to) {
        __landfall_unknown_bytes(to, __landfall_pointee_0, "times", "times: there is room for what is told");
        __landfall_extent(to, __landfall_pointee_0);
    }
    return __landfall_input_long("times");
}

//@ clock_getres: contract: any resolution, or failure
//! place: clock_getres: there is a place for the result, or null
int clock_getres(int which, struct __landfall_moment *place) {
    if (__landfall_input_int("clock_getres")) {
        __landfall_errno = 22;
        return -1;
    }
    if (place) {
        place->seconds = __landfall_unknown_long("clock_getres");
        place->fraction = __landfall_unknown_long("clock_getres");
        __landfall_assume(place->seconds >= 0 && place->fraction >= 0 && place->fraction < 1000000000);
    }
    return 0;
}

//@ clock_settime: contract: success or failure
//! from: clock_settime: the time can be read
int clock_settime(int which, const struct __landfall_moment *from) {
    long seconds = from->seconds;
    return __landfall_told() ? 0 : -1;
}

//@ settimeofday: contract: success or failure
int settimeofday(const struct __landfall_moment *from, const void *zone) { return __landfall_told() ? 0 : -1; }

//@ timespec_get: contract: any time, or failure
//! place: timespec_get: there is a place for the result
int timespec_get(struct __landfall_moment *place, int base) {
    if (base != 1) return 0;
    place->seconds = __landfall_input_long("timespec_get");
    place->fraction = __landfall_input_long("timespec_get");
    __landfall_assume(place->seconds >= 0 && place->fraction >= 0 && place->fraction < 1000000000);
    return 1;
}

//@ clock_nanosleep: contract: success or an error, any rest
//! wanted: clock_nanosleep: the time can be read
//! rest: clock_nanosleep: there is a place for the rest, or null
int clock_nanosleep(int which, int flags, const struct __landfall_moment *wanted, struct __landfall_moment *rest) {
    if (nanosleep(wanted, rest) == 0) return 0;
    return __builtin_any_positive("clock_nanosleep");
}
