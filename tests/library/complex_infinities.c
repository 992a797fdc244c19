// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <math.h>
int main(void){
    double inf=INFINITY;
    double complex a=CMPLX(inf,inf), b=CMPLX(1,1);
    double complex c=a*b;
    assert(isinf(cimag(c)));
    assert(isnan(creal(c)));
    double complex d=CMPLX(inf,NAN)*b;
    assert(isinf(creal(d))||isinf(cimag(d)));
    return 0;
}
