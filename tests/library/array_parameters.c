// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

static int s1(int a[static 3]){ return a[0]+a[1]+a[2]; }
static int s2(int (*a)[2],int n){ int s=0; for(int i=0;i<n;i++) s+=a[i][0]*a[i][1]; return s; }
static int s3(int n,int a[n]){ return a[n-1]; }
static void z(int a[const]){ a[0]=0; }
int main(void){
    int a[3]={1,2,3};
    assert(s1(a)==6);
    int b[2][2]={{1,2},{3,4}};
    assert(s2(b,2)==14);
    assert(s3(3,a)==3);
    z(a);
    assert(a[0]==0);
    return 0;
}
