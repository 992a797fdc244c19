// verdict: unsafe
// must-decide: auto, ufo
// covers: inputs in the right order, found because summaries relate gas and progress (paper gps, section 5.3)
// gps: unsafe
// inputs: 68 0 0 0 79 0 0 0 71 67 65 84
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 0;
  while (1) {
    int c = __VERIFIER_nondet_int();
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    if (c == 68 && state == 0)
      state = 1;
    if (c == 79 && state == 1)
      state = 2;
    if (c == 71 && state == 2)
      state = 3;
    if (state == 3 && a == 67 && b == 65 && d == 84)
      reach_error();
  }
}
