// verdict: safe
// must-decide: auto, ufo
// options: --check memory
// gps: safe
// covers: that a loop stays inside of a large array needs no contents
static int cells[10000];

int main(void) {
    for (int i = 0; i < 10000; i++) cells[i] = i;
    return 0;
}
