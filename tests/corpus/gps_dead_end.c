// verdict: safe
// must-decide: auto, ufo
// covers: a summary that is not exact, and dead ends that prove the rest (paper gps, section 2.2)
// gps: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = 0;
  if (n > 1000)
    return 0;
  while (n > 0)
    r = r + n--;
  if (r == 2)
    reach_error();
  return 0;
}
