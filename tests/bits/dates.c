// Days since 1970 become a date and days again.
// planted: false(unreach-call)
// slow: safe planted
// open: safe: quotients by constants for each of 47,000 days
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int to_days(int y, int m, int d)
{
    y -= m <= 2;
    int era = (y >= 0 ? y : y - 399) / 400;
    unsigned yoe = y - era * 400;
    unsigned doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + (int)doe - 719468;
}

static void to_date(int z, int *y, int *m, int *d)
{
    z += 719468;
    int era = (z >= 0 ? z : z - 146096) / 146097;
    unsigned doe = z - era * 146097;
#ifdef PLANTED
    unsigned yoe = (doe - doe / 1460 + doe / 36524) / 365;
#else
    unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
#endif
    unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    unsigned mp = (5 * doy + 2) / 153;
    *d = doy - (153 * mp + 2) / 5 + 1;
    *m = mp < 10 ? mp + 3 : mp - 9;
    *y = (int)yoe + era * 400 + (*m <= 2);
}

int main(void)
{
    int days = __VERIFIER_nondet_int(), y, m, d;
    if (days < 0 || days > 47540)
        return 0;
    to_date(days, &y, &m, &d);
    assert(y >= 1970 && y <= 2100);
    assert(m >= 1 && m <= 12 && d >= 1 && d <= 31);
    assert(to_days(y, m, d) == days);
    return 0;
}
