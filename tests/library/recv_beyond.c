// verdict: unsafe
// gcc: no
#include <sys/socket.h>

int main(void) {
    char text[8];
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return fd >= 0 && recv(fd, text, 9, 0) > 0;
}
