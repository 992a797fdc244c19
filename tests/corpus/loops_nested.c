// verdict: safe
// must-decide: ufo
// se: safe
// covers: for, while, do-while with break and continue
void assert(int);
int main(void) {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        int j = 0;
        while (1) {
            if (j == i) break;
            j++;
            if (j == 2) continue;
            total++;
        }
    }
    assert(total == 4);
    int k = 0;
    do {
        k++;
        if (k == 3) continue;
        total += k;
    } while (k < 5);
    assert(k == 5 && total == 16);
    do total--; while (0);
    assert(total == 15);
    for (;;) { if (total-- == 0) break; }
    assert(total == -1);
    return 0;
}
