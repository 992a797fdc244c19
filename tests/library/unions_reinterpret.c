// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
union u { float f; unsigned i; unsigned char b[4]; struct {unsigned short lo,hi;}; };
int main(void){
    union u x;
    x.f=1.0f;
    assert(x.i==0x3f800000);
    assert(x.hi==0x3f80);
    assert(x.b[3]==0x3f);
    x.b[3]|=0x80;
    assert(x.f==-1.0f);
    double d=2.0;
    unsigned long long l;
    memcpy(&l,&d,8);
    assert(l==0x4000000000000000ULL);
    float f=-0.0f;
    assert(*(unsigned char*)((char*)&f+3)==0x80);
    union {long l; int a[2];} y={.a={1,2}};
    assert(y.l==0x200000001L);
    union u z=x;
    assert(z.lo==0);
    return 0;
}
