// verdict: safe
// must-decide: auto
// covers: an invariant from dead-end interpolants or congruences (paper gps, section 2.3)
// gps: safe
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int x = 2;
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int m = __VERIFIER_nondet_uint();
  while (n-- > 1)
    x = 2 * x;
  while (m-- > 1)
    x = x - 2;
  if (x == 1)
    reach_error();
  return 0;
}
