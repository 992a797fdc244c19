// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
struct a {char c; int x[3]; struct {short s; long l;} n[2];};
int main(void){
    assert(offsetof(struct a,x[2])==12);
    assert(offsetof(struct a,n[1].l)==40);
    int i=1;
    assert(__builtin_offsetof(struct a,x[i])==8);
    struct a v;
    assert((char*)&v.n[1].s-(char*)&v==32);
#define container_of(p,t,m) ((t*)((char*)(p)-offsetof(t,m)))
    assert(container_of(&v.n[1],struct a,n[1])==&v);
    return 0;
}
