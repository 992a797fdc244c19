// verdict: safe
// covers: __builtin_add_overflow and relatives: exact results of any types, the wrapped one is stored
// se: safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void check(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned char byte;
  unsigned sum;
  long long wide;
  check(__builtin_add_overflow(200, 100, &byte) && byte == 44);
  check(!__builtin_sub_overflow(3u, 5, &wide) && wide == -2);
  check(__builtin_sub_overflow(3u, 5, &sum) && sum == -2u);
  check(__builtin_mul_overflow(1ull << 40, 1ull << 24, &wide) && wide == 0);
  check(!__builtin_mul_overflow(-1, 1ull << 63, &wide) && wide < 0);
  check(__builtin_smul_overflow(1 << 20, 1 << 20, (int *)&sum));
  check(__builtin_add_overflow_p(i, 1, (int)0) == (i == 2147483647));
  int next;
  if (!__builtin_sadd_overflow(i, 1, &next))
    check(next > i);
  else
    check(next < 0);
  return 0;
}
