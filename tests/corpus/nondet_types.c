// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: LP64
// covers: inputs have the range of their type
void assert(int);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    char c = __VERIFIER_nondet_char();
    assert(c >= -128 && c <= 127);
    int u = __VERIFIER_nondet_uchar();
    assert(u >= 0 && u <= 255);
    int s = __VERIFIER_nondet_short();
    assert(s >= -32768 && s <= 32767);
    int w = __VERIFIER_nondet_ushort();
    assert(w >= 0 && w <= 65535);
    long n = __VERIFIER_nondet_uint();
    assert(n >= 0 && n <= 4294967295L);
    long l = __VERIFIER_nondet_long();
    assert(l >= -9223372036854775807L - 1);
    return 0;
}
