// verdict: safe
// must-decide: auto, gps
// options: --check undefined
// covers: a recursive function that is linear in one argument for each value of another
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int climb(int kind, int steps) {
  if (kind == 0)
    return steps + 5;
  if (steps == 0)
    return climb(kind - 1, 2);
  return climb(kind - 1, climb(kind, steps - 1));
}

int main(void) {
  int kind = __VERIFIER_nondet_int();
  int steps = __VERIFIER_nondet_int();
  if (kind < 0 || kind > 1 || steps < 0 || steps > 1000)
    return 0;
  int reached = climb(kind, steps);
  if (reached != 5 * (kind == 0 ? 1 : steps) + (kind == 0 ? steps : 7))
    reach_error();
  return 0;
}
