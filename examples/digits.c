/* The sum of the decimal digits of a number below one million. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    int rest = number, sum = 0;

    if (number < 0 || number >= 1000000)
        return 0;
    while (rest > 0) {
        sum += rest % 10;
        rest /= 10;
    }
    assert(sum <= 54);
    return 0;
}
