// verdict: safe
// must-decide: auto, se, ufo
// covers: rand gives numbers from zero on
void assert(int);
int rand(void);
int main(void) {
    assert(rand() >= 0 && rand() % 6 <= 5);
    return 0;
}
