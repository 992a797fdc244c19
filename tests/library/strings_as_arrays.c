// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void){
    char a[10]="hello";
    a[0]^=0x20;
    assert(a[0]=='H');
    char *p=a;
    while(*p) p++;
    assert(p-a==5);
    *p++='!';
    *p=0;
    assert(strlen(a)==6);
    assert("abc"[1]=='b'&&1["abc"]=='b');
    char b[]="a\0b";
    assert(sizeof b==4&&strlen(b)==1);
    const char *s[]={"x","yy"};
    assert(s[1][1]=='y');
    char m[3]="abc";
    assert(m[2]=='c');
    assert(strcmp("a","b")<0&&strcmp("b","a")>0&&!strcmp("",""));
    char r[6];
    for(int i=0;i<5;i++) r[i]="olleh"[4-i];
    r[5]=0;
    assert(!strcmp(r,"hello"));
    return 0;
}
