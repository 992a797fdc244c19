// verdict: safe
// covers: comparisons that are quiet and the classes of numbers
// se: safe
extern void reach_error(void);

void check(int condition) {
  if (!condition)
    reach_error();
}

int class_of(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

int main(void) {
  double zero = 0, one = 1, infinite = one / zero, none = zero / zero;
  check(class_of(none) == 0 && class_of(-infinite) == 1 && class_of(zero) == 2 && class_of(one) == 4);
  check(class_of(0x1p-1030) == 3);
  check(__builtin_isless(zero, one) && !__builtin_isgreaterequal(none, one));
  check(__builtin_isunordered(one, none) && !__builtin_islessgreater(one, one));
  check(__builtin_isinf_sign(-infinite) < 0 && !__builtin_isnormal(zero) && __builtin_isnormal(-one));
  return 0;
}
