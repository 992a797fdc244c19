// verdict: safe
// covers: gcc's cast to a union, and parameters that take any member of one
// se: safe
extern void reach_error(void);

typedef union {
  unsigned bits;
  float number;
} word;
typedef union {
  int *first;
  char *second;
} any __attribute__((transparent_union));

int get(any pointer) { return *pointer.first; }

int main(void) {
  unsigned pattern = 0x40000000;
  int seven = 7;
  if (((word)pattern).number != 2)
    reach_error();
  if (((word)1.0f).bits != 0x3f800000)
    reach_error();
  if (get(&seven) != 7)
    reach_error();
  return 0;
}
