// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

typedef union { int *ip; float *fp; } arg __attribute__((transparent_union));
static int f(arg a){ return *a.ip; }
int main(void){
    int x=5;
    assert(f(&x)==5);
    arg y={&x};
    assert(f(y)==5);
    return 0;
}
