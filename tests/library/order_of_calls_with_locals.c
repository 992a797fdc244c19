// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

struct pair { int a; char b; };

static struct pair make(int a, char b) {
    struct pair result;
    memset(&result, 0, sizeof result);
    result.a = a;
    result.b = b;
    return result;
}

static int equal(struct pair x, struct pair y) { return x.a == y.a && x.b == y.b; }

int main(void) {
    assert(equal(make(1, 'a'), make(1, 'a')));
    assert(!equal(make(1, 'a'), make(2, 'a')));
    return 0;
}
