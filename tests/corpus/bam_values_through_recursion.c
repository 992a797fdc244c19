// verdict: safe
// must-decide: auto
// bam: safe
// covers: explicit values through many recursive calls; a block abstraction for each argument, used again and again
extern void reach_error(void);

int fibonacci(int n) {
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  if (fibonacci(16) != 987)
    reach_error();
  return 0;
}
