// verdict: safe
// must-decide: auto
// covers: a structure with a member of variable length
extern void reach_error(void);

int main(void) {
  int n = 7;
  struct packet {
    short kind;
    char data[n];
  };
  if (sizeof(struct packet) != 10)
    reach_error();
  return 0;
}
