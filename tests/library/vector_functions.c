// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
typedef unsigned char v8 __attribute__((vector_size(8)));
typedef short s8 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
static d2 scale(d2 x,double k){ return x*k; }
struct s {char c; d2 v;};
static d2 gd={1.5,2.5};
int main(void){
    v8 a={250,251,252,253,254,255,0,1};
    a+=10;
    assert(a[0]==4&&a[7]==11);
    d2 d=scale((d2){1,2},3);
    assert(d[1]==6);
    struct s s={1,{3,4}};
    assert(sizeof s==32&&s.v[0]==3);
    d2 *p=&s.v;
    (*p)[1]=9;
    assert(s.v[1]==9);
    l2 l=d==(d2){3,0};
    assert(l[0]==-1&&l[1]==0);
    double buf[2];
    memcpy(buf,&d,16);
    assert(buf[0]==3);
    assert(gd[1]==2.5);
    l2 cv=__builtin_convertvector(gd,l2);
    assert(cv[1]==2);
    assert((a+a)[0]==8);
    int i=1;
    assert(gd[i]==2.5);
    double *q=&gd[0];
    q[1]=7;
    assert(gd[1]==7);
    d2 arr[2]={{1,2},{3,4}};
    assert(arr[1][0]==3);
    v8 z={};
    assert(z[3]==0);
    long bits=(long)(v8){1,2};
    assert(bits==0x201);
    s8 h={1};
    h++;
    assert(h[0]==2&&h[7]==1);
    s8 rot=__builtin_shufflevector(h,h,1,2,3,4,5,6,7,0);
    assert(rot[7]==2);
    return 0;
}
