/* A loop without a bound: exploring paths one by one never ends here. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned int sent = 0, received = 0;

    while (__VERIFIER_nondet_int()) {
        sent++;
        received++;
    }
    assert(sent == received);
    return 0;
}
