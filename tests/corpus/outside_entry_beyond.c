// verdict: unknown
// options: --entry last --check memory
// covers: how much an argument of the entry function points to is not known
int last(int *numbers, int n) {
    if (!numbers || n < 0) return 0;
    return numbers[n];
}
