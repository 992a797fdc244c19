// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
static long sum(int n,...){ va_list ap; va_start(ap,n); long s=0; for(int i=0;i<n;i++) s+=va_arg(ap,int); va_end(ap); return s;}
struct s{int a; double b;};
static double mix(const char*f,...){ va_list ap,aq; va_start(ap,f); va_copy(aq,ap); double r=0; for(;*f;f++) switch(*f){case 'i': r+=va_arg(ap,int); break; case 'd': r+=va_arg(ap,double); break; case 's': {struct s x=va_arg(ap,struct s); r+=x.a+x.b;} break; case 'p': r+=*va_arg(ap,int*); break; case 'l': r+=va_arg(ap,long long);} va_end(ap); r+=va_arg(aq,int); va_end(aq); return r;}
static int vs(int n,va_list ap){ int m=0; while(n--){int v=va_arg(ap,int); if(v>m)m=v;} return m;}
static int mx(int n,...){va_list ap; va_start(ap,n); int r=vs(n,ap); va_end(ap); return r;}
int main(void){
    assert(sum(3,1,2,3)==6);
    assert(sum(0)==0);
    int k=7;
    assert(mix("idspl",1,2.5f,(struct s){3,4.5},&k,10LL)==29.0);
    assert(mx(4,3,9,2,1)==9);
    assert(sum(2,'a',(short)-1)==96);
    return 0;
}
