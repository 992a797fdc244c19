// verdict: unknown
// options: --check memory
// covers: memcpy with a computed size into a member, beyond its end, which may be meant
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct packet { char name[4]; char rest[12]; };
int main(void) {
    static struct packet p;
    char text[16] = "0123456789";
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 5) return 0;
    memcpy(p.name, text, n);
    return 0;
}
