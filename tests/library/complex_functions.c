// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
static double complex add(double complex a,double complex b){ return a+b; }
static double complex g=3-4*I;
struct s {int k; float complex c;};
static struct s gs={1,2+I};
int main(void){
    double complex z=add(1,I);
    assert(z==1+I);
    assert(g==3-4*I);
    assert(crealf(gs.c)==2&&cimagf(gs.c)==1);
    double complex *p=&z;
    *p*=I;
    assert(creal(z)==-1&&cimag(z)==1);
    double complex (*fp)(double complex,double complex)=add;
    assert(cimag(fp(z,z))==2);
    assert(!(0*I));
    if(z) assert(1);
    else assert(0);
    _Bool b=z;
    assert(b);
    double complex q=(4+2*I)/z;
    assert(creal(q)==-1&&cimag(q)==-3);
    q/=2;
    assert(creal(q)==-0.5);
    static double complex st=2.0*I;
    assert(cimag(st)==2);
    complex double arr[3]={[1]=I};
    assert(arr[1]==I&&arr[0]==0);
    assert(z==(z,z));
    assert(CMPLX(1,2)==1+2*I);
    int k=(int)(5+3*I);
    assert(k==5);
    float complex f=1.5f;
    assert(f==1.5);
    return 0;
}
