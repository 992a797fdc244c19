// verdict: safe
// se: safe
// covers: rows of a variable-length array of arrays, passed with their length
void reach_error(void) {}

static int get(int rows, int columns, int a[rows][columns], int i, int j) { return a[i][j]; }

int main(void) {
    int n = 3, m = 5;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) a[i][j] = 10 * i + j;
    if (get(n, m, a, 2, 4) != 24) reach_error();
    if (get(n, m, a, 1, 0) != 10) reach_error();
    if (sizeof a != 15 * sizeof(int) || sizeof a[0] != 5 * sizeof(int)) reach_error();
    return 0;
}
