// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void){
    int a,b;
    char s[8];
    unsigned u;
    assert(sscanf("12 -5","%d %d",&a,&b)==2&&a==12&&b==-5);
    assert(sscanf("ff","%x",&u)==1&&u==255);
    assert(sscanf("abc def","%7s",s)==1&&!strcmp(s,"abc"));
    char c;
    assert(sscanf("xy","%c",&c)==1&&c=='x');
    assert(sscanf("1:2","%d:%d",&a,&b)==2&&b==2);
    assert(sscanf("zz","%d",&a)==0);
    assert(sscanf("","%d",&a)==-1);
    assert(sscanf("12345","%2d%3d",&a,&b)==2&&a==12&&b==345);
    long l;
    assert(sscanf("0x10","%li",&l)==1&&l==16);
    return 0;
}
