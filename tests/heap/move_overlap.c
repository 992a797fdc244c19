// Bytes are moved within a buffer, by hand, in either direction.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 6

static void move(unsigned char *to, const unsigned char *from, size_t n)
{
    if (to < from) {
        for (size_t i = 0; i < n; i++)
            to[i] = from[i];
    } else {
#ifdef PLANTED
        for (size_t i = 0; i < n; i++)
            to[i] = from[i];
#else
        for (size_t i = n; i-- > 0;)
            to[i] = from[i];
#endif
    }
}

int main(void)
{
    unsigned char a[SIZE], b[SIZE];
    for (int i = 0; i < SIZE; i++)
        a[i] = b[i] = __VERIFIER_nondet_uchar();
    unsigned n = __VERIFIER_nondet_uint() % (SIZE + 1);
    unsigned to = __VERIFIER_nondet_uint() % (SIZE - n + 1);
    unsigned from = __VERIFIER_nondet_uint() % (SIZE - n + 1);
    move(a + to, a + from, n);
    for (unsigned i = 0; i < n; i++)
        assert(a[to + i] == b[from + i]);
    return 0;
}
