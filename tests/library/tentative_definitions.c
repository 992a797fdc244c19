// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int a;
int a;
int a=5;
extern int b;
int b;
static int c;
static int c;
extern int arr[];
int arr[3]={1,2,3};
int tl[];
int main(void){
    assert(a==5);
    assert(b==0);
    assert(c==0);
    assert(sizeof arr==12);
    assert(tl[0]==0);
    { extern int a; assert(a==5);} return 0;
}
