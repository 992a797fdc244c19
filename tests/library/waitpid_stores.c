// verdict: unsafe
// gcc: no
#include <assert.h>
#include <sys/wait.h>

int main(void) {
    int status = 4;
    if (waitpid(-1, &status, 0) > 0) assert(WEXITSTATUS(status) != 3);
    return 0;
}
