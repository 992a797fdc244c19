// verdict: safe
// covers: gcc's functions on bits, of constants and of others; undefined arguments end the execution
// se: safe
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int folded[__builtin_popcount(0x70)] = {__builtin_clz(1), __builtin_bswap16(0x0102), __builtin_ffs(8)};

void check(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  unsigned x = 0x00f01234;
  unsigned long long y = (unsigned long long)x << 20;
  check(sizeof folded == 12 && folded[0] == 31 && folded[1] == 0x0201 && folded[2] == 4);
  check(__builtin_bswap32(x) == 0x3412f000);
  check(__builtin_popcount(x) == 9 && __builtin_parity(x) == 1);
  check(__builtin_clz(x) == 8 && __builtin_ctz(x) == 2 && __builtin_ffs(x) == 3);
  check(__builtin_clzll(y) == 20 && __builtin_ctzll(y) == 22);
  check(__builtin_clrsb(-(int)x) == 7);
  x = __VERIFIER_nondet_uint();
  if (x < 2) {
    int n = __builtin_clz(x);
    check(n == 31);
  }
  return 0;
}
