// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct in {int a,b[3];};
struct o {struct in i[2]; int z; union {int u; char c[4];};};
int main(void){
    struct o x={.i[1].b[2]=5,6,.u=0x01020304,.i[0]={1,{2}}};
    assert(x.i[1].b[2]==5);
    assert(x.z==6);
    assert(x.c[0]==4);
    assert(x.i[0].b[0]==2&&x.i[0].b[1]==0);
    int a[]={[5]=1,2,[1]=3,4};
    assert(sizeof a==28);
    assert(a[6]==2&&a[2]==4&&a[0]==0);
    int r[10]={[2 ... 5]=7};
    assert(r[1]==0&&r[2]==7&&r[5]==7&&r[6]==0);
    char s[]={[3]='x'};
    assert(sizeof s==4);
    struct in q[]={{1,{2,3}},{.b={[2]=4}}};
    assert(q[1].b[2]==4&&q[0].b[1]==3);
    int m[2][2]={1,2,3};
    assert(m[1][0]==3&&m[1][1]==0);
    return 0;
}
