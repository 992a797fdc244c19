// verdict: unsafe
// covers: bit-fields wider than int are computed with in their own width
// inputs: 1
// se: unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct {
  unsigned long long a : 36;
  unsigned b : 9;
} s;

int main(void) {
  s.a = (1ull << 36) - 1;
  s.b = 8;
  int step = __VERIFIER_nondet_int() == 1;
  if (s.a + step > s.b - 9)
    return 0;
  if (s.a + step < 1)
    reach_error();
  return 0;
}
