// verdict: safe
// must-decide: auto, gps
// options: --check overflow
// covers: a function that calls itself twice and counts: what it adds is a constant for each of the few values of its argument
extern int __VERIFIER_nondet_int(void);

int leaves;

void visit(int depth, int left, int right) {
  leaves += 1;
  if (depth == 0)
    return;
  visit(depth - 1, right, left);
  visit(depth - 1, left, right);
}

int main(void) {
  int depth = __VERIFIER_nondet_int();
  if (depth < 0 || depth > 29)
    return 0;
  visit(depth, 1, 2);
  leaves = leaves + 1;
  return 0;
}
