// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    int i=16777217;
    float f=i;
    assert(f==16777216.0f);
    assert((long long)9.99e17==999000000000000000LL);
    unsigned u=3000000000u;
    assert((double)u==3e9&&(float)u==3e9f);
    assert((signed char)-1.9==-1);
    double d=1e10;
    long l=d;
    assert(l==10000000000L);
    assert((float)0.1f==0.1f&&0.1f!=0.1);
    assert(1/2==0&&1/2.0==0.5);
    assert((int)(0.1f*10)==1);
    unsigned long ul=~0UL;
    assert((double)ul==18446744073709551616.0);
    assert((float)ul==18446744073709551616.0f);
    assert((_Bool)0.1f);
    i=1;
    i*=1.9;
    assert(i==1);
    char c=10;
    c/=2.5;
    assert(c==4);
    return 0;
}
