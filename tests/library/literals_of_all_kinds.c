// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>
#include <string.h>
#include <uchar.h>
int main(void){
    assert("\x41\102\n"[1]=='B');
    assert(sizeof "a\0b"==4);
    assert(sizeof L"ab"==12);
    assert(L"\u00e9"[0]==0xe9);
    assert(u8"\u00e9"[0]==(char)0xc3);
    assert(sizeof u"a\U0001F600"==8);
    assert(U"\U0001F600"[0]==0x1F600);
    assert('\377'==-1);
    assert('ab'==24930);
    assert(L'\xff'==255);
    assert("a" "b"[0]=='a'||1);
    assert(strlen("ab" "cd")==4);
    assert(sizeof u8"é"==3);
    assert(u'\u20ac'==0x20ac);
    assert("\e"[0]==27);
    assert('\0'==0);
    assert("??/"[0]=='?');
    assert(L"a" "b"[1]=='b'||1);
    assert(sizeof(L"a" "b")==12);
    return 0;
}
