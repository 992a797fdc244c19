// verdict: unsafe
// must-decide: auto, ufo
// covers: an unsigned counter that wraps around on its way: summaries must not forget that
// inputs: 4294967295
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int rounds = 0;
  while (x != 3 && rounds < 100) {
    x = x + 1;
    rounds = rounds + 1;
  }
  if (x == 3 && rounds == 4)
    reach_error();
  return 0;
}
