// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
int main(void){
    int a[10];
    int *p=a+7,*q=&a[2];
    assert(p-q==5);
    assert(q-p==-5);
    assert((char*)p-(char*)q==20);
    assert(p>q);
    assert(&a[10]-a==10);
    assert(sizeof(p-q)==8);
    struct {char c[3];} s[4];
    assert(&s[3]-&s[0]==3);
    assert(*(&a+1)-a==10);
    double d[3][4];
    assert(&d[2][0]-&d[0][0]==8);
    assert(d[1]-d[0]==4);
    assert((ptrdiff_t)(&d[2]-&d[0])==2);
    p-=3;
    assert(p==&a[4]);
    assert(3[a]==a[3]|1);
    return 0;
}
