// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct big { int a[10]; double d; };
static struct big mk(int n){ struct big b={{0}}; b.a[n]=n; b.d=n/2.0; return b; }
static struct big id(struct big x){ x.a[0]=99; return x; }
struct sm {char c; short s;};
static struct sm f(void){ return (struct sm){1,2}; }
int main(void){
    struct big b=mk(3);
    assert(b.a[3]==3&&b.d==1.5);
    struct big c=id(b);
    assert(b.a[0]==0&&c.a[0]==99);
    assert(mk(4).a[4]==4);
    assert(id(mk(2)).a[2]==2);
    assert(f().s==2);
    struct sm (*fp)(void)=f;
    assert(fp().s==2);
    struct big (*bp)(int)=mk;
    b=bp(5);
    assert(b.a[5]==5);
    return 0;
}
