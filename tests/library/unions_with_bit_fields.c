// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

union u {int i; struct {unsigned lo:16,hi:16;} b; float f; char s[8];};
struct t {int tag; union {int i; double d; char *p;} v;};
int main(void){
    union u x={0x12345678};
    assert(x.b.lo==0x5678&&x.b.hi==0x1234);
    x.b.hi=0xFFFF;
    assert(x.i==(int)0xFFFF5678);
    assert(sizeof(union u)==8);
    struct t t={1,{.d=2.5}};
    assert(t.v.d==2.5);
    t.v.p="q";
    assert(*t.v.p=='q');
    union u y={.s="abc"};
    assert(y.s[1]=='b'&&y.s[7]==0);
    union u z;
    z=x;
    assert(z.i==x.i);
    x.f=0;
    assert(x.i==0);
    return 0;
}
