// verdict: safe
// must-decide: auto
// se: safe
// covers: a loop that counts in floating-point numbers
void reach_error(void) {}

int main(void) {
    float sum = 0;
    int steps = 0;
    while (sum < 1.0f) {
        sum += 0.125f;
        steps++;
    }
    if (steps != 8) reach_error();
    return 0;
}
