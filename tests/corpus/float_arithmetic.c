// verdict: safe
// se: safe
// covers: float, double and long double: arithmetic, rounding, conversions, comparison
void reach_error(void) {}
#define CHECK(c) if (!(c)) reach_error()

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    long double l = 0.1L;
    CHECK(f != d);
    CHECK(d != l);
    CHECK((float)d == f);
    CHECK(d + 0.2 != 0.3);
    CHECK(d + 0.2 == 0.30000000000000004);
    CHECK(0.1f + 0.2f == 0.3f);
    CHECK((int)2.99 == 2 && (int)-2.99 == -2);
    CHECK((unsigned char)200.7 == 200);
    CHECK((float)16777217 == 16777216.0f);
    CHECK((double)9007199254740993LL == 9007199254740992.0);
    CHECK((long double)9007199254740993LL != 9007199254740992.0L);
    CHECK((long long)(long double)0x7fffffffffffffffLL == 0x7fffffffffffffffLL);
    CHECK(1 / 3.0 * 3 == 1);
    CHECK(1.0 / 0.0 > 1e308 && -1.0 / 0.0 < -1e308);
    double zero = 0, nan = zero / zero;
    CHECK(nan != nan && !(nan < 1) && !(nan >= 1));
    CHECK(-zero == zero && 1 / -zero < 0);
    CHECK(!zero && nan && 0.5);
    d = 1;
    for (int i = 0; i < 60; i++) d /= 2;
    CHECK(d == 0x1p-60 && 1 + d == 1);
    f = 3;
    f += 0.25;
    f++;
    CHECK(f == 4.25f);
    int i = 7;
    i *= 1.5;
    CHECK(i == 10);
    unsigned long big = 1e19;
    CHECK(big == 10000000000000000000ul);
    CHECK((_Bool)0.25 == 1);
    CHECK(sizeof(long double) == 16 && sizeof(1.0f) == 4);
    return 0;
}
