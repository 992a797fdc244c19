// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char t[] = "a,,b", *s = t;
    assert(*strsep(&s, ",") == 'a');
    assert(*strsep(&s, ",") == 0);
    assert(*strsep(&s, ",") == 'b');
    assert(!s);
    return 0;
}
