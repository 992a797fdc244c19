// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <tgmath.h>
int main(void){
    float f=2;
    double d=9;
    long double l=16;
    assert(pow(f,3)==8&&sizeof(pow(f,f))==4);
    assert(sqrt(d)==3&&sizeof(sqrt(4))==8);
    assert(sizeof(sqrt(l))==16&&sqrt(l)==4);
    assert(fmax(1,2.5f)==2.5);
    double complex z=3+4*I;
    assert(creal(z)==3);
    assert(fabs(z)==5);
    assert(ldexp(f,2)==8);
    return 0;
}
