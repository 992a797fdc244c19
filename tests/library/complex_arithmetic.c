// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <math.h>
int main(void){
    double complex z=1+2*I;
    assert(creal(z)==1&&cimag(z)==2);
    double complex w=z*z;
    assert(creal(w)==-3&&cimag(w)==4);
    assert(z==z&&z!=w);
    assert(creal(conj(z))==1&&cimag(conj(z))==-2);
    z+=1;
    assert(__real__ z==2);
    __imag__ z=5;
    assert(cimag(z)==5);
    float complex f=z;
    assert(crealf(f)==2);
    assert(sizeof z==16&&sizeof f==8);
    double complex q=w/(1+0*I);
    assert(creal(q)==-3);
    double d=z;
    assert(d==2);
    assert(creal(-z)==-2);
    assert(creal(~z)==2&&cimag(~z)==-5);
    assert((z?1:0)==1);
    double complex a[2]={1,2*I};
    assert(cimag(a[1])==2);
    assert(creal(2*z)==4&&cimag(z*2)==10);
    assert(creal(1-z)==-1&&cimag(1-z)==-5);
    z++;
    assert(creal(z)==3);
    return 0;
}
