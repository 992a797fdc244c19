// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
struct z { int n; int a[0]; char t; };
struct e {};
struct h { int n; struct e e; int m; };
int main(void){
    assert(sizeof(struct z)==8);
    assert(sizeof(struct e)==0);
    assert(sizeof(struct h)==8);
    struct h h={1,{},2};
    assert(h.m==2);
    int q[0];
    assert(sizeof q==0);
    struct z2{int n; int a[0];} *p=malloc(sizeof(int)*3);
    if(!p) return 0;
    p->a[1]=5;
    assert(((int*)p)[2]==5);
    free(p);
    return 0;
}
