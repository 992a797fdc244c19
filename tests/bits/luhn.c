// Luhn's digit: a single wrong digit is found.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define DIGITS 8

static int remainder_of(const unsigned char *d)
{
    int sum = 0;
    for (int i = 0; i < DIGITS; i++) {
        int x = d[i];
        if (i % 2 == 0) {
            x *= 2;
#ifdef PLANTED
            if (x > 10)
#else
            if (x > 9)
#endif
                x -= 9;
        }
        sum += x;
    }
    return sum % 10;
}

int main(void)
{
    unsigned char card[DIGITS];
    for (int i = 0; i < DIGITS; i++)
        card[i] = __VERIFIER_nondet_uchar() % 10;
    if (remainder_of(card) != 0)
        return 0;
    int place = __VERIFIER_nondet_uchar() % DIGITS;
    unsigned char wrong = __VERIFIER_nondet_uchar() % 10;
    if (card[place] == wrong)
        return 0;
    card[place] = wrong;
    assert(remainder_of(card) != 0);
    return 0;
}
