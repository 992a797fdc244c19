// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    int a=1,b;
    b=(a++,a++,a);
    assert(b==3);
    assert((a?:5)==3);
    int z=0;
    assert((z?:7)==7);
    assert((z,1)?1:0);
    for(int i=0,j=10;i<j;i++,j--) b=i;
    assert(b==4);
    int *p=0;
    assert((p?*p:3)==3);
    assert((p&&*p)==0);
    assert((a>2?a>5?1:2:3)==2);
    const char *s=z?"x":"y";
    assert(s[0]=='y');
    void *v=z?p:(void*)&a;
    assert(v==&a);
    return 0;
}
