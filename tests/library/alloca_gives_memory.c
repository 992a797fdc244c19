// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <alloca.h>
#include <string.h>
static int f(int n){ char *p=alloca(n); memset(p,1,n); int s=0; for(int i=0;i<n;i++) s+=p[i]; return s;}
int main(void){
    assert(f(5)==5);
    int *q=__builtin_alloca(8);
    q[1]=3;
    assert(q[1]==3);
    char *a=alloca(3),*b=alloca(3);
    *a=1;
    *b=2;
    assert(*a==1);
    return 0;
}
