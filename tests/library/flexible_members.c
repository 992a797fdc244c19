// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stddef.h>
struct f {int n; short a[];};
static struct f st={2,{7,8}};
int main(void){
    struct f *p=malloc(sizeof *p+4*sizeof(short));
    if(!p) return 0;
    p->n=4;
    for(int i=0;i<4;i++)p->a[i]=i*i;
    assert(p->a[3]==9);
    assert(sizeof(struct f)==4);
    assert(offsetof(struct f,a)==4);
    assert(st.a[1]==8);
    free(p);
    return 0;
}
