// verdict: safe
// covers: a later initialiser for a whole part replaces what was said of it; one for a part of a part keeps the rest
// se: safe
extern void reach_error(void);

struct inner {
  int a, b;
};
struct outer {
  struct inner in;
  int c;
};
union either {
  int whole;
  char byte;
  struct {
    short low, high;
  } halves;
};

struct outer x = {.in.b = 5, .c = 1, .in = {.a = 2}};
struct outer y = {.in = {3, 4}, .in.b = 6};
struct outer z = {.in.b = 9, .in = 3, 4};
int rows[3][2] = {[1] = {1, 2}, [0] = {3}, {4}};
union either u = {.whole = -1, .byte = 3};
union either v = {.halves.low = 1, .halves.high = 2};

int calls;
int count(void) { return ++calls; }

int main(void) {
  struct inner given = {7, 8};
  struct outer w = {.in = given, .in.b = 9};
  int once[4] = {[0 ... 2] = count()};
  if (x.in.a != 2 || x.in.b != 0 || x.c != 1)
    reach_error();
  if (y.in.a != 3 || y.in.b != 6)
    reach_error();
  if (z.in.a != 3 || z.in.b != 4 || z.c != 0)
    reach_error();
  if (rows[0][1] != 0 || rows[1][0] != 4 || rows[1][1] != 0)
    reach_error();
  if (u.whole != 3 || v.whole != 0x20001)
    reach_error();
  // gcc drops the value of the whole here.
  if (w.in.a != 0 || w.in.b != 9)
    reach_error();
  if (calls != 1 || once[2] != 1)
    reach_error();
  return 0;
}
