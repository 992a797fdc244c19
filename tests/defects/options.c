// Options of a command, as short letters with values.
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

struct options {
    int verbose, width;
    const char *name;
};

static int parse(char *argv[], int argc, struct options *o)
{
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] != '-')
            return i;
        switch (argv[i][1]) {
        case 'v':
            o->verbose++;
            break;
        case 'w':
            o->width = argv[++i][0] - '0'; // BUG access: 45,118,45,119
            break;
        case 'n':
            o->name = &argv[i][2];
            break;
        default:
            return -1;
        }
    }
    return argc;
}

int main(void)
{
    char words[2][3];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            words[i][k] = __VERIFIER_nondet_char();
    words[0][2] = words[1][2] = 0;
    char *argv[2] = {words[0], words[1]};
    struct options o = {0, 80, 0};
    int used = parse(argv, 2, &o);
    int columns = 160 / o.width; // BUG division: 45,119,48
    if (used == 2)
        columns += o.name[0]; // BUG access: 45,118,45,118
    return columns;
}
