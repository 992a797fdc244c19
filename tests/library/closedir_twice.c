// verdict: unsafe
#include <dirent.h>

int main(void) {
    DIR *folder = opendir("/");
    if (!folder) return 0;
    closedir(folder);
    closedir(folder);
    return 0;
}
