// verdict: safe
// must-decide: bmc, auto
// covers: four rounds of a cipher and back
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned key[4] = {0x01020304u, 0x11223344u, 0xdeadbeefu, 0x0badcafeu};
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), a = x, b = y, sum = 0;
    for (int i = 0; i < 4; i++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
    }
    for (int i = 0; i < 4; i++) {
        b -= ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
        sum -= 0x9e3779b9u;
        a -= ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
    }
    assert(a == x && b == y);
    return 0;
}
