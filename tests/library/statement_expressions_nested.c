// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

#define MAX(a,b) ({ typeof(a) _a=(a); typeof(b) _b=(b); _a>_b?_a:_b; })
struct s{int a,b;};
int main(void){
    int i=3;
    assert(MAX(i++,2)==3);
    assert(i==4);
    struct s x=({struct s t={1,2}; t;});
    assert(x.b==2);
    int n=0;
    for(int k=0;k<5;k++) n+=({ if(k==2) continue; k; });
    assert(n==8);
    assert(({int z=5; ({z++;}); z;})==6);
    assert(({ (struct s){3,4}; }).b==4);
    assert(MAX(MAX(1,2),3)==3);
    assert(({char c='a'; c;})=='a');
    return 0;
}
