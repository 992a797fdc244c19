// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: functions of the mathematical library that are modelled
double fabs(double);
float fabsf(float);
double sqrt(double);
double floor(double), ceil(double), trunc(double), round(double);
double fmin(double, double), fmax(double, double), copysign(double, double);
void reach_error(void) {}
#define CHECK(c) if (!(c)) reach_error()

int main(void) {
    double nan = __builtin_nan(""), inf = __builtin_inf();
    CHECK(fabs(-2.5) == 2.5 && fabsf(-0.0f) == 0);
    CHECK(sqrt(2.25) == 1.5 && sqrt(2) == 1.4142135623730951);
    CHECK(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1 && round(-1.5) == -2);
    CHECK(fmin(1, nan) == 1 && fmax(nan, 2) == 2 && fmin(1, 2) == 1 && fmax(1, 2) == 2);
    CHECK(__builtin_isnan(nan) && !__builtin_isnan(inf) && __builtin_isinf(-inf) && !__builtin_isinf(1.0));
    CHECK(copysign(3, -0.0) == -3 && __builtin_signbit(-1.0) && __builtin_isfinite(1e300));
    return 0;
}
