// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct v {int x,y;};
static struct v add(struct v a,struct v b){ return (struct v){a.x+b.x,a.y+b.y}; }
static struct v sub(struct v a,struct v b){ return (struct v){a.x-b.x,a.y-b.y}; }
struct ops { struct v (*f)(struct v,struct v); const char *name; };
static const struct ops t[]={{add,"add"},{sub,"sub"}};
int main(void){
    struct v a={1,2},b={3,4};
    assert(t[0].f(a,b).y==6);
    struct v r=t[1].f(a,b);
    assert(r.x==-2);
    for(int i=0;i<2;i++){ r=t[i].f(r,a);} assert(r.x==-2);
    return 0;
}
