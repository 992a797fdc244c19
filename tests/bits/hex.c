// A number as hexadecimal digits and back.
// planted: false(unreach-call)
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static void print(unsigned n, int upper, char *out)
{
    for (int i = 7; i >= 0; i--) {
        int digit = n & 15;
        out[i] = digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10;
        n >>= 4;
    }
    out[8] = '\0';
}

static int parse(const char *s, unsigned *n)
{
    *n = 0;
    for (; *s; s++) {
        int digit;
        if (*s >= '0' && *s <= '9')
            digit = *s - '0';
        else if (*s >= 'a' && *s <= 'f')
            digit = *s - 'a' + 10;
#ifdef PLANTED
        else if (*s >= 'A' && *s < 'F')
#else
        else if (*s >= 'A' && *s <= 'F')
#endif
            digit = *s - 'A' + 10;
        else
            return 0;
        *n = *n << 4 | digit;
    }
    return 1;
}

int main(void)
{
    char text[9];
    unsigned n = __VERIFIER_nondet_uint(), back;
    print(n, __VERIFIER_nondet_bool(), text);
    assert(parse(text, &back));
    assert(back == n);
    return 0;
}
