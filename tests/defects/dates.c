// Days and months.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static int leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int day_of_year(int year, int month, int day)
{
    int days = before[month] + day; // BUG access: 2000,12,1
    if (month > 2 && leap(year))
        days++;
    return days;
}

static int weekday(int days)
{
    int w = (days + 3) % 7; // BUG overflow: 5885486,10,2
    assert(w >= 0); // BUG assertion: -4000,1,1
    return w;
}

int main(void)
{
    int year = __VERIFIER_nondet_int();
    int month = __VERIFIER_nondet_int();
    int day = __VERIFIER_nondet_int();
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return 1;
    int days = day_of_year(year, month, day);
    int since = year - 1970; // BUG overflow: -2147483648,1,1
    int all = since * 365 + days; // BUG overflow: 2000000000,1,1
    return weekday(all);
}
