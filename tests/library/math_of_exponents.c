// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
int main(void){
    assert(remainder(5,3)==-1);
    assert(fma(2,3,4)==10);
    assert(nextafter(1,2)>1);
    assert(fpclassify(0.0)==FP_ZERO);
    assert(isgreater(2.0,1.0)&&isunordered(NAN,1.0));
    assert(logb(8)==3&&ilogb(8)==3);
    assert(scalbn(1,3)==8);
    assert(fdim(1,2)==0);
    assert(sqrtf(4.f)==2.f&&floorf(1.5f)==1);
    assert(cbrt(0)==0);
    assert(hypot(0,0)==0);
    assert(exp(0)==1&&log(1)==0);
    assert(sin(0)==0&&cos(0)==1);
    assert(signbit(-1.0)&&!signbit(1.0));
    assert(fabsl(-1.0L)==1.0L);
    return 0;
}
