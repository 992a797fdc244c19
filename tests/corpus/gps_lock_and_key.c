// verdict: unsafe
// must-decide: auto
// covers: a long error path whose length an input decides (paper gps, section 2.1)
// gps: unsafe
// inputs: 1000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int limit = __VERIFIER_nondet_int();
  int i = 0, steps = 0;
  while (i < limit) {
    steps++;
    i++;
  }
  if (steps >= 1000)
    reach_error();
  return 0;
}
