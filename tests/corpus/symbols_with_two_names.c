// verdict: safe
// covers: aliases of functions and variables, symbols given by asm, weak definitions
// se: safe
extern void reach_error(void);

int level = 1;
extern int volume __attribute__((alias("level")));

static int twice(int x) {
  level++;
  return 2 * x;
}
int doubled(int) __attribute__((alias("twice")));
int again(int) __asm__("doubled_for_real");
int doubled_for_real(int x) { return doubled(x); }
__attribute__((weak)) int size(void) { return 3; }

int main(void) {
  int (*f)(int) = doubled;
  volume = 5;
  if (level != 5)
    reach_error();
  if (f(4) != 8 || again(1) != 2 || level != 7)
    reach_error();
  if (!size || size() != 3)
    reach_error();
  return 0;
}
