// verdict: unknown
// covers: a function with an attribute that is not modelled does what nobody knows
extern void reach_error(void);

__attribute__((naked)) int four(void) { __asm__("mov $4, %eax; ret"); }

int main(void) {
  if (four() != 4)
    reach_error();
  return 0;
}
