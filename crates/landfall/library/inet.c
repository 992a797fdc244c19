// <arpa/inet.h>, <netinet/in.h>, <netdb.h>: numbers in the order of networks, and addresses as text.

//@ htonl: exact
unsigned int htonl(unsigned int x) { return __builtin_bswap32(x); }

//@ ntohl: exact
unsigned int ntohl(unsigned int x) { return __builtin_bswap32(x); }

//@ htons: exact
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }

//@ ntohs: exact
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }

//@ inet_addr: contract: any address, or -1
unsigned int inet_addr(const char *s) {
    __landfall_check_string(s);
    return __landfall_unknown_uint("inet_addr");
}

//@ inet_network: contract: any address, or -1
unsigned int inet_network(const char *s) {
    __landfall_check_string(s);
    return __landfall_unknown_uint("inet_network");
}

//@ inet_aton: contract: any address, or failure
int inet_aton(const char *s, void *to) {
    __landfall_check_string(s);
    if (!__landfall_unknown_int("inet_aton")) return 0;
    __landfall_unknown_bytes(to, __landfall_pointee_1, "inet_aton", "inet_aton: there is room for an address");
    __landfall_extent(to, __landfall_pointee_1);
    return 1;
}

//@ inet_pton: contract: any address, or failure
int inet_pton(int family, const char *s, void *to) {
    __landfall_check_string(s);
    if (family != 2 && family != 10) {
        __landfall_errno = 97;
        return -1;
    }
    if (!__landfall_unknown_int("inet_pton")) return 0;
    if (family == 2) {
        __landfall_unknown_bytes(to, 4, "inet_pton", "inet_pton: there is room for an address");
        __landfall_extent(to, 4);
    } else {
        __landfall_unknown_bytes(to, 16, "inet_pton", "inet_pton: there is room for an address");
        __landfall_extent(to, 16);
    }
    return 1;
}

//@ inet_ntop: contract: any text that fits, or null
const char *inet_ntop(int family, const void *from, char *to, unsigned int size) {
    if (family != 2 && family != 10) {
        __landfall_errno = 97;
        return (const char *)0;
    }
    if (family == 2) __landfall_reads(from, 4, "inet_ntop: the address can be read");
    else __landfall_reads(from, 16, "inet_ntop: the address can be read");
    __landfall_extent(from, family == 2 ? 4 : 16);
    unsigned long n = __landfall_unknown_ulong("inet_ntop");
    __landfall_assume(family == 2 ? n >= 7 && n <= 15 : n >= 2 && n <= 45);
    if (n >= size) {
        __landfall_errno = 28;
        return (const char *)0;
    }
    __landfall_unknown_bytes(to, n + 1, "inet_ntop", "inet_ntop: the buffer has as much room as is said");
    __landfall_assume(to[0] != 0);
    to[n] = 0;
    return to;
}

//@ __landfall_inet_text: object
char __landfall_inet_text[18];

//@ inet_ntoa: contract: any text of at most 15 characters
char *inet_ntoa(unsigned int address) {
    __landfall_unknown_bytes(__landfall_inet_text, 15, "inet_ntoa");
    __landfall_assume(__landfall_inet_text[0] != 0);
    __landfall_inet_text[15] = 0;
    return __landfall_inet_text;
}

//@ h_errno: object
int h_errno;

//@ __h_errno_location: exact
int *__h_errno_location(void) { return &h_errno; }

//@ gai_strerror: contract: a string that is not empty
const char *gai_strerror(int number) { return __landfall_text("gai_strerror"); }

//@ hstrerror: contract: a string that is not empty
const char *hstrerror(int number) { return __landfall_text("hstrerror"); }

//@ herror: exact
void herror(const char *s) {
    if (s) __landfall_check_string(s);
}

//@ if_nametoindex: contract: any number
unsigned int if_nametoindex(const char *name) {
    __landfall_check_string(name);
    return __landfall_input_uint("if_nametoindex");
}
