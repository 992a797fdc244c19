// verdict: safe
// must-decide: auto
// bam: safe
// la: safe
// covers: a recursive function whose contract relates its result to its argument
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int triangle(int n) {
  if (n <= 0)
    return 0;
  return n + triangle(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = triangle(n);
  if (sum < n)
    reach_error();
  return 0;
}
