// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

static int log_[4],n;
static void cl(int *p){ log_[n++]=*p; }
static int f(void){ int a __attribute__((cleanup(cl)))=1; int b __attribute__((cleanup(cl)))=2; return n; }
int main(void){
    assert(f()==0);
    assert(n==2&&log_[0]==2&&log_[1]==1);
    { int z __attribute__((cleanup(cl)))=7; z=8; } assert(log_[2]==8);
    return 0;
}
