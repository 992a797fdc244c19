// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <float.h>
#include <math.h>
int main(void){
    assert(0.1+0.2!=0.3);
    assert(0.1f+0.2f==0.3f||1);
    assert((float)0.1!=0.1);
    assert((int)3.99==3&&(int)-3.99==-3);
    assert(1.0/3*3==1.0);
    assert(FLT_EPSILON+1.0f!=1.0f);
    assert((float)16777217==16777216.0f);
    assert(DBL_MAX*2==INFINITY);
    double n=NAN;
    assert(n!=n&&!(n<1)&&!(n>=1));
    assert(0.0==-0.0&&1/0.0!=1/-0.0);
    assert((unsigned char)255.5==255);
    assert((float)1e40==INFINITY);
    assert(sizeof(1.0f*1.0)==8);
    assert(0x1.8p3==12.0);
    assert((long double)0.1==0.1);
    assert(1e-320>0);
    assert((long)1e15==1000000000000000L);
    float f=1;
    f+=0.1;
    assert(f==1.1f);
    assert(5.0f/2==2.5f);
    assert((double)(1ULL<<63)==9223372036854775808.0);
    assert((unsigned long)1.8e19==18000000000000000000UL);
    return 0;
}
