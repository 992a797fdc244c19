// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int f(a,b) int a;
char b;
{ return a+b; } g(x) { return x*2; }
double h(x) float x;
{ return x; }
int main(){
    assert(f(1,2)==3);
    assert(g(4)==8);
    assert(h(0.1)==(double)0.1f);
    assert(f(1,258)==3);
    return 0;
}
