// verdict: safe
// covers: constructors run before main by rising priority, destructors after it, the last one first
// se: safe
extern void reach_error(void);

int trace;
void step(int digit) { trace = trace * 10 + digit; }

__attribute__((constructor)) static void third(void) { step(3); }
__attribute__((constructor(300))) static void second(void) { step(2); }
__attribute__((constructor(200))) static void first(void) { step(1); }

__attribute__((destructor(200))) static void seventh(void) {
  step(7);
  if (trace != 1234567)
    reach_error();
}
__attribute__((destructor)) static void sixth(void) { step(6); }
__attribute__((destructor)) static void fifth(void) { step(5); }

int main(void) {
  step(4);
  return 0;
}
