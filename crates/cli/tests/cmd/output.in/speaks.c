#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) printf("%d: %-6s|%8.3f|%g\n", i, argv[i], atof(argv[i]), 1.0 / 3);
    return 0;
}
