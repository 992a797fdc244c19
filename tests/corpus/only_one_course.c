// verdict: safe
// must-decide: auto
// covers: a program without inputs is run; what is never set, and what printf gives, decide nothing
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int ways(int n) {
    int found;
    if (n < 2) found = 1;
    else found = ways(n - 1) + ways(n - 2);
    return found;
}
int main(void) {
    char text[20], *copy;
    int i, shown;
    for (i = 0; i < 10; i++) text[i] = (char)('a' + i);
    text[i] = 0;
    copy = malloc(strlen(text) + 1);
    if (!copy) return 1;
    strcpy(copy, text);
    shown = printf("%s\n", copy);
    assert(copy[9] == 'j' && ways(18) == 4181);
    free(copy);
    return shown < 0;
}
