// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

extern inline int ei(int x);
inline int ei(int x){return x+1;}
static inline int si(int x){return x*2;}
extern inline __attribute__((gnu_inline)) int gi(int x){return 100;}
int gi(int x){return x+3;}
inline __attribute__((always_inline)) int ai(int x){return x-1;}
extern int ai(int);
int main(void){
    assert(ei(1)==2);
    assert(si(4)==8);
    assert(gi(1)==4||gi(1)==100);
    assert(ai(3)==2);
    return 0;
}
