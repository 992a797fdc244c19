// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
int main(void){
    char b[40];
    sprintf(b,"%" PRId64 " %" PRIx8,(int64_t)-5,(uint8_t)250);
    assert(!strcmp(b,"-5 fa"));
    assert(imaxabs(-3)==3);
    assert(INT64_MAX==9223372036854775807LL);
    assert(UINT8_C(255)==255);
    assert(sizeof(intmax_t)==8);
    assert(strtoimax("12",0,10)==12);
    imaxdiv_t d=imaxdiv(7,2);
    assert(d.quot==3);
    assert(sizeof(int_fast16_t)==8);
    assert(strtoumax("ff",0,16)==255);
    return 0;
}
