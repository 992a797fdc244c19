// verdict: safe
// must-decide: auto, se, ufo
// covers: calls that touch different variables may come in any order
void assert(int);
static int left, right;
static int push_left(void) { return ++left; }
static int push_right(void) { return ++right; }
int main(void) {
    int sum = push_left() + push_right();
    assert(sum == 2 && left == 1 && right == 1);
    return 0;
}
