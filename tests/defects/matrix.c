// Products of small matrices in one array.
// slow
extern int __VERIFIER_nondet_int(void);

#define MOST 12

struct matrix {
    int rows, columns;
    int cells[MOST];
};

static int at(const struct matrix *m, int row, int column)
{
    return m->cells[row * m->columns + column]; // BUG access: 4,3,1,4
}

static int make(struct matrix *m, int rows, int columns)
{
    if (rows < 1 || columns < 1 || rows > 4 || columns > 4 || rows * columns > MOST)
        return 0;
    m->rows = rows;
    m->columns = columns;
    for (int i = 0; i < MOST; i++)
        m->cells[i] = i - 3;
    return 1;
}

int main(void)
{
    struct matrix a, b;
    int ra = __VERIFIER_nondet_int(), ca = __VERIFIER_nondet_int();
    int rb = __VERIFIER_nondet_int(), cb = __VERIFIER_nondet_int();
    if (!make(&a, ra, ca) || !make(&b, rb, cb))
        return 1;
    int factor = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < a.rows; i++)
        for (int k = 0; k < b.columns; k++)
            sum += at(&a, i, k) + at(&b, 0, k); // the columns of a are not those of b
    int scaled = sum * factor; // BUG overflow: 3,3,3,3,2147483647
    int mean = scaled / (a.rows - b.rows); // BUG division: 2,2,2,2,0; overflow: 2,4,3,1,268435456
    return mean != 0;
}
