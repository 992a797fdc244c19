// What the machine says of itself: <sys/utsname.h>, <sys/sysinfo.h>, <unistd.h>, <sys/random.h>.

//@ uname: contract: any strings, or failure
//! text: uname: there is room for what is told
int uname(void *to) {
    if (__landfall_pointee_0 != 390) __landfall_unsupported("`uname` with a structure of its own");
    if (!__landfall_told()) return -1;
    char *text = to;
    __landfall_input_bytes(to, __landfall_pointee_0, "uname", "uname: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_0);
    // Six strings of 65 bytes each.
    for (unsigned long i = 64; i < __landfall_pointee_0; i += 65) text[i] = 0;
    return 0;
}

//@ gethostname, getdomainname: contract: any string that fits, or failure
//! to: gethostname: the buffer has as much room as is said
int gethostname(char *to, unsigned long size) {
    if (!__landfall_told()) return -1;
    unsigned long n = __landfall_input_ulong("gethostname");
    __landfall_assume(n <= 64);
    if (n >= size) {
        __landfall_errno = 36;
        return -1;
    }
    __landfall_input_bytes(to, n, "gethostname", "gethostname: the buffer has as much room as is said");
    to[n] = 0;
    return 0;
}

//@ sethostname: contract: success or failure
int sethostname(const char *name, unsigned long n) {
    __landfall_reads(name, n, "sethostname: as many bytes as are said can be read");
    return __landfall_told() ? 0 : -1;
}

//@ gethostid: contract: any number
long gethostid(void) { return __landfall_unknown_long("gethostid"); }

//@ getdtablesize: contract: any number above zero
int getdtablesize(void) {
    int n = __landfall_unknown_int("getdtablesize");
    __landfall_assume(n > 0);
    return n;
}

//@ sysinfo: contract: anything that fits into the structure, or failure
int sysinfo(void *to) {
    if (!__landfall_told()) return -1;
    __landfall_unknown_bytes(to, __landfall_pointee_0, "sysinfo", "sysinfo: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_0);
    return 0;
}

//@ getloadavg: contract: any numbers from zero on, or failure
//! to: getloadavg: there is room for as many numbers as are said
int getloadavg(double *to, int n) {
    int got = __landfall_input_int("getloadavg");
    __landfall_assume(got >= -1 && got <= 3 && got <= n);
    for (int i = 0; i < got; i++) {
        double load = __landfall_input_double("getloadavg");
        __landfall_assume(load >= 0 && load < 1e10);
        to[i] = load;
    }
    return got;
}

//@ sync: exact
void sync(void) {}

//@ getentropy: contract: any bytes, or failure
int getentropy(void *to, unsigned long n) {
    if (n > 256 || !__landfall_told()) {
        __landfall_errno = 5;
        return -1;
    }
    __landfall_input_bytes(to, n, "getentropy", "getentropy: the buffer has as much room as is said");
    __landfall_extent(to, n);
    return 0;
}

//@ getrandom: contract: any bytes, as many as are asked for or fewer, or -1
long getrandom(void *to, unsigned long n, unsigned int flags) {
    long got = __landfall_input_long("getrandom");
    __landfall_assume(got >= -1 && (got < 0 || (unsigned long)got <= n));
    if (got < 0) __landfall_errno = __landfall_input_int("errno");
    if (got > 0) __landfall_input_bytes(to, got, "getrandom", "getrandom: the buffer has as much room as is said");
    __landfall_extent(to, got > 0 ? got : 0);
    return got;
}

//@ arc4random_buf: contract: any bytes
void arc4random_buf(void *to, unsigned long n) {
    __landfall_input_bytes(to, n, "arc4random_buf", "arc4random_buf: the buffer has as much room as is said");
    __landfall_extent(to, n);
}

//@ pathconf: contract: any number from -1 on
long pathconf(const char *path, int name) {
    __landfall_check_string(path);
    return sysconf(name);
}

//@ fpathconf: contract: any number from -1 on
long fpathconf(int fd, int name) { return sysconf(name); }

//@ getauxval: contract: any number
unsigned long getauxval(unsigned long type) { return __landfall_unknown_ulong("getauxval"); }

//@ tcgetattr: contract: anything that fits into the structure, or failure
int tcgetattr(int fd, void *to) {
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_1, "tcgetattr", "tcgetattr: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_1);
    return 0;
}

//@ tcsetattr: contract: success or failure
int tcsetattr(int fd, int how, const void *from) {
    __landfall_reads(from, __landfall_pointee_2, "tcsetattr: the structure can be read");
    __landfall_extent(from, __landfall_pointee_2);
    return __landfall_told() ? 0 : -1;
}

//@ tcflush, tcsendbreak: contract: success or failure
int tcflush(int fd, int which) { return __landfall_told() ? 0 : -1; }

//@ tcdrain: contract: success or failure
int tcdrain(int fd) { return __landfall_told() ? 0 : -1; }

//@ ttyname: contract: null or a name
char *ttyname(int fd) {
    if (!__landfall_told()) return (char *)0;
    return __landfall_text("ttyname");
}

//@ erand48: contract: any number from 0 on, below 1, any new state
//! state: erand48: there is a state of three numbers
double erand48(unsigned short *state) {
    for (int i = 0; i < 3; i++) state[i] = __landfall_unknown_ushort("erand48");
    double r = __landfall_unknown_double("erand48");
    __landfall_assume(r >= 0.0 && r < 1.0);
    return r;
}

//@ nrand48: contract: any number from 0 on, below 2^31, any new state
//! state: nrand48: there is a state of three numbers
long nrand48(unsigned short *state) {
    for (int i = 0; i < 3; i++) state[i] = __landfall_unknown_ushort("nrand48");
    long r = __landfall_unknown_int("nrand48");
    __landfall_assume(r >= 0);
    return r;
}

//@ jrand48: contract: any number of 32 bits, any new state
//! state: jrand48: there is a state of three numbers
long jrand48(unsigned short *state) {
    for (int i = 0; i < 3; i++) state[i] = __landfall_unknown_ushort("jrand48");
    return __landfall_unknown_int("jrand48");
}

//@ lcong48: exact
void lcong48(unsigned short *state) {
    __landfall_reads(state, 14, "lcong48: seven numbers can be read");
}
