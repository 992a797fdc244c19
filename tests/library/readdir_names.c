// verdict: safe
#include <assert.h>
#include <dirent.h>
#include <string.h>

int main(void) {
    DIR *folder = opendir("/");
    if (!folder) return 0;
    struct dirent *entry = readdir(folder);
    if (entry) assert(entry->d_name[0] != 0 && entry->d_name[0] != '/');
    closedir(folder);
    return 0;
}
