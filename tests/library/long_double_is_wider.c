// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    long double a=1.0L/3;
    assert(a!=(double)a);
    assert(sizeof a==16);
    assert((long double)0x7fffffffffffffffLL+1==0x1p63L);
    assert(1.0L+0x1p-60L!=1.0L);
    assert((double)(1.0L+0x1p-60L)==1.0);
    long double s=0;
    for(int i=0;i<10;i++)s+=0.1L;
    assert(s>0.99L&&s<1.01L);
    assert((long long)9007199254740993.0L==9007199254740993LL);
    return 0;
}
