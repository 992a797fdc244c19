// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
int main(void){
    assert(sqrt(16)==4);
    assert(floor(-1.5)==-2&&ceil(-1.5)==-1&&trunc(-1.5)==-1);
    assert(round(2.5)==3&&rint(2.5)==2&&nearbyint(3.5)==4);
    assert(fabs(-0.0)==0&&!signbit(fabs(-0.0)));
    assert(fmod(7,3)==1&&fmod(-7,3)==-1);
    assert(isnan(fmod(1,0)));
    assert(pow(2,0)==1);
    assert(isinf(HUGE_VAL)&&isfinite(1.0)&&isnormal(1.0)&&!isnormal(0.0));
    assert(fmax(1,NAN)==1&&fmin(2,1)==1);
    assert(copysign(3,-1)==-3);
    double ip;
    assert(modf(3.25,&ip)==0.25&&ip==3);
    int e;
    assert(frexp(8,&e)==0.5&&e==4);
    assert(ldexp(1,10)==1024);
    assert(lround(-2.5)==-3&&llrint(2.5)==2);
    return 0;
}
