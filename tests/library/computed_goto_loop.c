// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void) {
    const char *code = "++-.";
    int x = 0;
    void *next = &&step;
step:
    switch (*code++) {
    case '+': x++; goto *next;
    case '-': x--; goto *next;
    }
    assert(x == 1);
    return 0;
}
