// verdict: safe
// covers: cleanup functions run when a scope is left by its end, break, continue, goto and return
// se: safe
extern void reach_error(void);

int trace;
void leave(int *x) { trace = trace * 10 + *x; }
#define SCOPED __attribute__((cleanup(leave))) int

int by_return(int early) {
  SCOPED a = 1;
  if (early)
    return trace;
  SCOPED b = 2;
  a = 3;
  return trace + 5;
}

void by_jumps(void) {
  for (SCOPED i = 1; i < 4; i++) {
    SCOPED inner = i;
    if (i == 1)
      continue;
    if (i == 2)
      break;
  }
}

void by_goto(void) {
  int round = 0;
again: {
  SCOPED a = 6;
  if (round++ == 0)
    goto again;
  SCOPED b = 7;
  goto out;
}
out:
  trace = trace * 10 + 8;
}

void check(int expected) {
  if (trace != expected)
    reach_error();
  trace = 0;
}

int main(void) {
  if (by_return(1) != 0)
    reach_error();
  check(1);
  if (by_return(0) != 5)
    reach_error();
  check(23);
  by_jumps();
  check(122);
  by_goto();
  check(6768);
  int value = ({ SCOPED a = 4; a + trace; });
  if (value != 4)
    reach_error();
  check(4);
  return 0;
}
