// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <stdarg.h>
struct s {float complex c[2]; int k;};
static float complex va(int n,...){ va_list ap; va_start(ap,n); float complex r=0; while(n--) r+=va_arg(ap,double complex); va_end(ap); return r; }
int main(void){
    struct s a={{1+I,2},3},b=a;
    assert(b.c[0]==1+I&&b.c[1]==2);
    assert(va(2,(double complex)1,2.0*I)==1+2*I);
    float complex *p=&b.c[1];
    *p+=I;
    assert(cimagf(b.c[1])==1);
    *p++;
    double complex t[3];
    for(int i=0;i<3;i++) t[i]=i*I;
    double complex s=0;
    for(int i=0;i<3;i++) s+=t[i];
    assert(s==3*I);
    assert((s?1:2)==1);
    double complex q=s?s:1;
    assert(q==s);
    long double complex w=q;
    assert(cimagl(w)==3);
    assert(__builtin_complex(1.0,2.0)==1+2*I);
    assert(({double complex y=2; y;})==2);
    return 0;
}
