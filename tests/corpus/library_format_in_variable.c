// verdict: safe
// must-decide: auto
// options: --check memory
// covers: formats that reach printf through local variables which are set once
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char const *whole;
  char const *part = "%.3s\n";
  char name[3] = {'a', 'b', 'c'};
  int n = __VERIFIER_nondet_int();
  whole = (char const *)"%d of %s\n";
  printf(whole, n, "many");
  while (n > 0 && n < 100) {
    printf(part, name);
    n = n / 2;
  }
  return 0;
}
