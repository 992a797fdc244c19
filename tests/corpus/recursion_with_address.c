// verdict: unknown
// covers: a local whose address is used, in a function that calls itself, is not passed over in silence
void assert(int);
static int down(int *p) {
    int n = *p - 1;
    if (n <= 0) return 0;
    return down(&n) + n;
}
int main(void) {
    int three = 3;
    assert(down(&three) == 4);
    return 0;
}
