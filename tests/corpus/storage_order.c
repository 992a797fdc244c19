// verdict: safe
// data-model: LP64
// must-decide: auto
// covers: `scalar_storage_order`: members whose most significant byte comes first, bit-fields, arrays, initial values, the pragma
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, "", 0, ""))
#define BE __attribute__((scalar_storage_order("big-endian")))
enum e { A, B, C = 300 };
struct BE s { int a; short b; char c; _Bool d; float f; double g; long long h; enum e e; int arr[3]; short m[2][2]; void *p; unsigned x : 3, y : 7; int z : 13; unsigned long long w : 40; _Bool q : 1; };
struct BE __attribute__((packed)) t { char c; unsigned a : 5; int b : 20; unsigned long long l : 45; short s; };
union BE u { int i; short s[2]; unsigned b : 9; char c[4]; };
#pragma scalar_storage_order big-endian
struct inner { int b; };
struct pr { int a; struct inner n; };
#pragma scalar_storage_order default
struct o { int a; struct pr p; };
struct s g = {1, 2, 3, 1, 1.5f, 2.5, -2, C, {1, 2, 3}, {{1, 2}, {3, 4}}, 0, 5, 0x41, -3, 0x123456789aULL, 1};
static int sum(unsigned char *p, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + p[i]; return s; }
int main(void) {
  struct s v = {0};
  v.a = 1; v.b = 0x1234; v.c = 5; v.d = 1; v.f = 1.5f; v.g = 2.5; v.h = -2; v.e = C; v.arr[1] = 7; v.m[1][0] = 0x102;
  v.x = 5; v.y = 0x41; v.z = -3; v.w = 0x123456789aULL; v.q = 1; v.p = &v;
  unsigned char *b = (unsigned char *)&v;
  assert(b[0] == 0 && b[3] == 1 && b[4] == 0x12 && b[5] == 0x34 && b[8] == 0x3f && b[9] == 0xc0);
  assert(b[16] == 0x40 && b[17] == 4 && b[24] == 255 && b[31] == 0xfe && b[34] == 1 && b[35] == 0x2c);
  assert(v.a == 1 && v.b == 0x1234 && v.c == 5 && v.d == 1 && v.f == 1.5f && v.g == 2.5 && v.h == -2 && v.e == C);
  assert(v.arr[1] == 7 && v.m[1][0] == 0x102 && v.x == 5 && v.y == 0x41 && v.z == -3 && v.w == 0x123456789aULL && v.q && v.p == &v);
  unsigned char *bits = b + sizeof v - 8;
  assert(bits[0] == 0xb0 && bits[1] == 0x7f && bits[2] == 0xfa && bits[3] == 0x24 && bits[4] == 0x68);
  b = (unsigned char *)&g;
  assert(b[3] == 1 && b[5] == 2 && b[6] == 3 && b[8] == 0x3f && b[31] == 0xfe && g.z == -3 && g.w == 0x123456789aULL);
  bits = b + sizeof v - 8;
  assert(bits[0] == 0xb0 && bits[1] == 0x7f && bits[2] == 0xfa && bits[3] == 0x24 && bits[4] == 0x68);
  struct t t = {1, 9, -5, 0x123456789abULL, 0x708};
  b = (unsigned char *)&t;
  assert(b[0] == 1 && b[1] == 0x4f && b[2] == 0xff && b[3] == 0xfd && b[4] == 0x84 && b[5] == 0x8d && b[6] == 0x15 && (b[9] & 0xfc) == 0xac && b[10] == 7);
  assert(t.a == 9 && t.b == -5 && t.l == 0x123456789abULL && t.s == 0x708);
  t.b += 6; t.l++; --t.s;
  assert(t.a == 9 && t.b == 1 && t.l == 0x123456789acULL && t.s == 0x707);
  union u u; u.i = 0; u.b = 0x155;
  assert(u.c[0] == (char)0xaa && u.c[1] == (char)0x80 && u.s[0] == (short)0xaa80);
  struct o o = {1, {2, {3}}};
  b = (unsigned char *)&o;
  assert(b[0] == 1 && b[7] == 2 && b[11] == 3);
  struct o copy = o;
  assert(copy.p.n.b == 3);
  typeof(v.a) n = 1;
  assert(*(char *)&n == 1);
  typeof(v.arr) ar = {1, 2, 3};
  assert(ar[1] == 2 && ar[2] == 3);
  return sum(bits, 2) == 0;
}
