/* Runs a program, whose `main` was renamed, on every combination of its inputs, each in a process of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern int program_main(void);
static unsigned inputs, bits, combination, calls;

int __VERIFIER_nondet_int(void) {
    if (calls >= inputs) {
        dprintf(2, "@too many inputs\n");
        _exit(3);
    }
    /* Programs look at the lower bits only. */
    return (int)(combination >> bits * calls++ & ((1u << bits) - 1)) | 0x5a000;
}

void reach_error(void) {
    dprintf(2, "@failed\n");
    _exit(0);
}

void probe(int number, long long value) {
    dprintf(2, "@%d %lld\n", number, value);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    inputs = atoi(argv[1]);
    bits = atoi(argv[2]);
    dup2(1, 2);
    for (combination = 0; combination < 1u << inputs * bits; combination++) {
        int status = 0;
        dprintf(1, "@run\n");
        pid_t child = fork();
        if (child < 0) return 2;
        if (child == 0) {
            alarm(10);
            program_main();
            dprintf(2, "@ended\n");
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) dprintf(1, "@signal %d\n", WTERMSIG(status));
    }
    return 0;
}
