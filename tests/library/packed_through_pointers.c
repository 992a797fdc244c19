// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct __attribute__((packed)) p {char c; int i; short s[2];};
int main(void){
    struct p x={1,2,{3,4}};
    struct p *q=&x;
    q->i=0x01020304;
    unsigned char *b=(unsigned char*)q;
    assert(b[1]==4&&b[4]==1);
    assert(sizeof x==9);
    struct p a[2];
    a[1]=x;
    assert(a[1].s[1]==4);
    int i;
    __builtin_memcpy(&i,b+1,4);
    assert(i==q->i);
    return 0;
}
