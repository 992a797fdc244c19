// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void){
    char b[40];
    sprintf(b,"%f",1.5);
    assert(!strcmp(b,"1.500000"));
    sprintf(b,"%.2f",3.14159);
    assert(!strcmp(b,"3.14"));
    sprintf(b,"%g",0.5);
    assert(!strcmp(b,"0.5"));
    sprintf(b,"%e",12345.678);
    assert(!strcmp(b,"1.234568e+04"));
    sprintf(b,"%5.1f|",2.25);
    assert(!strcmp(b,"  2.2|"));
    return 0;
}
