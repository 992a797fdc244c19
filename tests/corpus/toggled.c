// verdict: safe
// se: safe
// covers: a branch that an earlier condition on an input decides; several hundred states at one loop head
void reach_error(void) {}

int main(void) {
    int turn, left, right;
    left = right;
    for (int n = 0; n < 200; n++) {
        if (turn) left++;
        else right++;
        turn = !turn;
    }
    if (left != right) reach_error();
    return 0;
}
