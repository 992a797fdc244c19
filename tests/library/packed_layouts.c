// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#pragma pack(push,1)
struct p {char a; int b; short c;};
#pragma pack(pop)
struct q {char a; int b __attribute__((packed)); short c;};
struct r {char a; int b __attribute__((aligned(16)));};
struct __attribute__((packed)) t {char a; long b; struct {char x; int y;} in;};
#pragma pack(2)
struct u {char a; int b; char c;};
#pragma pack()
int main(void){
    assert(sizeof(struct p)==7);
    assert(offsetof(struct q,b)==1&&sizeof(struct q)==8);
    assert(sizeof(struct r)==32);
    assert(sizeof(struct t)==17);
    assert(sizeof(struct u)==8);
    struct p x={1,2,3};
    x.b=-1;
    assert(x.c==3&&x.a==1);
    assert(_Alignof(struct p)==1);
    assert(_Alignof(struct r)==16);
    struct p arr[2]={{1,2,3},{4,5,6}};
    assert(arr[1].b==5);
    assert(offsetof(struct u,b)==2);
    return 0;
}
