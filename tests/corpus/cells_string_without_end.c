// verdict: unsafe
// options: --check memory
// inputs: 2,0,0,0
// must-decide: auto, se
// covers: what ends a string is not where it should be
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length < 2 || length > 10000) return 0;
    char *text = malloc(length);
    for (int i = 0; i < length; i++) text[i] = 'a';
    if (__VERIFIER_nondet_int()) text[length - 2] = '\0';
    int k = 0;
    while (text[k]) k++;
    return k;
}
