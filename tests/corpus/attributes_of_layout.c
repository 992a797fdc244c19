// verdict: safe
// covers: packed enumerations, alignments of typedefs, variables and single members, __alignof__
// se: safe
extern void reach_error(void);

enum __attribute__((packed)) small { S0, S1 = 200 };
enum { N0 = -1, N1 = 200 } __attribute__((packed)) negative;
typedef short loose __attribute__((aligned(1)));
typedef short strict __attribute__((aligned(4)));

struct mixed {
  char a;
  loose b;
  strict c;
};

struct one_of_two {
  char a;
  short b __attribute__((aligned(8))), c;
};

int main(void) {
  _Alignas(32) char line;
  enum small value = S1;
  if (sizeof(enum small) != 1 || sizeof negative != 2 || value != 200)
    reach_error();
  if (sizeof(struct mixed) != 8 || _Alignof(loose) != 1)
    reach_error();
  if (sizeof(struct one_of_two) != 16)
    reach_error();
  if (_Alignof(line) != 32 || __alignof__(double) != 8)
    reach_error();
  return 0;
}
