// Counts letters and finds the most frequent one.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    int counts[26];
    char text[5];
    for (int i = 0; i < 26; i++)
        counts[i] = 0;
    for (int i = 0; i < 5; i++)
        text[i] = __VERIFIER_nondet_char();
    int letters = 0;
    for (int i = 0; i < 5 && text[i]; i++) {
        if (text[i] >= 'A' && text[i] <= 'Z')
            text[i] |= 32;
        if (text[i] == ' ')
            continue;
        counts[text[i] - 'a']++; // BUG access: 48
        letters++;
    }
    int most = 0;
    for (int i = 1; i < 26; i++)
        if (counts[i] > counts[most])
            most = i;
    int share = 100 * counts[most] / letters; // BUG division: 0
    assert(share < 100); // BUG assertion: 97
    return share;
}
