// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct p {int x,y;};
static int sum(struct p *q){return q->x+q->y;}
static int *g = (int[]){1,2,3};
int main(void){
    assert(sum(&(struct p){1,2})==3);
    int *a=(int[]){4,5,6};
    a[1]=9;
    assert(a[0]+a[1]+a[2]==19);
    assert(g[2]==3);
    g[0]=7;
    assert(g[0]==7);
    int s=0;
    for(int i=0;i<3;i++){ int *q=(int[]){i,i*2}; q[0]++; s+=q[0]+q[1]; } assert(s==1+4+7);
    assert(((struct p){.y=3}).x==0);
    assert(sizeof((char[]){"abc"})==4);
    struct p k=(struct p){5,6};
    assert(k.y==6);
    const char *t=(char[5]){"xy"};
    assert(t[4]==0);
    return 0;
}
