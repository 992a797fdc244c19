// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

typedef int v2 __attribute__((vector_size(8)));
typedef unsigned long u2 __attribute__((vector_size(16)));
typedef float __attribute__((vector_size(8))) f2;
struct s {v2 a[2]; int n;};
static v2 g={5,6};
static v2 *gp=&g;
static int sum(v2 x){ return x[0]+x[1]; }
static const v2 tab[2]={{1,2},{3,4}};
int main(void){
    struct s s={{{1,2},{3,4}},5};
    struct s t=s;
    t.a[1][0]=9;
    assert(s.a[1][0]==3&&sum(t.a[1])==13);
    (*gp)[1]=7;
    assert(sum(g)==12);
    assert(sum(tab[1])==7);
    for(int i=0;i<2;i++) g[i]*=2;
    assert(g[0]==10&&g[1]==14);
    u2 u={1,~0ul};
    u+=1;
    assert(u[1]==0&&u[0]==2);
    f2 f={1.5f,2};
    f+=f;
    assert(f[0]==3);
    v2 c=f>3.5f;
    assert(c[0]==0&&c[1]==-1);
    v2 (*fp)(void)=0;
    assert(!fp);
    v2 z=g;
    z=-z;
    assert(z[0]==-10);
    z^=z;
    assert(sum(z)==0);
    v2 y=z|1;
    assert(sum(y)==2);
    y<<=(v2){1,2};
    assert(y[0]==2&&y[1]==4);
    assert(sum((v2){1,2}+(v2){3,4})==10);
    return 0;
}
