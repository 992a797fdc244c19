// Accounts and transfers between them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define ACCOUNTS 3

static int balance[ACCOUNTS] = {100, 200, 300};

static int transfer(unsigned from, unsigned to, int amount)
{
    if (from > ACCOUNTS || to >= ACCOUNTS)
        return 0;
    if (balance[from] < amount) // BUG access: 3
        return 0;
    balance[from] -= amount; // BUG overflow: 0,1,-2147483648
    balance[to] += amount; // BUG overflow: 0,1,-2147483500,2,1,-2147483000
    return 1;
}

int main(void)
{
    int done = 0;
    for (int i = 0; i < 2; i++) {
        unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
        done += transfer(from, to, __VERIFIER_nondet_int());
    }
    assert(balance[0] >= 0); // BUG assertion: 1,0,-2000
    int rate = 1000 / (balance[2] - 250); // BUG division: 2,0,50; overflow: 2,1,300,0,2,-2147483399
    return rate + done;
}
