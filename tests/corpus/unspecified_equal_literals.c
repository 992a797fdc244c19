// verdict: unknown
// covers: whether equal string literals are one object is open
void assert(int);
int main(void) {
    const char *first = "landing", *second = "ing";
    assert(first + 4 != second);
    return 0;
}
