// verdict: safe
// must-decide: auto, ufo
// tracer: safe
// covers: a loop with two ways that meet again, one of them changing what does not matter
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void foo(void) {
  int steps = __VERIFIER_nondet_int();
  if (steps > 3) {
    steps = steps - 3;
  } else {
    steps = 3;
  }
}

int main(void) {
  int x = 0;
  int y = 0;
  int z = 1;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      ;
    } else {
      x++;
      y++;
    }
    foo();
    x = x - y;
  }
  if (z != 1) {
    reach_error();
  }
  return 0;
}
