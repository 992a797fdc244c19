// verdict: unsafe
// covers: exit runs destructors when its argument has been evaluated, abort does not
// inputs: 1
// se: unsafe
extern void reach_error(void);
extern void exit(int);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int ready;
int prepare(void) { return ready = 1; }

__attribute__((destructor)) static void check(void) {
  if (ready)
    reach_error();
}

int main(void) {
  if (__VERIFIER_nondet_int() == 1)
    exit(prepare());
  ready = 2;
  abort();
}
