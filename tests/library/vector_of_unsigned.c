// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));
int main(void){
    v4 a={0x7fffffff,1,1,1};
    unsigned k=0;
    v4 b={-1,0,0,0};
    a=a+b;
    assert(a[0]==0x7ffffffe);
    typedef unsigned u4 __attribute__((vector_size(16)));
    u4 u={0xffffffffu,0,0,0};
    u+=1;
    assert(u[0]==0);
    u=u>>1u;
    assert(u[1]==0);
    return 0;
}
