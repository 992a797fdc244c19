// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
int main(void){
    unsigned u=1;
    int i=-1;
    assert((1?i:u)>0);
    assert(sizeof(1?1:1LL)==8);
    const int *cp=0;
    int *p=0;
    assert(_Generic(1?cp:p,const int*:1,default:0));
    assert(_Generic(1?p:(void*)0,int*:1,default:0));
    assert(_Generic(1?p:(void*)p,void*:1,default:0));
    assert((0?1.5:2)==2.0);
    struct s{int a;} a={1},b={2};
    assert((i<0?a:b).a==1);
    assert((i?:7)==-1);
    int x=3;
    (x>2?(x=5):(x=6));
    assert(x==5);
    i>0?(void)0:(void)(x=9);
    assert(x==9);
    assert(_Generic(0?(char)1:(char)2,int:1,default:0));
    return 0;
}
