// verdict: safe
// must-decide: auto, ufo
// la: safe
// bam: safe
// covers: a machine whose states are values, beside a relation that only predicates express
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 0, opened = 0, closed = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 0) {
      opened = opened + 1;
      state = 1;
    } else if (state == 1) {
      state = 2;
    } else {
      closed = closed + 1;
      state = 0;
    }
  }
  if (state == 0 && opened != closed)
    reach_error();
  return 0;
}
