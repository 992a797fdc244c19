// verdict: safe
// must-decide: auto, se, ufo
// covers: string literals that end differently are different objects
void assert(int);
int main(void) {
    const char *first = "left", *second = "right";
    assert(first != second && first != 0);
    return 0;
}
