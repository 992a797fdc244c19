// Numbers of several digits.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

#define DIGITS 4

static int add(int *sum, const int *a, const int *b, int n)
{
    int carry = 0;
    for (int i = 0; i <= n; i++) {
        int d = a[i] + b[i] + carry; // BUG access: 0
        sum[i] = d % 10;
        carry = d / 10;
    }
    return carry;
}

static int compare(const int *a, const int *b)
{
    int i = DIGITS - 1;
    while (a[i] == b[i]) // BUG access: 2,0,0
        i--;
    return a[i] - b[i];
}

int main(void)
{
    int a[DIGITS], b[DIGITS], sum[DIGITS + 1];
    int what = __VERIFIER_nondet_int();
    for (int i = 0; i < DIGITS; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        b[i] = __VERIFIER_nondet_uchar();
        if (a[i] > 9 || b[i] > 9)
            return 1;
    }
    int digits = a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3];
    switch (what) {
    case 0:
        return add(sum, a, b, DIGITS);
    case 1:
        assert(digits <= 9998); // BUG assertion: 1,9,0,9,0,9,0,9
        return 9999 / (digits - 1234); // BUG division: 1,1,0,2,0,3,0,4
    case 2:
        return compare(a, b);
    default:
        return what * digits; // BUG overflow: 2147483647,2
    }
}
