// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

typedef union {unsigned long long q; unsigned d[2]; unsigned short w[4]; unsigned char b[8];} U;
int main(void){
    U u={0x0102030405060708ULL};
    assert(u.d[0]==0x05060708&&u.w[3]==0x0102&&u.b[0]==8);
    u.w[1]=0;
    assert(u.q==0x0102030400000708ULL);
    for(int i=0;i<8;i++) u.b[i]=i;
    assert(u.q==0x0706050403020100ULL);
    return 0;
}
