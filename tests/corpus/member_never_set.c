// verdict: unknown
// options: --check assert
// covers: an access through a member of allocated memory in which no address is stored, where another member has one
#include <stdlib.h>

extern void reach_error(void);

struct settings {
    int level;
};

struct device {
    struct settings *settings;
    struct device *parent;
};

int main(void)
{
    struct device *bus = malloc(sizeof *bus), *device = malloc(sizeof *device);
    if (!bus || !device)
        return 1;
    device->parent = bus;
    if (device->settings->level == 7)
        reach_error();
    return 0;
}
