// verdict: unknown
// covers: what an uninitialised pointer points to
void assert(int);
int main(void) {
    int *p;
    int v = *p;
    assert(v == *p);
    return 0;
}
