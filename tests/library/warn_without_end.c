// verdict: unsafe
// gcc: no
#include <err.h>

int main(void) {
    char text[2] = {'a', 'b'};
    warnx("%s", text);
    return 0;
}
