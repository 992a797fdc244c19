// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

static int f(int x){ int r=0; switch(x){ case 1: r=1; case 2: r+=10; break; default: r=99; break; case 4 ... 7: r=4; break; case -1: r=-1; } return r;}
static int g(unsigned char c){ switch(c){ case 255: return 1; case 'a'...'z': return 2;} return 0;}
static int h(long long v){ switch(v){ case 0x100000000LL: return 1; case 0: return 2;} return 3;}
int main(void){
    assert(f(1)==11);
    assert(f(2)==10);
    assert(f(3)==99);
    assert(f(5)==4);
    assert(f(-1)==-1);
    assert(g(-1)==1);
    assert(g('q')==2);
    assert(h(0x100000000LL)==1);
    assert(h(1LL<<33)==3);
    int k=0;
    switch(3) { int z; case 3: z=4; k=z; } assert(k==4);
    switch(1) case 1: k=8;
    assert(k==8);
    switch(7){ k=100; } assert(k==8);
    switch(2){ while(k<20){ case 2: k++; } } assert(k==20);
    return 0;
}
