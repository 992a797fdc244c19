// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct ops { int (*add)(int,int); int (*neg)(int); };
static int add(int a,int b){return a+b;}
static int neg(int a){return -a;}
static int sub(int a,int b){return a-b;}
typedef int (*bin)(int,int);
static bin pick(int w){ return w?add:sub; }
static int (*pick2(int w))(int,int){ return w?&add:*sub; }
int main(void){
    struct ops o={add,neg};
    assert(o.add(1,2)==3);
    assert((*o.neg)(4)==-4);
    bin t[]={add,sub};
    assert(t[1](5,3)==2);
    assert(pick(0)(9,1)==8);
    assert(pick2(1)(9,1)==10);
    assert((****add)(1,1)==2);
    bin *pt=t;
    assert(pt[0]!=pt[1]);
    assert((add==&add));
    int (*vf)()=(int(*)())add;
    assert(vf(2,3)==5);
    void *vp=(void*)sub;
    assert(((bin)vp)(7,2)==5);
    return 0;
}
