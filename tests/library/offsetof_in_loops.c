// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
struct a {int x; struct {short s[4];} q[3];};
int main(void){
    for(int i=0;i<3;i++) for(int j=0;j<4;j++) assert(offsetof(struct a,q[i].s[j])==4+8*i+2*j);
    return 0;
}
