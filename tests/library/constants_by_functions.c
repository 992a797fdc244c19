// verdict: safe
// gcc computes these before the program runs.
#include <assert.h>
static double root = __builtin_sqrt(16.0), none = __builtin_nan("");
static float negative = __builtin_copysignf(2.0f, -1.0f);

int main(void) {
    assert(root == 4.0 && none != none && negative == -2.0f);
    return 0;
}
