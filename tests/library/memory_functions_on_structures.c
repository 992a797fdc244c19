// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
struct s {int a; char b[4]; double c;};
int main(void){
    struct s x={1,"abc",2.5},y;
    memcpy(&y,&x,sizeof x);
    assert(y.a==1&&y.b[1]=='b'&&y.c==2.5);
    memset(&y,0,sizeof y);
    assert(y.c==0&&y.a==0);
    memset(&x.a,0xff,sizeof x.a);
    assert(x.a==-1);
    char buf[sizeof x];
    memcpy(buf,&x,sizeof x);
    struct s z;
    memcpy(&z,buf,sizeof z);
    assert(z.a==-1&&z.b[2]=='c');
    assert(memcmp(&x.b,&z.b,4)==0);
    memmove(x.b,x.b+1,2);
    assert(x.b[0]=='b');
    unsigned char *p=(unsigned char*)&x.c;
    assert(p[7]==0x40);
    return 0;
}
