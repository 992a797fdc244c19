// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
int main(void){
    int e;
    assert(frexp(-12.5,&e)==-0.78125&&e==4);
    assert(frexpf(0.1f,&e)>=0.5f&&e==-3);
    assert(ldexp(0.75,-3)==0.09375);
    assert(fmod(-5.25,2.5)==-0.25);
    assert(remainder(7.5,2)==-0.5);
    assert(remainder(5,2)==1&&remainder(7,2)==-1);
    assert(pow(2,-3)==0.125&&pow(-2,3)==-8);
    assert(powf(3,4)==81);
    assert(logb(0.3)==-2&&ilogb(1e300)==996);
    assert(scalbn(1,-10)==1/1024.0&&scalbln(3,2)==12);
    assert(hypot(5,12)==13);
    assert(frexp(1e-300,&e)>=0.5&&e==-996);
    assert(ldexpl(1,200)==0x1p200L);
    return 0;
}
