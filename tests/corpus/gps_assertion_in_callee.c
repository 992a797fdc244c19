// verdict: unsafe
// must-decide: auto, ufo
// covers: an assertion inside a function that is called from a loop is part of the search
// gps: unsafe
// inputs: 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void must_be_small(int x) {
  if (x > 12)
    reach_error();
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < n && i < 6; i++) {
    sum += i + 1;
    must_be_small(sum);
  }
  return 0;
}
