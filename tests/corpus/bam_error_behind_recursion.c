// verdict: unsafe
// must-decide: auto
// inputs: 5
// bam: unsafe
// la: unsafe
// covers: an error that only a chain of recursive calls reaches, with a global that they count
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int depth;

void descend(int n) {
  depth = depth + 1;
  if (depth == 6)
    reach_error();
  if (n > 0)
    descend(n - 1);
  depth = depth - 1;
}

int main(void) {
  descend(__VERIFIER_nondet_int());
  return 0;
}
