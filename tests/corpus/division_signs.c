// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: division truncates towards zero, the remainder has the dividend's sign
void assert(int);
int main(void) {
    assert(7 / 2 == 3 && 7 % 2 == 1);
    assert(-7 / 2 == -3 && -7 % 2 == -1);
    assert(7 / -2 == -3 && 7 % -2 == 1);
    assert(-7 / -2 == 3 && -7 % -2 == -1);
    int a = -9, b = 4;
    assert(a / b == -2);
    assert(a % b == -1);
    assert((a / b) * b + a % b == a);
    return 0;
}
