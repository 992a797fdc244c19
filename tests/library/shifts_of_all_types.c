// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    assert(1<<30==1073741824);
    assert(-8>>1==-4);
    assert((unsigned)-8>>28==15);
    assert(1LL<<40==1099511627776LL);
    unsigned char c=0x80;
    assert(c<<1==0x100);
    assert((unsigned char)(c<<1)==0);
    c>>=3;
    assert(c==16);
    long l=-1;
    assert(l>>63==-1);
    assert((1u<<31)>>31==1);
    assert(sizeof(1<<1L)==4);
    assert(1ULL<<63>>63==1);
    short s=-1;
    assert(s>>8==-1);
    int sh=5;
    assert(1<<sh-1==16);
    return 0;
}
