// verdict: safe
// must-decide: auto
// covers: memcpy, memmove and memset of a computed number of bytes
void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int from[4] = {1, 2, 3, 4}, to[4] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    memcpy(to, from, n * sizeof(int));
    if (n == 3 && (to[2] != 3 || to[3] != 0)) reach_error();
    char text[8] = "abcdef";
    if (n > 2) {
        memmove(text + 1, text, n);
        if (text[0] != 'a' || text[1] != 'a' || text[3] != 'c') reach_error();
    }
    memset(to, 1, n * sizeof(int));
    if (n > 0 && to[0] != 0x01010101) reach_error();
    return 0;
}
