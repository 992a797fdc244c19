// verdict: safe
// must-decide: ufo
// se: safe
// covers: pointer arithmetic, comparison and difference; walking through an array and a string
void assert(int);
int data[4] = { 2, 4, 6, 8 };
static unsigned length(const char *s) {
    const char *p = s;
    while (*p) p++;
    return p - s;
}
int main(void) {
    int sum = 0;
    for (int *p = data; p < data + 4; ++p) sum += *p;
    assert(sum == 20);
    int *end = &data[4];
    assert(end - data == 4 && *(end - 1) == 8 && end[-2] == 6);
    assert(length("hello") == 5);
    assert(&data[1] != &data[2] && data + 1 == &data[1]);
    return 0;
}
