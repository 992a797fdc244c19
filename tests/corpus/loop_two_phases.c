// verdict: safe
// must-decide: auto
// gps: safe
// covers: a loop whose invariant is different before and after a threshold
void assert(int);
int main(void) {
    int up = 0, late = 300;
    while (up < 7000) {
        if (up >= 300) late++;
        up++;
    }
    assert(late == 7000);
    return 0;
}
