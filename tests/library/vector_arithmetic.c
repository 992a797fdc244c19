// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
int main(void){
    v4 a={1,2,3,4},b={5,6,7,8};
    v4 c=a+b;
    assert(c[0]==6&&c[3]==12);
    c=a*b-1;
    assert(c[1]==11);
    v4 m=a<b;
    assert(m[0]==-1);
    c=-a;
    assert(c[2]==-3);
    c=a<<1;
    assert(c[3]==8);
    f4 f={1,2,3,4};
    f=f*2.0f;
    assert(f[3]==8.0f);
    c[0]=100;
    assert(c[0]==100);
    assert(sizeof a==16);
    v4 s=__builtin_shuffle(a,b,(v4){0,4,1,5});
    assert(s[1]==5&&s[2]==2);
    a+=b;
    assert(a[0]==6);
    c=(v4)f;
    assert(c[0]==0x40000000);
    union {v4 v; int i[4];} u={.v=a};
    assert(u.i[1]==8);
    int t=0;
    for(int i=0;i<4;i++) t+=a[i];
    assert(t==36);
    c=~a;
    assert(c[0]==-7);
    c=a%b;
    assert(c[0]==1);
    c=a&b;
    assert(c[3]==(12&8));
    m=(f>4.0f);
    assert(m[3]==-1&&m[0]==0);
    return 0;
}
