// verdict: unsafe
// must-decide: auto
// options: --check memory
// inputs: 0,0
// covers: a variable for a format that is set once, but not before it is used
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char const *format;
  if (__VERIFIER_nondet_int())
    format = "%d\n";
  printf(format, 1);
  return 0;
}
