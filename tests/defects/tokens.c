// A calculator that reads sums and products.
// slow
extern char __VERIFIER_nondet_char(void);

#define LENGTH 7

static char text[LENGTH + 1];
static int at;

static int number(void)
{
    int value = 0;
    while (text[at] >= '0' && text[at] <= '9')
        value = value * 10 + (text[at++] - '0');
    return value;
}

static int factor(void)
{
    if (text[at] == '-') {
        at++;
        return -number();
    }
    return number();
}

static int product(void)
{
    int value = factor();
    while (text[at] == '*' || text[at] == '/' || text[at] == '%') {
        char op = text[at++];
        int other = factor();
        if (op == '*')
            value *= other; // BUG overflow: 57,54,37,54,55,42,56
        else if (op == '/')
            value /= other; // BUG division: 49,47,48
        else
            value = 1 << (value % other); // BUG division: 49,37; shift: 52,48,37,52,49; overflow: 51,49,37,51,50
    }
    return value;
}

int main(void)
{
    static const int names[4] = {3, 1, 4, 1};
    for (int i = 0; i < LENGTH; i++)
        text[i] = __VERIFIER_nondet_char();
    int value = product();
    if (text[at] == '@')
        return names[value]; // BUG access: 57,64
    return value;
}
