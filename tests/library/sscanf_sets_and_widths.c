// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[8], t[8];
    int a = -1, n = -1;
    assert(sscanf("key=value", "%[^=]=%s", s, t) == 2 && !strcmp(s, "key") && !strcmp(t, "value"));
    assert(sscanf("12 34", "%*d %d%n", &a, &n) == 1 && a == 34 && n == 5);
    assert(sscanf("077 rest", "%i%2c", &a, s) == 2 && a == 63 && s[1] == 'r');
    assert(sscanf(" ", "%d", &a) == -1);
    return 0;
}
