// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    __auto_type x=3.5;
    assert(sizeof x==8&&x==3.5);
    __auto_type p=&x;
    *p=2;
    assert(x==2.0);
    typeof(int[3]) a={1,2,3};
    assert(sizeof a==12);
    typeof(a) b;
    b[0]=a[2];
    assert(b[0]==3);
    const int c=1;
    typeof(c) d=2;
    assert(d==2);
    typeof(x+1) e=1;
    assert(sizeof e==8);
    typeof(&a[0]) q=a;
    assert(q[1]==2);
    __typeof__(1?1:2L) w=1;
    assert(sizeof w==8);
    return 0;
}
