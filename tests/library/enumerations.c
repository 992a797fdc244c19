// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

enum color {R,G,B};
static const char *nm(enum color c){ switch(c){ case R: return "r"; case G: return "g"; case B: return "b"; } return "?"; }
enum {X=1<<3,Y=X|1,Z='a',W=sizeof(int)};
enum color2 {A=-1,Q};
int main(void){
    assert(nm(G)[0]=='g');
    assert(Y==9&&Z==97&&W==4);
    enum color c=B;
    c=(enum color)(c+1);
    assert(c==3);
    assert(nm(c)[0]=='?');
    enum color2 d=A;
    assert(d<0&&Q==0);
    assert((enum color2)5==5);
    int m[B+1]={[R]=1,[B]=3};
    assert(m[G]==0&&m[2]==3);
    return 0;
}
