// verdict: unsafe
// must-decide: auto
// inputs: 0,1,0
// options: --check memory
// covers: the argument of a format in a variable is a string that does not end
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char const *whole;
  char const *part = "%s\n";
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
