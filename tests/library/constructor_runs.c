// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

static int g;
static void __attribute__((constructor)) c(void){ g=5; }
static void __attribute__((destructor)) d(void){ g=6; }
int main(void){
    assert(g==5);
    return 0;
}
