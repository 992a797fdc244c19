// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdatomic.h>
static atomic_int g=ATOMIC_VAR_INIT(3);
static _Atomic long l;
static atomic_flag fl=ATOMIC_FLAG_INIT;
int main(void){
    assert(atomic_fetch_add(&g,2)==3);
    assert(g==5);
    g+=2;
    assert(atomic_load(&g)==7);
    int e=7;
    assert(atomic_compare_exchange_strong(&g,&e,9));
    assert(!atomic_compare_exchange_strong(&g,&e,1));
    assert(e==9);
    assert(!atomic_flag_test_and_set(&fl)&&atomic_flag_test_and_set(&fl));
    l++;
    assert(l==1);
    assert(atomic_exchange(&g,4)==9);
    atomic_store(&g,1);
    assert(g==1);
    assert(__sync_fetch_and_add(&e,1)==9);
    assert(__sync_bool_compare_and_swap(&e,10,3)&&e==3);
    assert(__atomic_sub_fetch(&e,1,__ATOMIC_SEQ_CST)==2);
    assert(atomic_fetch_or(&g,6)==1&&g==7);
    assert(__atomic_exchange_n(&e,5,0)==2);
    int q;
    __atomic_load(&e,&q,0);
    assert(q==5);
    atomic_thread_fence(memory_order_seq_cst);
    assert(__sync_val_compare_and_swap(&e,5,6)==5);
    assert(__atomic_fetch_nand(&e,2,0)==6&&e==~(6&2));
    return 0;
}
