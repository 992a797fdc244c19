// verdict: safe
// options: --check memory
// covers: an array that no declaration of the file gives a length has one element
// se: safe
extern void reach_error(void);

long all[];
long some[];
long some[3];

int main(void) {
  some[2] = 4;
  if (all[0] != 0 || some[1] != 0)
    reach_error();
  return 0;
}
