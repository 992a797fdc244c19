// verdict: safe
// covers: when the lengths of variable types are evaluated, and how often
// se: safe
extern void reach_error(void);

int calls;
int two(void) {
  calls++;
  return 2;
}
int entered(int n, int a[n += 2], int (*b)[n]) { return n * 100 + sizeof *b; }
int declared(int n, int a[n++]);

void check(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  int n = 3, i = 0, data[6] = {1, 2, 3, 4, 5, 6};
  check(sizeof(short[n++]) == 6 && n == 4);
  char rows[2][n];
  check(sizeof(rows[i++]) == 4 && i == 1);
  check(sizeof(int (*)[n++]) == sizeof(void *) && n == 4);
  __typeof__(char[n++]) copy;
  check(n == 5 && sizeof copy == 4);
  typedef int row[two()];
  row a, b;
  check(calls == 1 && sizeof a + sizeof b == 16);
  check(((int(*)[two()])data)[1][1] == 4 && calls == 2);
  int (*p)[n - 2] = (int(*)[n - 2])data;
  n = 0;
  check(p[1][0] == 4);
  // gcc computes the length that is used first.
  check(entered(1, data, 0) == 304);
  int (*last(int, int x[n++]))[2];
  check(n == 0 && _Alignof(int[n++]) == 4 && n == 0);
  return 0;
}
