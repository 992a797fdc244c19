// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct p {int x; char n[4]; struct {int a,b;} q[2];};
static struct p t[]={ {1,"abc",{{1,2},{3,4}}}, {.n="z",.q[1].b=9}, [3]={7} };
int main(void){
    assert(sizeof t/sizeof*t==4);
    assert(t[0].q[1].a==3);
    assert(t[1].q[1].b==9&&t[1].x==0&&t[1].n[0]=='z');
    assert(t[2].x==0);
    assert(t[3].x==7);
    assert(t[0].n[3]==0);
    static const char *names[]={"a","bc",0};
    int k=0;
    while(names[k])k++;
    assert(k==2);
    char m[2][4]={"ab","cd"};
    assert(m[1][1]=='d'&&m[0][3]==0);
    return 0;
}
