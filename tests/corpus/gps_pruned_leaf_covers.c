// verdict: unsafe
// must-decide: auto, ufo
// covers: a dead end whose label is too weak must not cover a leaf that leads to the error
// gps: unsafe
// inputs: 0 1 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int mode = 0, x = 0;
  while (__VERIFIER_nondet_int() == 0) {
    if (mode == 0)
      mode = 1;
    x = x + 2;
  }
  int y = __VERIFIER_nondet_int();
  if (mode == 1 && x >= 2 && y == x + 5)
    reach_error();
  return 0;
}
