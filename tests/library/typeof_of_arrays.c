// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    int n=4;
    int a[n];
    typeof(a) b;
    assert(sizeof b==16);
    n=10;
    typeof(a) c;
    assert(sizeof c==16);
    typeof(int(*)[n]) p;
    assert(sizeof *p==40);
    int i=0;
    typeof(a[i++]) q=3;
    assert(i==0&&q==3);
    assert(sizeof(a[i++])==4&&i==0);
    return 0;
}
