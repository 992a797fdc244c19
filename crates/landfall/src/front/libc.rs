//! The names of the C library and of POSIX: functions that every program may call without defining them.
//!
//! A call of one that has no model is an *approximation*: what it does is known to everybody but landfall. A function that is not
//! here and has no body belongs to the program's environment, and what it gives is an input.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Whether the name is one of the C library.
pub fn is_library(name: &str) -> bool {
    static NAMES_BY_ORDER: LazyLock<BTreeSet<&str>> = LazyLock::new(|| NAMES.iter().copied().collect());
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let of_compiler = ["__builtin_", "__atomic_", "__sync_", "atomic_"].iter().any(|prefix| name.starts_with(prefix));
    NAMES_BY_ORDER.contains(plain) || of_compiler || of_a_verifier(name)
}

/// All names, by order.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

/// Why a call of the function is not modelled at all: it does more than to give a result and to write what its arguments reach.
pub fn beyond_model(name: &str) -> Option<&'static str> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match plain {
        "getcontext" | "setcontext" | "makecontext" | "swapcontext" => "which jumps between functions",
        "atexit" | "on_exit" | "at_quick_exit" | "pthread_atfork" => "which has functions called later",
        "signal" | "bsd_signal" | "__sysv_signal" | "sigaction" | "sigset" | "sigaltstack" | "timer_create" => {
            "which has functions called by signals"
        }
        "pthread_create" | "thrd_create" | "clone" => "which starts a thread",
        "fork" | "vfork" => "which starts a process",
        "raise" | "kill" | "killpg" | "pthread_kill" | "alarm" | "ualarm" | "setitimer" | "pthread_cancel" => {
            "which may call a handler or end the program"
        }
        "fesetround" | "fesetenv" | "feupdateenv" | "feholdexcept" => "which changes how numbers are rounded",
        "strtok" | "wcstok" | "setvbuf" | "setbuf" | "setbuffer" | "putenv" | "aio_read" | "aio_write" | "mmap"
        | "mmap64" | "mremap" | "munmap" | "shmat" | "brk" | "sbrk" | "fmemopen" | "open_memstream" | "setstate"
        | "initstate" => "which keeps or moves memory",
        "vscanf" | "vfscanf" | "vsscanf" | "vwscanf" | "vfwscanf" | "vswscanf" => {
            "which stores through its variable arguments"
        }
        "hsearch" | "hcreate" | "tsearch" | "fopencookie" | "shmdt" => "which keeps memory",
        "__VERIFIER_nondet_memory" => "which sets memory whose elements are not known",
        "pthread_exit" | "thrd_exit" | "pthread_once" | "call_once" | "pthread_key_create" | "tss_create" => {
            "which ends or calls functions of threads"
        }
        _ => return of_a_verifier(plain).then_some("a function of a verifier that is not known here"),
    })
}

/// Names that verifiers have for themselves: a call means something, even where nobody here knows what.
fn of_a_verifier(name: &str) -> bool {
    let prefixes = ["__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SMACK_", "klee_", "Frama_C_"];
    prefixes.iter().any(|prefix| name.starts_with(prefix)) && name != "__VERIFIER_error"
}

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "_Exit", "__assert_fail", "__ctype_b_loc", "__ctype_get_mb_cur_max", "__ctype_tolower_loc", "__ctype_toupper_loc",
    "__errno_location", "__fgets_chk", "__fpclassify", "__fpclassifyf", "__fpclassifyl", "__fprintf_chk",
    "__fread_chk", "__fxstat", "__h_errno_location", "__iscanonicall", "__iseqsig", "__isoc23_fscanf",
    "__isoc23_scanf", "__isoc23_sscanf", "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul",
    "__isoc23_strtoull", "__isoc99_fscanf", "__isoc99_scanf", "__isoc99_sscanf", "__issignaling", "__issignalingf",
    "__issignalingl", "__libc_current_sigrtmax", "__libc_current_sigrtmin", "__longjmp_chk", "__lxstat",
    "__memcpy_chk", "__memmove_chk", "__memset_chk", "__overflow", "__printf_chk", "__read_chk", "__sigsetjmp",
    "__snprintf_chk", "__sprintf_chk", "__strcat_chk", "__strcpy_chk", "__strdup", "__strncpy_chk", "__strtok_r",
    "__sysv_signal", "__uflow", "__vfprintf_chk", "__vsnprintf_chk", "__vsprintf_chk", "__xpg_basename", "__xstat",
    "_exit", "_longjmp", "_setjmp", "_tolower", "_toupper", "a64l", "abort", "abs", "accept", "accept4", "access",
    "acct", "acos", "acosf", "acosh", "acoshf", "acoshl", "acosl", "adjtime", "aio_error", "aio_read", "aio_return",
    "aio_suspend", "aio_write", "alarm", "aligned_alloc", "alphasort", "arc4random", "arc4random_buf",
    "arc4random_uniform", "asctime", "asctime_r", "asin", "asinf", "asinh", "asinhf", "asinhl", "asinl", "asprintf",
    "at_quick_exit", "atan", "atan2", "atan2f", "atan2l", "atanf", "atanh", "atanhf", "atanhl", "atanl", "atexit",
    "atof", "atoi", "atol", "atoll", "backtrace", "backtrace_symbols", "basename", "bcmp", "bcopy", "bind",
    "bind_textdomain_codeset", "bindtextdomain", "brk", "bsd_signal", "bsearch", "btowc", "bzero", "cabs", "cabsf",
    "cabsl", "cacos", "cacosf", "cacosh", "cacoshf", "cacoshl", "cacosl", "call_once", "calloc", "carg", "cargf",
    "cargl", "casin", "casinf", "casinh", "casinhf", "casinhl", "casinl", "catan", "catanf", "catanh", "catanhf",
    "catanhl", "catanl", "catclose", "catgets", "catopen", "cbrt", "cbrtf", "cbrtl", "ccos", "ccosf", "ccosh",
    "ccoshf", "ccoshl", "ccosl", "ceil", "ceilf", "ceill", "cexp", "cexpf", "cexpl", "cfree", "chdir", "chmod",
    "chown", "chroot", "cimag", "cimagf", "cimagl", "clearenv", "clearerr", "clearerr_unlocked", "clock",
    "clock_getcpuclockid", "clock_getres", "clock_gettime", "clock_nanosleep", "clock_settime", "clog", "clogf",
    "clogl", "clone", "close", "closedir", "closelog", "cnd_broadcast", "cnd_destroy", "cnd_init", "cnd_signal",
    "cnd_timedwait", "cnd_wait", "confstr", "conj", "conjf", "conjl", "connect", "copysign", "copysignf", "copysignl",
    "cos", "cosf", "cosh", "coshf", "coshl", "cosl", "cpow", "cpowf", "cpowl", "cproj", "cprojf", "cprojl", "creal",
    "crealf", "creall", "creat", "crypt", "csin", "csinf", "csinh", "csinhf", "csinhl", "csinl", "csqrt", "csqrtf",
    "csqrtl", "ctan", "ctanf", "ctanh", "ctanhf", "ctanhl", "ctanl", "ctermid", "ctime", "ctime_r", "daemon",
    "dcgettext", "dcngettext", "dgettext", "difftime", "dirfd", "dirname", "div", "dlclose", "dlerror", "dlopen",
    "dlsym", "dngettext", "dprintf", "drand48", "dup", "dup2", "dup3", "ecvt", "encrypt", "endgrent", "endhostent",
    "endpwent", "endusershell", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "erand48", "erf", "erfc",
    "erfcf", "erfcl", "erff", "erfl", "err", "error", "error_at_line", "errx", "eventfd", "execl", "execle", "execlp",
    "execv", "execve", "execvp", "execvpe", "exit", "exp", "exp10", "exp10f", "exp10l", "exp2", "exp2f", "exp2l",
    "expf", "expl", "explicit_bzero", "expm1", "expm1f", "expm1l", "fabs", "fabsf", "fabsl", "faccessat", "fchdir",
    "fchmod", "fchown", "fchownat", "fclose", "fcntl", "fcvt", "fdatasync", "fdim", "fdimf", "fdiml", "fdopen",
    "feclearexcept", "fedisableexcept", "feenableexcept", "fegetenv", "fegetexceptflag", "fegetround", "feholdexcept",
    "feof", "feof_unlocked", "feraiseexcept", "ferror", "ferror_unlocked", "fesetenv", "fesetexceptflag",
    "fesetround", "fetestexcept", "feupdateenv", "fexecve", "fflush", "fflush_unlocked", "ffs", "ffsl", "ffsll",
    "fgetc", "fgetc_unlocked", "fgetpos", "fgets", "fgets_unlocked", "fgetwc", "fgetws", "fileno", "finite",
    "finitef", "finitel", "flock", "flockfile", "floor", "floorf", "floorl", "fma", "fmaf", "fmal", "fmax", "fmaxf",
    "fmaxl", "fmemopen", "fmin", "fminf", "fminl", "fmod", "fmodf", "fmodl", "fnmatch", "fopen", "fopen64",
    "fopencookie", "fork", "fpathconf", "fprintf", "fputc", "fputc_unlocked", "fputs", "fputs_unlocked", "fputwc",
    "fputws", "fread", "fread_unlocked", "free", "freelocale", "freopen", "frexp", "frexpf", "frexpl", "fscanf",
    "fseek", "fseeko", "fsetpos", "fstat", "fstat64", "fstatat", "fsync", "ftell", "ftello", "ftime", "ftruncate",
    "ftrylockfile", "fts_open", "fts_read", "ftw", "funlockfile", "fwide", "fwprintf", "fwrite", "fwrite_unlocked",
    "fwscanf", "gai_strerror", "gamma", "gammaf", "gammal", "gcvt", "getaddrinfo", "getauxval", "getc",
    "getc_unlocked", "getchar", "getchar_unlocked", "getcontext", "getcwd", "getdate", "getdelim", "getdtablesize",
    "getegid", "getentropy", "getenv", "geteuid", "getgid", "getgrent", "getgrgid", "getgrgid_r", "getgrnam",
    "getgroups", "gethostbyaddr", "gethostbyname", "gethostid", "gethostname", "getitimer", "getline", "getloadavg",
    "getlogin", "getlogin_r", "getnameinfo", "getopt", "getopt_long", "getopt_long_only", "getpagesize", "getpass",
    "getpeername", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getprotobyname", "getpwent", "getpwnam",
    "getpwnam_r", "getpwuid", "getpwuid_r", "getrlimit", "getrusage", "gets", "getservbyname", "getservbyport",
    "getsid", "getsockname", "getsockopt", "getsubopt", "gettext", "gettimeofday", "getuid", "getusershell", "getw",
    "getwc", "getwchar", "glob", "globfree", "gmtime", "gmtime_r", "hcreate", "hdestroy", "herror", "hsearch",
    "hstrerror", "htonl", "htons", "hypot", "hypotf", "hypotl", "iconv", "iconv_close", "iconv_open",
    "if_nametoindex", "ilogb", "ilogbf", "ilogbl", "index", "inet_addr", "inet_aton", "inet_ntoa", "inet_ntop",
    "inet_pton", "initstate", "inotify_add_watch", "inotify_init", "insque", "ioctl", "isalnum", "isalpha", "isascii",
    "isatty", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
    "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswctype", "iswdigit", "iswgraph", "iswlower", "iswprint",
    "iswpunct", "iswspace", "iswupper", "iswxdigit", "isxdigit", "j0", "j0f", "j0l", "j1", "j1f", "j1l", "jn", "jnf",
    "jnl", "jrand48", "kill", "killpg", "l64a", "labs", "lchown", "lcong48", "ldexp", "ldexpf", "ldexpl", "ldiv",
    "lfind", "lgamma", "lgamma_r", "lgamma_rf", "lgamma_rl", "lgammaf", "lgammal", "link", "linkat", "listen",
    "llabs", "lldiv", "llrint", "llrintf", "llrintl", "llround", "llroundf", "llroundl", "localeconv", "localtime",
    "localtime_r", "lockf", "log", "log10", "log10f", "log10l", "log1p", "log1pf", "log1pl", "log2", "log2f", "log2l",
    "logb", "logbf", "logbl", "logf", "logl", "longjmp", "lrand48", "lrint", "lrintf", "lrintl", "lround", "lroundf",
    "lroundl", "lsearch", "lseek", "lseek64", "lstat", "lstat64", "madvise", "makecontext", "malloc", "mblen",
    "mbrlen", "mbrtowc", "mbsinit", "mbsrtowcs", "mbstowcs", "mbtowc", "memalign", "memccpy", "memchr", "memcmp",
    "memcpy", "memfrob", "memmem", "memmove", "mempcpy", "memrchr", "memset", "mkdir", "mkdirat", "mkdtemp", "mkfifo",
    "mknod", "mkostemp", "mkstemp", "mktemp", "mktime", "mlock", "mlockall", "mmap", "mmap64", "modf", "modff",
    "modfl", "mprotect", "mrand48", "mremap", "msgctl", "msgget", "msgrcv", "msgsnd", "msync", "mtx_destroy",
    "mtx_init", "mtx_lock", "mtx_timedlock", "mtx_trylock", "mtx_unlock", "munlock", "munmap", "nan", "nanf", "nanl",
    "nanosleep", "nearbyint", "nearbyintf", "nearbyintl", "newlocale", "nextafter", "nextafterf", "nextafterl",
    "nexttoward", "nexttowardf", "nexttowardl", "nftw", "ngettext", "nice", "nl_langinfo", "nrand48", "ntohl",
    "ntohs", "on_exit", "open", "open64", "open_memstream", "openat", "opendir", "openlog", "pathconf", "pause",
    "pclose", "perror", "pipe", "pipe2", "poll", "popen", "posix_memalign", "pow", "pow10", "pow10f", "pow10l",
    "powf", "powl", "ppoll", "prctl", "pread", "pread64", "printf", "pselect", "psignal", "pthread_atfork",
    "pthread_attr_destroy", "pthread_attr_getdetachstate", "pthread_attr_getstack", "pthread_attr_getstacksize",
    "pthread_attr_init", "pthread_attr_setdetachstate", "pthread_attr_setschedparam", "pthread_attr_setstack",
    "pthread_attr_setstacksize", "pthread_barrier_destroy", "pthread_barrier_init", "pthread_barrier_wait",
    "pthread_cancel", "pthread_cond_broadcast", "pthread_cond_destroy", "pthread_cond_init", "pthread_cond_signal",
    "pthread_cond_timedwait", "pthread_cond_wait", "pthread_condattr_destroy", "pthread_condattr_init",
    "pthread_create", "pthread_detach", "pthread_equal", "pthread_exit", "pthread_getspecific", "pthread_join",
    "pthread_key_create", "pthread_key_delete", "pthread_kill", "pthread_mutex_destroy", "pthread_mutex_init",
    "pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_trylock", "pthread_mutex_unlock",
    "pthread_mutexattr_destroy", "pthread_mutexattr_init", "pthread_mutexattr_settype", "pthread_once",
    "pthread_rwlock_destroy", "pthread_rwlock_init", "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock", "pthread_rwlock_unlock", "pthread_rwlock_wrlock", "pthread_rwlockattr_destroy",
    "pthread_rwlockattr_init", "pthread_self", "pthread_setcancelstate", "pthread_setcanceltype",
    "pthread_setspecific", "pthread_sigmask", "pthread_spin_destroy", "pthread_spin_init", "pthread_spin_lock",
    "pthread_spin_trylock", "pthread_spin_unlock", "pthread_testcancel", "pthread_yield", "ptrace", "ptsname", "putc",
    "putc_unlocked", "putchar", "putchar_unlocked", "putenv", "puts", "putw", "putwc", "putwchar", "pvalloc",
    "pwrite", "pwrite64", "qsort", "qsort_r", "quick_exit", "raise", "rand", "rand_r", "random", "rawmemchr", "read",
    "readdir", "readdir64", "readdir_r", "readlink", "readlinkat", "readv", "realloc", "reallocarray", "realpath",
    "recv", "recvfrom", "recvmsg", "regcomp", "regerror", "regexec", "regfree", "remainder", "remainderf",
    "remainderl", "remove", "remque", "remquo", "remquof", "remquol", "rename", "renameat", "rewind", "rewinddir",
    "rindex", "rint", "rintf", "rintl", "rmdir", "round", "roundeven", "roundevenf", "roundevenl", "roundf", "roundl",
    "sbrk", "scalb", "scalbf", "scalbl", "scalbln", "scalblnf", "scalblnl", "scalbn", "scalbnf", "scalbnl", "scandir",
    "scanf", "sched_get_priority_max", "sched_get_priority_min", "sched_setaffinity", "sched_setscheduler",
    "sched_yield", "secure_getenv", "seed48", "seekdir", "select", "sem_close", "sem_destroy", "sem_getvalue",
    "sem_init", "sem_open", "sem_post", "sem_timedwait", "sem_trywait", "sem_unlink", "sem_wait", "semctl", "semget",
    "semop", "send", "sendfile", "sendmsg", "sendto", "setbuf", "setbuffer", "setcontext", "setegid", "setenv",
    "seteuid", "setgid", "setgrent", "sethostent", "sethostname", "setitimer", "setjmp", "setlinebuf", "setlocale",
    "setlogmask", "setpgid", "setpgrp", "setpriority", "setpwent", "setregid", "setreuid", "setrlimit", "setsid",
    "setsockopt", "setstate", "settimeofday", "setuid", "setvbuf", "shm_open", "shm_unlink", "shmat", "shmctl",
    "shmdt", "shmget", "shutdown", "sigaction", "sigaddset", "sigaltstack", "sigdelset", "sigemptyset", "sigfillset",
    "sighold", "sigignore", "siginterrupt", "sigismember", "siglongjmp", "signal", "signalfd", "significand",
    "significandf", "significandl", "sigpause", "sigpending", "sigprocmask", "sigqueue", "sigrelse", "sigset",
    "sigsetjmp", "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo", "sin", "sincos", "sincosf", "sincosl",
    "sinf", "sinh", "sinhf", "sinhl", "sinl", "sleep", "snprintf", "socket", "socketpair", "sprintf", "sqrt", "sqrtf",
    "sqrtl", "srand", "srand48", "srandom", "sscanf", "stat", "stat64", "statfs", "statvfs", "stime", "stpcpy",
    "stpncpy", "strcasecmp", "strcasestr", "strcat", "strchr", "strchrnul", "strcmp", "strcoll", "strcpy", "strcspn",
    "strdup", "strerror", "strerror_r", "strfry", "strftime", "strlcat", "strlcpy", "strlen", "strncasecmp",
    "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strptime", "strrchr", "strsep", "strsignal",
    "strspn", "strstr", "strtod", "strtof", "strtok", "strtok_r", "strtol", "strtold", "strtoll", "strtoq", "strtoul",
    "strtoull", "strtouq", "strverscmp", "strxfrm", "swab", "swapcontext", "swprintf", "swscanf", "symlink",
    "symlinkat", "sync", "syscall", "sysconf", "sysinfo", "syslog", "system", "tan", "tanf", "tanh", "tanhf", "tanhl",
    "tanl", "tcdrain", "tcflush", "tcgetattr", "tcgetpgrp", "tcsetattr", "tcsetpgrp", "tdelete", "telldir", "tempnam",
    "textdomain", "tfind", "tgamma", "tgammaf", "tgammal", "thrd_create", "thrd_current", "thrd_detach", "thrd_equal",
    "thrd_exit", "thrd_join", "thrd_sleep", "thrd_yield", "time", "timegm", "timer_create", "timer_delete",
    "timer_getoverrun", "timer_gettime", "timer_settime", "timerfd_create", "timerfd_settime", "times",
    "timespec_get", "tmpfile", "tmpnam", "toascii", "tolower", "toupper", "towctrans", "towlower", "towupper",
    "trunc", "truncate", "truncf", "truncl", "tsearch", "tss_create", "tss_delete", "tss_get", "tss_set", "ttyname",
    "ttyname_r", "twalk", "tzset", "ualarm", "umask", "uname", "ungetc", "ungetwc", "unlink", "unlinkat", "unsetenv",
    "unshare", "uselocale", "usleep", "utime", "utimes", "valloc", "vasprintf", "vdprintf", "verr", "verrx", "vfork",
    "vfprintf", "vfscanf", "vfwprintf", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "vswprintf",
    "vsyslog", "vwarn", "vwarnx", "vwprintf", "wait", "wait3", "wait4", "waitid", "waitpid", "warn", "warnx",
    "wcpcpy", "wcpncpy", "wcrtomb", "wcscasecmp", "wcscat", "wcschr", "wcscmp", "wcscoll", "wcscpy", "wcscspn",
    "wcsdup", "wcslen", "wcsncat", "wcsncmp", "wcsncpy", "wcsnlen", "wcspbrk", "wcsrchr", "wcsrtombs", "wcsspn",
    "wcsstr", "wcstod", "wcstof", "wcstok", "wcstol", "wcstold", "wcstoll", "wcstombs", "wcstoul", "wcstoull",
    "wcswidth", "wcsxfrm", "wctob", "wctomb", "wctrans", "wctype", "wcwidth", "wmemchr", "wmemcmp", "wmemcpy",
    "wmemmove", "wmemset", "wordexp", "wordfree", "wprintf", "write", "writev", "wscanf", "y0", "y0f", "y0l", "y1",
    "y1f", "y1l", "yn", "ynf", "ynl",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(NAMES.is_sorted());
        assert!(is_library("atoi") && is_library("__builtin_memcpy") && !is_library("read_sensor"));
    }
}
