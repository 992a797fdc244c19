// verdict: unsafe
// gcc: no
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char text[4];
    int fd = open("file", O_RDONLY);
    if (fd < 0) return 1;
    long n = read(fd, text, sizeof text);
    if (n > 0) text[n] = 0;
    return 0;
}
