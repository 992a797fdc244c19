// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

typedef __int128 i;
typedef unsigned __int128 u;
int main(void){
    i a=(i)1<<100;
    assert(a>>98==4);
    u m=~(u)0;
    assert((unsigned long)(m>>64)==~0UL);
    assert((i)-1<0);
    assert(sizeof a==16);
    u x=(u)0xFFFFFFFFFFFFFFFFUL*0xFFFFFFFFFFFFFFFFUL;
    assert((unsigned long)(x>>64)==0xFFFFFFFFFFFFFFFEUL);
    assert((unsigned long)x==1);
    assert(x/0xFFFFFFFFFFFFFFFFUL==0xFFFFFFFFFFFFFFFFUL);
    assert((i)-7/2==-3&&(i)-7%2==-1);
    assert((double)((i)1<<70)==1180591620717411303424.0);
    assert((i)1e20==(i)10000000000LL*10000000000LL);
    i arr[2]={1,2};
    assert(arr[1]==2);
    return 0;
}
