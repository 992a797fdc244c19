// verdict: safe
// covers: the value of an expression that names a bit-field has the bit-field's width, and promotes from there
// se: safe
extern void reach_error(void);

struct flags {
  unsigned low : 5;
  unsigned long mid : 31;
  unsigned long word : 32;
  unsigned long long wide : 45;
  long long wide_signed : 45;
  _Bool one : 1;
} f, copy;

struct flags get(void) { return f; }

void check(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  int yes = 1;
  f.low = 30;
  check((yes ? f.low : 1) - 31 < 0);
  check((f.low ?: 1) - 31 < 0);
  check((yes, f.low) - 31 < 0);
  check(({ f.low; }) - 31 < 0);
  check(get().low - 31 < 0);
  check((copy.low = 33) - 2 < 0);
  check((copy.low *= 2) - 3 < 0);
  check(f.low++ - 31 < 0);
  check(++f.low == 0);
  check(-f.mid - 1 < 0);
  check(sizeof(f.mid + 0) == 4 && sizeof(f.word + 0) == 4 && sizeof(f.wide + 0) == 8);
  check(-1 - f.word > 0);
  check(sizeof(f.low = 1) == 1 && sizeof(f.wide++) == 8);
  f.wide = (1ull << 45) - 1;
  check(f.wide + 1 == 0);
  check(f.wide * f.wide == 1);
  check(f.wide << 1 == (1ull << 45) - 2);
  check(~f.wide == 0);
  check(f.wide + 1ll == 1ll << 45);
  check((f.wide_signed = f.wide) == -1);
  check((f.one = 6) == 1 && sizeof(f.one = 6) == 1);
  return 0;
}
