// verdict: safe
// se: safe
// covers: floating-point numbers in arrays, structures and unions, through pointers, passed and returned
void reach_error(void) {}
#define CHECK(c) if (!(c)) reach_error()

union bits { float f; unsigned u; };
struct point { double x, y; };

static struct point scale(struct point p, double by) {
    p.x *= by;
    p.y *= by;
    return p;
}

static void twice(float *p) { *p = *p * 2; }

int main(void) {
    union bits b;
    b.f = 1.0f;
    CHECK(b.u == 0x3f800000u);
    b.u |= 0x80000000u;
    CHECK(b.f == -1.0f);
    struct point p = scale((struct point){1.5, -2}, 2);
    CHECK(p.x == 3 && p.y == -4.0);
    float a[4] = {0.5, 1, 2.5};
    for (int i = 0; i < 4; i++) twice(&a[i]);
    CHECK(a[0] == 1 && a[2] == 5 && a[3] == 0);
    double d = -0.0;
    unsigned long long raw = *(unsigned long long *)&d;
    CHECK(raw == 0x8000000000000000ull);
    return 0;
}
