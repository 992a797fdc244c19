// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    int n=0;
    goto in;
    { n=100; in: n++; } assert(n==1);
    int i=0;
    again: i++;
    if(i<3) goto again;
    assert(i==3);
    for(i=0;i<3;i++){ for(int j=0;j<3;j++){ if(j==1) goto next; n++; } next:; } assert(n==4);
    if(0){ x: n=50; goto y; } goto x;
    y: assert(n==50);
    while(1){ switch(n){ case 50: n=1; continue; case 1: goto out; } } out: assert(n==1);
    return 0;
}
