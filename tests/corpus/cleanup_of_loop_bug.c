// verdict: unsafe
// covers: a variable of a loop's body is cleaned up in every round
// inputs: 2
// se: unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int closed;
void close_it(int *handle) { closed += *handle; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    return 0;
  for (int i = 0; i < n; i++) {
    int handle __attribute__((cleanup(close_it))) = 10;
    if (i == 1)
      handle = 1;
  }
  if (closed == 11)
    reach_error();
  return 0;
}
