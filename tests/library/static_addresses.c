// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct n {struct n *next; int v; int (*f)(void);};
static int five(void){return 5;}
static struct n b;
static struct n a={&b,1,five};
static struct n b={&a,2,0};
static int arr[3]={1,2,3};
static int *ends[]={arr,arr+3,&arr[1]};
static char *s=(char*)"xy";
static void *vp=&vp;
static const struct n *const cp=&a;
int main(void){
    assert(a.next->next==&a);
    assert(a.f()==5);
    assert(ends[1]-ends[0]==3);
    assert(*ends[2]==2);
    assert(s[1]=='y');
    assert(vp==&vp);
    assert(cp->next->v==2);
    return 0;
}
