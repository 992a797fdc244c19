// <sys/socket.h>: sockets are descriptors; what comes from others is an input.

//@ socket: contract: any descriptor or -1
int socket(int family, int type, int protocol) { return __landfall_descriptor(); }

//@ socketpair: contract: any two descriptors, or failure
int socketpair(int family, int type, int protocol, int *ends) { return pipe(ends); }

//@ bind, connect: contract: success or failure
int bind(int fd, const void *address, unsigned int size) {
    __landfall_reads(address, size, "bind, connect: the address can be read");
    return __landfall_told() ? 0 : -1;
}

//@ listen: contract: success or failure
int listen(int fd, int most) { return __landfall_told() ? 0 : -1; }

//@ shutdown: contract: success or failure
int shutdown(int fd, int how) { return __landfall_told() ? 0 : -1; }

//@ __landfall_address: helper
//! size: a function of sys/socket.h: there is a place for the size of the address
void __landfall_address(void *to, unsigned int *size) {
    if (!to) return;
    unsigned int length = __landfall_input_uint("the size of an address");
    __landfall_assume(length <= 128);
    unsigned int written = length < *size ? length : *size;
    __landfall_input_bytes(to, written, "an address", "a function of sys/socket.h: there is room for the address");
    *size = length;
}

//@ accept: contract: any descriptor and address, or -1
int accept(int fd, void *address, unsigned int *size) {
    int other = __landfall_descriptor();
    if (other >= 0) __landfall_address(address, size);
    return other;
}

//@ accept4: contract: any descriptor and address, or -1
int accept4(int fd, void *address, unsigned int *size, int flags) { return accept(fd, address, size); }

//@ getsockname, getpeername: contract: any address, or failure
int getsockname(int fd, void *address, unsigned int *size) {
    if (!__landfall_told()) return -1;
    __landfall_address(address, size);
    return 0;
}

//@ getsockopt: contract: any value, or failure
//! size: getsockopt: there is a place for the size
int getsockopt(int fd, int level, int name, void *to, unsigned int *size) {
    if (!__landfall_told()) return -1;
    unsigned int length = __landfall_input_uint("getsockopt");
    __landfall_assume(length <= *size);
    if (length > 0) __landfall_input_bytes(to, length, "getsockopt", "getsockopt: the buffer has as much room as is said");
    *size = length;
    return 0;
}

//@ setsockopt: contract: success or failure
int setsockopt(int fd, int level, int name, const void *from, unsigned int size) {
    if (size > 0) __landfall_reads(from, size, "setsockopt: as many bytes as are said can be read");
    return __landfall_told() ? 0 : -1;
}

//@ recv: contract: any bytes, as many as are asked for or fewer, or -1
long recv(int fd, void *to, unsigned long n, int flags) { return read(fd, to, n); }

//@ recvfrom: contract: any bytes, as many as are asked for or fewer, and any address, or -1
long recvfrom(int fd, void *to, unsigned long n, int flags, void *address, unsigned int *size) {
    long got = read(fd, to, n);
    if (got >= 0) __landfall_address(address, size);
    return got;
}

//@ send: contract: any number of bytes are sent, or -1
long send(int fd, const void *from, unsigned long n, int flags) { return write(fd, from, n); }

//@ sendto: contract: any number of bytes are sent, or -1
long sendto(int fd, const void *from, unsigned long n, int flags, const void *address, unsigned int size) {
    if (address) __landfall_reads(address, size, "sendto: the address can be read");
    return write(fd, from, n);
}
