// verdict: unsafe
// options: --check undefined
// must-decide: auto, se, ufo
// covers: undefined behaviour is an error: an index one too far
int main(void) {
    int table[3] = { 1, 2, 3 }, sum = 0;
    for (int i = 0; i <= 3; i++) sum += table[i];
    return sum;
}
