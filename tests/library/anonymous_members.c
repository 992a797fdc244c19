// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
struct s { int k; union { struct { int x,y; }; int v[2]; }; struct { char c; } in; };
int main(void){
    struct s a={1,{{2,3}},{'q'}};
    assert(a.v[1]==3);
    a.v[0]=9;
    assert(a.x==9);
    assert(offsetof(struct s,y)==8);
    struct s b={.y=4,.k=1};
    assert(b.v[1]==4&&b.x==0);
    assert(a.in.c=='q');
    struct s *p=&a;
    assert(p->y==3);
    return 0;
}
