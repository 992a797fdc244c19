// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

extern int ext;
int ext=3;
static inline int sq(int);
static inline int sq(int x){return x*x;}
int (*fp)(int)=sq, *ip=&ext, arr[2]={1};
typedef int (*FT)(int), IA[3];
const volatile unsigned long long int ull=5;
long unsigned int lu=6;
short signed ss=-1;
int long li=7;
int main(void){
    register int i=0;
    auto int j=1;
    for(int k=0,*p=&j;k<2;k++) i+=*p;
    assert(i==2);
    assert(fp(3)==9&&*ip==3&&arr[1]==0);
    FT f=sq;
    IA a={1,2};
    assert(f(a[1])==4&&a[2]==0);
    assert(lu==6&&ss==-1&&li==7);
    struct fwd *pf=0;
    struct fwd{int z;};
    struct fwd z={4};
    pf=&z;
    assert(pf->z==4);
    int (*(*pp)[2])(int)=&(int(*[2])(int)){sq,sq};
    assert((*pp)[1](2)==4);
    return 0;
}
