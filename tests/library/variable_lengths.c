// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
static int sum(int n, int m, int a[n][m]){ int s=0; for(int i=0;i<n;i++)for(int j=0;j<m;j++)s+=a[i][j]; return s;}
int main(void){
    int n=3;
    int a[n];
    for(int i=0;i<n;i++)a[i]=i;
    assert(sizeof a==12);
    n=5;
    assert(sizeof a==12);
    assert(sizeof(int[n])==20);
    int b[2][3]={{1,2,3},{4,5,6}};
    assert(sum(2,3,b)==21);
    int m=2;
    int c[m][m+1];
    c[1][2]=7;
    assert(c[1][2]==7);
    assert(sizeof c[0]==12);
    typedef int V[m];
    m=9;
    V v;
    assert(sizeof v==8);
    int (*p)[n]=&(int[5]){1,2,3,4,5};
    assert((*p)[4]==5);
    assert(sizeof *p==20);
    int k=0;
    assert(sizeof(int[++k])==4);
    assert(k==1);
    typeof(c) *q=&c;
    assert((*q)[1][2]==7);
    assert(&c[1]-&c[0]==1);
    assert((char*)&c[1]-(char*)&c[0]==12);
    return 0;
}
