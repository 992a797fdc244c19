// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int real(void){ return 4; }
int other(void) __attribute__((alias("real")));
int wk(void) __attribute__((weak));
int wk(void){ return 9; }
static int v=3;
extern int v2 __attribute__((alias("v")));
int main(void){
    assert(other()==4);
    assert(wk()==9);
    v2=7;
    assert(v==7);
    return 0;
}
