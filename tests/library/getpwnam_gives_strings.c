// verdict: safe
#include <assert.h>
#include <pwd.h>

int main(void) {
    struct passwd *user = getpwnam("root");
    if (!user) return 0;
    assert(user->pw_dir[0] != 0 || user->pw_shell[0] == 0);
    return 0;
}
