// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
struct a {unsigned x:1,y:2,z:5;};
struct b {int a:31; int b:2;};
struct c {char c; int b:7; short s:9;};
struct d {unsigned long long m:48; unsigned n:20;};
int main(void){
    assert(sizeof(struct a)==4);
    assert(sizeof(struct b)==8);
    assert(sizeof(struct c)==4);
    assert(sizeof(struct d)==16);
    struct a v={1,2,17};
    unsigned char r;
    memcpy(&r,&v,1);
    assert(r==(1|2<<1|17<<3));
    struct a *p=&v;
    p->y+=3;
    assert(v.y==1);
    v.z=v.x=1;
    assert(v.z==1);
    struct d d={.m=1ULL<<47,.n=7};
    d.m<<=1;
    assert(d.m==0&&d.n==7);
    struct {signed int q:1;} s={-1};
    assert(s.q==-1&&s.q!=1);
    struct {unsigned q:3;} w={7};
    w.q++;
    assert(w.q==0);
    return 0;
}
