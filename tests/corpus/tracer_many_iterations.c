// verdict: safe
// must-decide: auto, ufo
// tracer: safe
// covers: a loop of many iterations whose proof needs none of them
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int y = __VERIFIER_nondet_int();
  if (y < 0) {
    return 0;
  }
  int x = 0;
  while (x < 10000) {
    y++;
    x++;
  }
  if (y + x < 10000) {
    reach_error();
  }
  return 0;
}
