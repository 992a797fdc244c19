// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

static int g[2][3][4];
static int take(int (*p)[4]){return p[1][2];}
int main(void){
    for(int i=0;i<2;i++)for(int j=0;j<3;j++)for(int k=0;k<4;k++)g[i][j][k]=i*100+j*10+k;
    assert(g[1][2][3]==123);
    assert(take(g[1])==112);
    assert(*(*(*(g+1)+2)+3)==123);
    assert(sizeof g[0]==48);
    assert((int*)g[1]-(int*)g==12);
    int (*pp)[3][4]=g;
    assert(pp[1][0][0]==100);
    assert((&g[0][0][0])[0]==0);
    return 0;
}
