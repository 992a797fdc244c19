// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdbool.h>
#include <stddef.h>
int main(void){
    assert(sizeof(int8_t)==1&&sizeof(intptr_t)==8);
    assert(INT32_MIN<0);
    bool b=5;
    assert(b==true);
    assert(sizeof(size_t)==8&&(size_t)-1>0);
    assert(sizeof(max_align_t)==32);
    uintptr_t u=(uintptr_t)&b;
    assert((bool*)u==&b);
    wchar_t w=L'a';
    assert(w==97);
    int_least16_t q=-1;
    assert(q==-1);
    assert(UINT64_C(1)<<63>0);
    assert(NULL==0);
    return 0;
}
