// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: arrays of arrays, and of structures, with computed indices
void assert(int);
struct cell { char kind; int value; };
int main(void) {
    int m[3][4];
    struct cell board[2][2] = { { { 'a', 1 }, { 'b', 2 } }, { { 'c', 3 } } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
    assert(m[2][3] == 23 && m[0][1] == 1);
    int total = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) total += board[i][j].value;
    assert(total == 6 && board[1][1].kind == 0);
    return 0;
}
