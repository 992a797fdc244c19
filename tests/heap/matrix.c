// A matrix as an array of pointers to rows.
// planted: false(valid-memcleanup)
// options: --check memory,overflow,leak
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int **make(int rows, int columns)
{
    int **m = malloc(rows * sizeof(int *));
    if (!m)
        abort();
    for (int r = 0; r < rows; r++) {
        m[r] = malloc(columns * sizeof(int));
        if (!m[r])
            abort();
        for (int c = 0; c < columns; c++)
            m[r][c] = r == c;
    }
    return m;
}

static int trace(int **m, int size)
{
    int sum = 0;
    for (int i = 0; i < size; i++)
        sum += m[i][i];
    return sum;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    int **m = make(n, n);
    assert(trace(m, n) == n);
#ifdef PLANTED
    for (int r = 1; r < n; r++)
#else
    for (int r = 0; r < n; r++)
#endif
        free(m[r]);
    free(m);
    return 0;
}
