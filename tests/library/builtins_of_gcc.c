// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void){
    assert(__builtin_popcount(0xff)==8);
    assert(__builtin_clz(1)==31);
    assert(__builtin_ctzll(8)==3);
    assert(__builtin_ffs(0)==0&&__builtin_ffs(4)==3);
    assert(__builtin_parity(7)==1);
    assert(__builtin_bswap32(0x01020304)==0x04030201);
    assert(__builtin_bswap16(0x0102)==0x0201);
    assert(__builtin_bswap64(1)==1ULL<<56);
    int r;
    assert(__builtin_add_overflow(0x7fffffff,1,&r)&&r==-0x7fffffff-1);
    unsigned char uc;
    assert(__builtin_mul_overflow(16,16,&uc)&&uc==0);
    assert(!__builtin_sub_overflow(5,3,&r)&&r==2);
    assert(__builtin_expect(3,1)==3);
    assert(__builtin_clrsb(0)==31);
    assert(__builtin_abs(-2)==2);
    assert(__builtin_strlen("abc")==3);
    assert(__builtin_choose_expr(1,2,3.0)==2);
    assert(__builtin_types_compatible_p(int,const int));
    assert(!__builtin_types_compatible_p(int,unsigned));
    assert(__builtin_constant_p(3));
    assert(__builtin_offsetof(struct{char c;int i;},i)==4);
    assert(__builtin_isnan(__builtin_nan("")));
    assert(__builtin_huge_val()>1e308);
    assert(__builtin_signbit(-1.0)!=0);
    assert(__builtin_isinf_sign(-__builtin_inf())==-1);
    assert(__builtin_memcmp("a","a",1)==0);
    assert(__builtin_fabs(-2.0)==2.0);
    assert(__builtin_sadd_overflow(1,2,&r)==0);
    unsigned long ul;
    assert(__builtin_umull_overflow(~0UL,2,&ul));
    assert(__builtin_popcountl(~0UL)==64);
    assert(__builtin_classify_type(1)==1);
    assert(__builtin_object_size(&r,0)==4);
    assert(__builtin_copysign(1.0,-0.0)==-1.0);
    assert(__builtin_ldexp(1.0,3)==8.0);
    assert(__builtin_bswap128((__int128)1)==(__int128)1<<120);
    return 0;
}
