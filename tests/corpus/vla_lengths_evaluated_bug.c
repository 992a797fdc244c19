// verdict: unsafe
// covers: the length in a cast is evaluated
// inputs: 2
// se: unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n != 2)
    return 0;
  char data[4] = {0};
  void *p = (char(*)[n++])data;
  if (n == 3 && p)
    reach_error();
  return 0;
}
