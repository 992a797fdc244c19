// verdict: safe
// covers: attributes that say nothing about the meaning
// se: safe
extern void reach_error(void);

__attribute__((noinline, cold, section(".text.rare"), optimize("O1"))) static int next(int x) { return x + 1; }
static int table[2] __attribute__((used, visibility("hidden"))) = {1, 2};
struct __attribute__((may_alias, designated_init)) pair {
  int a, b __attribute__((deprecated));
};

int main(void) {
  struct pair p __attribute__((unused)) = {.a = table[1], .b = 3};
  if (next(p.a) != 3)
    reach_error();
  return 0;
}
