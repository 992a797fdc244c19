// verdict: safe
#include <assert.h>
#include <time.h>

static const char names[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

int main(void) {
    time_t now = time(0);
    struct tm *date = localtime(&now);
    if (!date) return 0;
    assert(names[date->tm_mon][3] == 0);
    assert(date->tm_hour < 24 && date->tm_mday >= 1);
    return 0;
}
