// verdict: unsafe
// covers: what a later initialiser replaces is zero
// inputs: 3
// se: unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct {
  int name[2];
  struct {
    int x, y;
  } at;
} options = {.at.y = 4, .name = {1, 1}, .at = {3}};

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == options.at.x && options.at.y == 0)
    reach_error();
  return 0;
}
