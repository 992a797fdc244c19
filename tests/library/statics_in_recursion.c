// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

static int f(int n){ static int count; int local=n; count++; if(n>0) f(n-1); return local==n?count:-1; }
static int fib(int n){ return n<2?n:fib(n-1)+fib(n-2); }
static int even(int n);
static int odd(int n){return n?even(n-1):0;}
static int even(int n){return n?odd(n-1):1;}
static int depth(int n,int *acc){ int x=n; if(n==0) return *acc; int y=*acc+x; return depth(n-1,&y); }
int main(void){
    assert(f(3)==4);
    assert(f(0)==5);
    assert(fib(7)==13);
    assert(even(6));
    assert(!even(5));
    int z=0;
    assert(depth(4,&z)==10);
    return 0;
}
