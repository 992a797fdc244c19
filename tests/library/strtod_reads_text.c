// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){
    assert(atof("2.5")==2.5);
    char*e;
    assert(strtod("1e3x",&e)==1000&&*e=='x');
    assert(strtod("-0.125",0)==-0.125);
    assert(strtof("1.5",0)==1.5f);
    assert(strtod("inf",0)>1e308);
    assert(strtod("0x1p4",0)==16);
    assert(strtod("0.1",0)==0.1);
    return 0;
}
