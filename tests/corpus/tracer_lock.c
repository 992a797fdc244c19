// verdict: safe
// must-decide: auto, ufo
// tracer: safe
// covers: a lock whose invariant is a disjunction: the loop goes on, or the lock is held
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int old = __VERIFIER_nondet_int();
  if (old > 1000000) {
    return 0;
  }
  int lock = 0;
  int new = old + 1;
  while (new != old) {
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_int()) {
      lock = 0;
      new++;
    }
  }
  if (lock == 0) {
    reach_error();
  }
  return 0;
}
