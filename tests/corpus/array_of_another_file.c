// verdict: unknown
// options: --check memory
// covers: how long an array of another file is, is not known
extern char names[];

int main(void) {
  names[3] = 'x';
  return 0;
}
