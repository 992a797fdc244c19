// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

#define T(x) _Generic((x), char:1, int:2, unsigned:3, long:4, float:5, double:6, char*:7, const char*:8, default:0)
int main(void){
    assert(T('a')==2);
    assert(T((char)1)==1);
    assert(T(1u)==3);
    assert(T(1L)==4);
    assert(T(1.0f)==5);
    assert(T("x")==7);
    const char *p=0;
    assert(T(p)==8);
    assert(T((short)1)==0);
    const int ci=1;
    assert(T(ci)==2);
    int a[3];
    assert(_Generic(a,int*:1,default:2)==1);
    assert(_Generic(&a,int(*)[3]:1,default:2)==1);
    assert(_Generic(main,int(*)(void):1,default:2)==1);
    assert(T((short)1+(short)1)==2);
    return 0;
}
