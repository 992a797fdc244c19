// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

enum {K=3*4+1};
static int a[K%5+1];
static const int c=sizeof(a)/sizeof a[0];
static int *p=&a[2];
static char *s="hey"+1;
static int (*fp)(void);
static unsigned long ad=sizeof(struct{char x;double y;});
struct s{int x; int y;};
static struct s st={.y=K};
static int *py=&st.y;
static double d=1.0/4;
static int neg=-5/2;
static int cond=1?2:3;
static long dif=(char*)&((struct s*)0)->y-(char*)0;
int main(void){
    assert(sizeof a==16);
    assert(c==4);
    assert(p==a+2);
    assert(s[0]=='e');
    assert(!fp);
    assert(ad==16);
    assert(*py==13);
    assert(d==0.25);
    assert(neg==-2&&cond==2&&dif==4);
    return 0;
}
