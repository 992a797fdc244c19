// Words and numbers of a language, into a table of tokens.
#include <assert.h>
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

enum kind { NUMBER, NAME, SIGN };

struct token {
    enum kind kind;
    int from, to;
};

static struct token tokens[3];
static int count;

static void add(enum kind kind, int from, int to)
{
    struct token *t = &tokens[count++];
    t->kind = kind; // BUG access: 43,43,43,43
    t->from = from;
    t->to = to;
    assert(t->to > t->from); // BUG assertion: 95
}

static void scan(const char *text)
{
    int at = 0;
    while (text[at]) {
        int from = at;
        if (isspace((unsigned char)text[at])) {
            at++;
            continue;
        }
        if (isdigit((unsigned char)text[at])) {
            while (isdigit((unsigned char)text[at]))
                at++;
            add(NUMBER, from, at);
        } else if (isalpha((unsigned char)text[at]) || text[at] == '_') {
            while (isalnum((unsigned char)text[at]))
                at++;
            add(NAME, from, at);
        } else {
            add(SIGN, from, ++at);
        }
    }
}

int main(void)
{
    char text[5];
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char();
    text[4] = 0;
    scan(text);
    int width = 100 / count; // BUG division: 0
    const char *last = text + tokens[count - 1].to;
    if (tokens[0].kind == NUMBER && count == 1)
        return last[1]; // BUG access: 49,49,49,49
    return width;
}
