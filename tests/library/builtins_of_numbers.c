// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
int main(void){
    assert(__builtin_creal(2.0+I)==2);
    assert(__builtin_ldexp(1,3)==8.0);
    assert(__builtin_pow(2,3)==8);
    assert(__builtin_cimagf(1.0f+2.0fi)==2);
    assert(__builtin_fmod(7,4)==3);
    assert(__builtin_toupper('a')=='A');
    assert(__builtin_scalbn(1.0,4)==16);
    assert(__builtin_hypot(3,4)==5);
    return 0;
}
