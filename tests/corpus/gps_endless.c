// verdict: safe
// must-decide: auto, ufo
// covers: a loop without end before the error: no test may run for ever
// gps: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned int ticks = 0;
  int on = 1;
  while (on) {
    ticks++;
    if (__VERIFIER_nondet_int())
      ticks = 0;
  }
  reach_error();
  return 0;
}
