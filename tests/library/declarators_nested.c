// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

typedef int (*(*fpp)(int (*)(int),int))[3];
static int id(int x){return x;}
static int arr[3]={7,8,9};
static int (*get(int (*f)(int),int k))[3]{ arr[0]=f(k); return &arr; }
int main(void){
    fpp p=get;
    assert((*p(id,4))[0]==4);
    int (*row)[3]=p(id,5);
    assert(row[0][1]==8);
    char *(*(*x[3])(void))[5];
    assert(sizeof x==24);
    return 0;
}
