// verdict: unknown
// covers: the alignment of a function, and sizes whose bits cannot be counted, are not given wrongly
void assert(int);
union large {
    int a;
    char b[(1L << 62) - 256];
};
__attribute__((aligned(256))) static void aligned(void) {}
int main(void) {
    assert(sizeof(union large) == (1L << 62) - 256);
    assert(__alignof__(aligned) == 256);
    return 0;
}
