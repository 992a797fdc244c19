// verdict: unsafe
#include <string.h>

int main(void) {
    char few[4] = {1, 2, 3, 4};
    return memcmp(few, "abcdefgh", 8);
}
