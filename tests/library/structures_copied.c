// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct i {int a[3]; struct {short s; char c;} n;};
struct o {struct i x[2]; int *p;};
int main(void){
    int k=1;
    struct o a={{{{1,2,3},{4,5}},{{6,7,8},{9,10}}},&k};
    struct o b=a;
    b.x[1]=b.x[0];
    assert(b.x[1].a[2]==3&&b.x[1].n.c==5);
    assert(a.x[1].n.s==9);
    *b.p=7;
    assert(*a.p==7);
    struct o *q=&a;
    *q=b;
    assert(a.x[1].a[0]==1);
    struct i z=q->x[0];
    z.n.s=-1;
    assert(q->x[0].n.s==4);
    return 0;
}
