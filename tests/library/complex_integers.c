// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    _Complex int z=1+2i;
    z=z*z;
    assert(__real__ z==-3&&__imag__ z==4);
    z+=1;
    assert(__real__ z==-2);
    _Complex unsigned char u;
    __real__ u=255;
    __imag__ u=1;
    assert(__real__ u==255);
    assert(sizeof u==2);
    assert(__imag__ 5==0&&__real__ 5==5);
    return 0;
}
