// verdict: safe
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(toupper(-1) == -1 && tolower('\xe4') == 0xe4 && toupper(-28) == 228);
    assert(toupper(1000) == 1000);
    return 0;
}
