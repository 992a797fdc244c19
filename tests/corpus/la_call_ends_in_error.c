// verdict: unsafe
// must-decide: auto
// la: unsafe
// bam: unsafe
// covers: an error directly behind a recursive call that comes back
extern void reach_error(void);

void unwind(int n) {
  if (n < 3)
    return;
  unwind(n - 1);
  reach_error();
}

int main(void) {
  unwind(5);
  return 0;
}
