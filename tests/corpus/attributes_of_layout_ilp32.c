// verdict: safe
// data-model: ILP32
// covers: atomic objects of 8 bytes are aligned to 8 where others are to 4
// se: safe
extern void reach_error(void);

struct plain {
  int a;
  long long b;
};
struct atomic {
  int a;
  _Atomic long long b;
};

int main(void) {
  if (sizeof(struct plain) != 12 || sizeof(struct atomic) != 16)
    reach_error();
  if (_Alignof(double) != 4 || __alignof__(double) != 8)
    reach_error();
  return 0;
}
