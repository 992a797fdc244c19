// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

static __thread int t=3;
_Thread_local static int u;
extern _Thread_local int v;
_Thread_local int v=5;
int main(void){
    t++;
    assert(t==4&&u==0&&v==5);
    int *p=&t;
    *p=9;
    assert(t==9);
    return 0;
}
