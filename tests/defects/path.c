// Names of files: their last parts and endings.
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static const char *base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int ending(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot[1]; // BUG access: 97
}

static void strip(char *path)
{
    unsigned long n = strlen(path);
    while (path[n - 1] == '/') // BUG access: 47,0
        path[--n] = 0;
}

int main(void)
{
    char path[6], name[4];
    for (int i = 0; i < 5; i++)
        path[i] = __VERIFIER_nondet_char();
    path[5] = 0;
    if (path[0] == '/')
        strip(path);
    strcpy(name, base(path)); // BUG access: 97,97,97,97
    int e = ending(name);
    return 100 / (e - 'c'); // BUG division: 46,99
}
