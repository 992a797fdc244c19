// verdict: unsafe
// must-decide: auto
// covers: a local whose address is used, in a function that calls itself: each call has its own
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
