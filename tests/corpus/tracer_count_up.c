// verdict: safe
// must-decide: auto, ufo
// tracer: safe
// iterdeep: safe
// covers: a loop that counts up to an arbitrary bound
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int count = 0;
  int bound = __VERIFIER_nondet_int();
  while (count < bound) {
    count++;
  }
  if (count < 0) {
    reach_error();
  }
  return 0;
}
