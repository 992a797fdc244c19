//! The models of library functions against the machine's C library, on random arguments.
//!
//! A *probe* is a block of C that calls one function and puts what it gives and writes into `digest`. The compiler's program runs
//! many probes at once; the interpreter runs each as a program of its own, in which what C leaves open is 1.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use landfall::cfa::DataModel;
use landfall::exec::{HavocRequest, Host, Limits, Machine, Outcome};
use landfall::front::{FrontOptions, load_text};

use crate::random::Random;

/// What the probes call, and how they sum up what was written.
const PRELUDE: &str = r#"
typedef unsigned long size_t;
size_t strlen(const char *); size_t strnlen(const char *, size_t); char *strcpy(char *, const char *);
char *stpcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t); int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int); char *strrchr(const char *, int); char *strstr(const char *, const char *);
size_t strspn(const char *, const char *); size_t strcspn(const char *, const char *); char *strpbrk(const char *, const char *);
char *strtok(char *, const char *); char *strsep(char **, const char *); void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t); int memcmp(const void *, const void *, size_t); void *mempcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t); void *memccpy(void *, const void *, int, size_t);
void *memmem(const void *, size_t, const void *, size_t); char *strdup(const char *); char *strndup(const char *, size_t);
int strcasecmp(const char *, const char *); int strncasecmp(const char *, const char *, size_t); char *strcasestr(const char *, const char *);
int atoi(const char *); long atol(const char *); long strtol(const char *, char **, int); unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int); unsigned long long strtoull(const char *, char **, int);
int abs(int); long labs(long); struct pair { int quot, rem; } div(int, int); void free(void *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int isalnum(int); int isalpha(int); int isblank(int); int iscntrl(int); int isdigit(int); int isgraph(int); int islower(int);
int isprint(int); int ispunct(int); int isspace(int); int isupper(int); int isxdigit(int); int tolower(int); int toupper(int);
int snprintf(char *, size_t, const char *, ...); int sprintf(char *, const char *, ...);
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
double fmod(double, double); double fdim(double, double); double modf(double, double *); long lround(double); long lrint(double);
double floor(double); double ceil(double); double trunc(double); double round(double); double rint(double); double fmin(double, double);
double fmax(double, double); double copysign(double, double); double ldexp(double, int); int *__errno_location(void);
double frexp(double, int *); int ilogb(double); double logb(double); double nextafter(double, double); float nextafterf(float, float);
double remainder(double, double); double scalbn(double, int); float ldexpf(float, int); float fmodf(float, float); double roundeven(double);
long a64l(const char *); char *l64a(long); void swab(const void *, void *, long); char *basename(const char *); char *__xpg_basename(char *);
char *dirname(char *); int strverscmp(const char *, const char *); unsigned htonl(unsigned); unsigned short htons(unsigned short);
struct set { unsigned long words[128 / sizeof(long)]; }; int sigemptyset(struct set *); int sigfillset(struct set *);
int sigaddset(struct set *, int); int sigdelset(struct set *, int); int sigismember(const struct set *, int);
int getopt(int, char *const *, const char *); extern char *optarg; extern int optind, opterr, optopt;
size_t mbstowcs(int *, const char *, size_t); int *wcsstr(const int *, const int *); unsigned towupper(unsigned);
size_t wcslen(const int *); int wcscmp(const int *, const int *); int *wcschr(const int *, int); int *wcscpy(int *, const int *);
static unsigned long long fold(const void *from, int n) {
    const unsigned char *p = from; unsigned long long d = 7;
    for (int i = 0; i < n; i++) d = d * 31 + p[i];
    return d;
}
static int sign(long x) { return x < 0 ? 1 : x > 0 ? 2 : 3; }
static int ascending(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
static int text(char *to, size_t n, const char *format, ...) {
    __builtin_va_list list; __builtin_va_start(list, format); int r = vsnprintf(to, n, format, list); __builtin_va_end(list); return r;
}
"#;

/// The block of a seed.
pub fn probe(seed: u64) -> String {
    let mut random = Random::new(seed, 77);
    match random.below(13) {
        10 => representing(&mut random),
        11 => naming(&mut random),
        12 => choosing(&mut random),
        0 | 1 => searching(&mut random),
        2 => comparing(&mut random),
        3 | 4 => copying(&mut random),
        5 => converting(&mut random),
        6 => sorting(&mut random),
        7 | 8 => printing(&mut random),
        _ => numeric(&mut random),
    }
}

/// A string literal without its quotes.
fn letters(random: &mut Random, most: usize) -> String {
    (0..random.below(most + 1)).map(|_| random.pick(&['a', 'b', 'A', 'B', ',', ' ', '1', '_'])).collect()
}

fn searching(random: &mut Random) -> String {
    let (s, t) = (letters(random, 7), letters(random, 2));
    let (c, n) = (random.pick(&['a', 'B', ',', '\u{1}']) as u32 & !1 | 1, random.below(s.len() + 1));
    let c = if random.chance(10) { 0 } else { c };
    let found = |call: String| format!("const char *s = \"{s}\"; const char *p = {call}; digest = p ? p - s + 1 : 0;");
    match random.below(14) {
        0 => format!("digest = strlen(\"{s}\");"),
        1 => format!("digest = strnlen(\"{s}\", {n});"),
        2 => found(format!("strchr(s, {c})")),
        3 => found(format!("strrchr(s, {c})")),
        4 => found(format!("strstr(s, \"{t}\")")),
        5 => format!("digest = strspn(\"{s}\", \"{t}\");"),
        6 => format!("digest = strcspn(\"{s}\", \"{t}\");"),
        7 => found(format!("strpbrk(s, \"{t}\")")),
        8 => found(format!("memchr(s, {c}, {n})")),
        9 => found(format!("memrchr(s, {c}, {n})")),
        10 => found(format!("strcasestr(s, \"{t}\")")),
        11 => found(format!("memmem(s, {n}, \"{t}\", {})", t.len())),
        12 => format!("digest = wcslen(L\"{s}\");"),
        _ => format!("const int *s = L\"{s}\"; const int *p = wcschr(s, {c}); digest = p ? p - s + 1 : 0;"),
    }
}

fn comparing(random: &mut Random) -> String {
    let s = letters(random, 4);
    let mut t: String = if random.chance(60) { s.clone() } else { letters(random, 4) };
    if random.chance(30) {
        t.push(random.pick(&['a', 'Z']));
    }
    let n = random.below(5);
    let least = s.len().min(t.len()) + 1;
    match random.below(6) {
        0 => format!("digest = sign(strcmp(\"{s}\", \"{t}\"));"),
        1 => format!("digest = sign(strncmp(\"{s}\", \"{t}\", {n}));"),
        2 => format!("digest = sign(strcasecmp(\"{s}\", \"{t}\"));"),
        3 => format!("digest = sign(strncasecmp(\"{s}\", \"{t}\", {n}));"),
        4 => format!("digest = sign(memcmp(\"{s}\", \"{t}\", {}));", random.below(least + 1).min(least)),
        _ => format!("digest = sign(wcscmp(L\"{s}\", L\"{t}\"));"),
    }
}

fn copying(random: &mut Random) -> String {
    let (s, t) = (letters(random, 6), letters(random, 6));
    let (n, at) = (random.below(8), random.below(7));
    let start = format!("char b[24] = \"{s}\"; char *p = b;");
    let end = "digest = fold(b, 24) * 31 + (p ? p - b : 99);";
    let act = match random.below(15) {
        0 => format!("p = strcpy(b, \"{t}\");"),
        1 => format!("p = stpcpy(b, \"{t}\");"),
        2 => format!("p = strncpy(b, \"{t}\", {n});"),
        3 => format!("p = strcat(b, \"{t}\");"),
        4 => format!("p = strncat(b, \"{t}\", {n});"),
        5 => format!("p = mempcpy(b + {at}, \"{t}\", {});", t.len() + 1),
        6 => format!("p = memmove(b + {at}, b + {}, {n});", random.below(7)),
        7 => format!("p = memset(b + {at}, {}, {n});", random.below(600)),
        8 => format!("p = memccpy(b, \"{t}\", 'a', {});", t.len()),
        9 => "int k = 0; for (p = strtok(b, \", \"); p; p = strtok(0, \", \")) k = k * 10 + (int)(p - b); b[20] = (char)k;".into(),
        10 => "char *r = b; int k = 0; while ((p = strsep(&r, \",\"))) k = k * 3 + (int)(p - b); b[20] = (char)k;".into(),
        11 => format!("char *c = strdup(\"{t}\"); strcpy(b, c); free(c);"),
        12 => format!("char *c = strndup(\"{t}\", {n}); strcpy(b, c); free(c);"),
        13 => format!("digest = sprintf(b, \"%s-%c\", \"{t}\", 'x'); b[23] = (char)digest;"),
        _ => format!("int w[12] = {{9}}; wcscpy(w, L\"{t}\"); b[20] = (char)fold(w, {});", (t.len() + 1) * 4),
    };
    format!("{start} {act} {end}")
}

fn digits(random: &mut Random) -> String {
    let mut text = random.pick(&["", " ", "\\t", "  "]).to_string();
    text.push_str(random.pick(&["", "-", "+", "--"]));
    text.push_str(random.pick(&["", "", "0", "0x", "0X"]));
    let length = random.pick(&[0, 1, 2, 3, 9, 10, 11, 19, 20, 21]);
    (0..length).for_each(|_| text.push(random.pick(&['0', '1', '7', '9', '5', 'a', '2', '8', '3'])));
    text.push_str(random.pick(&["", "z", " 1", "G"]));
    text
}

fn converting(random: &mut Random) -> String {
    let (s, base) = (digits(random), random.pick(&[10, 10, 0, 16, 8, 36, 2]));
    let call = match random.below(6) {
        0 => return format!("digest = atoi(\"{s}\");"),
        1 => return format!("digest = atol(\"{s}\");"),
        2 => "strtol",
        3 => "strtoul",
        4 => "strtoll",
        _ => "strtoull",
    };
    format!(
        "const char *s = \"{s}\"; char *e = 0; *__errno_location() = 0; digest = {call}(s, &e, {base}); \
         digest = digest * 64 + (e - s); digest = digest * 64 + *__errno_location();"
    )
}

fn sorting(random: &mut Random) -> String {
    let n = 1 + random.below(5);
    let list: Vec<String> = (0..n).map(|_| (random.below(7) as i64 - 3).to_string()).collect();
    let key = random.below(7) as i64 - 3;
    format!(
        "int a[{n}] = {{{}}}, k = {key}; qsort(a, {n}, sizeof a[0], ascending); digest = fold(a, sizeof a); \
         int *p = bsearch(&k, a, {n}, sizeof a[0], ascending); digest = digest * 3 + (p ? *p == k : 2);",
        list.join(", ")
    )
}

fn printing(random: &mut Random) -> String {
    let mut format = letters(random, 2);
    let mut arguments = String::new();
    for _ in 0..1 + random.below(2) {
        format.push('%');
        for flag in ['-', '0', '+', ' ', '#'] {
            if random.chance(15) {
                format.push(flag);
            }
        }
        if random.chance(40) {
            let _ = write!(format, "{}", random.below(9));
        }
        if random.chance(30) {
            let _ = write!(format, ".{}", random.below(6));
        }
        let number = random.pick(&["0", "1", "-1", "42", "-2147483647", "2147483647", "305419896", "7"]);
        let (conversion, argument) = match random.below(9) {
            0 | 1 => (random.pick(&["d", "i"]).to_string(), number.to_string()),
            2 => (random.pick(&["u", "x", "X", "o"]).to_string(), number.to_string()),
            3 => (random.pick(&["ld", "lx", "lu"]).to_string(), format!("{number}L")),
            4 => (random.pick(&["lld", "llx", "llo"]).to_string(), format!("{number}LL * 65537")),
            5 => (random.pick(&["hhd", "hd", "hhx", "hu"]).to_string(), number.to_string()),
            6 => ("c".to_string(), "'q'".to_string()),
            7 => ("zu".to_string(), format!("(size_t){number}")),
            _ => ("s".to_string(), format!("\"{}\"", letters(random, 5))),
        };
        format.push_str(&conversion);
        let _ = write!(arguments, ", {argument}");
    }
    let size = random.pick(&[40, 40, 5, 1, 0]);
    let call = random.pick(&["snprintf", "snprintf", "text"]);
    format!(
        "char b[41] = {{1}}; digest = {call}(b, {size}, \"{format}\"{arguments}); digest = digest * 31 + fold(b, {});",
        size.min(1)
    ) + &format!(" for (int i = 0; i < {size} && b[i]; i++) digest = digest * 31 + b[i];")
}

fn numeric(random: &mut Random) -> String {
    let value = |random: &mut Random| {
        random.pick(&["0.0", "-0.0", "1.0", "-2.5", "3.5", "0.25", "-7.0", "1024.0", "5.0", "-0.5"])
    };
    let (x, y) = (value(random), value(random));
    let keep = |call: String| format!("double r = {call}; digest = fold(&r, r == r ? 8 : 0);");
    let (i, j) = (random.below(200) as i64 - 100, random.below(20) as i64 - 30);
    let c = random.below(257) as i64 - 1;
    match random.below(12) {
        // Exact for whole numbers, and where nothing is to be subtracted.
        0 if x.ends_with(".0") => keep(format!("fmod({x}, {})", random.pick(&["4.0", "-2.0", "3.0", "10000.0"]))),
        0 => keep(format!("fmod({x}, -8.0)")),
        1 => keep(format!("fdim({x}, {y})")),
        2 => format!("double w, r = modf({x}, &w); digest = fold(&r, 8) * 31 + fold(&w, 8);"),
        3 => format!("digest = lround({x}) * 1000 + lrint({y});"),
        4 => keep(format!("{}({x})", random.pick(&["floor", "ceil", "trunc", "round", "rint"]))),
        5 => keep(format!("{}({x}, {})", random.pick(&["fmin", "fmax", "copysign"]), random.pick(&["2.0", "-3.5"]))),
        6 => keep(format!("ldexp({x}, {})", random.below(30))),
        7 => format!("digest = abs({i}) + labs({j});"),
        8 => format!("struct pair p = div({i}, {j}); digest = p.quot * 1000 + p.rem;"),
        9 => format!("digest = tolower({c}) * 1000 + toupper({c});"),
        _ => {
            let class = random.pick(&[
                "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
                "isspace", "isupper", "isxdigit",
            ]);
            format!("digest = {class}({c}) != 0;")
        }
    }
}

/// Functions on the representation of numbers, and what they do to `errno`.
fn representing(random: &mut Random) -> String {
    let value = |random: &mut Random| match random.below(3) {
        0 => random.pick(&["0.0", "-0.0", "1.0", "-1e300", "5e-324", "1e-310", "0.1", "-7.75", "1e17"]).to_string(),
        1 => format!("{}.{}", random.below(100_000) as i64 - 50_000, random.below(1000)),
        _ => format!("{}e{}", 1 + random.below(9_999_999), random.below(60) as i64 - 40),
    };
    let (x, y) = (value(random), value(random));
    let power = random.pick(&[0, 1, -1, 5, -30, 100, 1023, -1074, -2000, 2000]);
    let keep = |call: String| {
        format!("*__errno_location() = 0; double r = {call}; digest = fold(&r, 8) * 31 + *__errno_location();")
    };
    match random.below(11) {
        0 => format!("int e; double r = frexp({x}, &e); digest = fold(&r, 8) * 31 + e;"),
        1 => format!("*__errno_location() = 0; digest = ilogb({x}); digest = digest * 64 + *__errno_location();"),
        2 => keep(format!("logb({x})")),
        3 => keep(format!("nextafter({x}, {y})")),
        4 => keep(format!("nextafterf({x}f, {y}f)")),
        5 => keep(format!("ldexp({x}, {power})")),
        6 => keep(format!("scalbn({x}, {power})")),
        7 => keep(format!("ldexpf({x}f, {power})")),
        8 => keep(format!("roundeven({x})")),
        9 => keep(format!("remainder({}.75, {}.5)", random.below(9000) as i64 - 4500, 1 + random.below(99))),
        _ => keep(format!("fmod({}.375, {}.5)", random.below(9000) as i64 - 4500, 1 + random.below(99))),
    }
}

/// Functions on paths, on other texts and on the order of bytes.
fn naming(random: &mut Random) -> String {
    let path: String = (0..random.below(7)).map(|_| random.pick(&['/', '/', 'a', 'b', '.'])).collect();
    let version = |random: &mut Random| {
        (0..random.below(6)).map(|_| random.pick(&['0', '0', '1', '9', 'a', '.'])).collect::<String>()
    };
    let (v, w, n) = (version(random), version(random), random.below(1 << 30));
    let cut = |call: &str| {
        format!("char b[9] = \"{path}\"; char *r = {call}; digest = fold(b, 9) * 31 + fold(r, (int)strlen(r));")
    };
    match random.below(10) {
        0 => cut("basename(b)"),
        1 => cut("__xpg_basename(b)"),
        2 | 3 => cut("dirname(b)"),
        4 | 5 => format!("digest = sign(strverscmp(\"{v}\", \"{w}\"));"),
        6 => format!("char *s = l64a({n}); digest = fold(s, (int)strlen(s)) * 31 + (a64l(s) == {n});"),
        7 => format!("char b[8] = {{0}}; swab(\"abcdefg\", b, {}); digest = fold(b, 8);", random.below(8)),
        8 => format!(
            "int w[8] = {{7, 7, 7, 7}}; digest = mbstowcs(w, \"{w}\", {}) * 31 + w[3] + towupper('a');",
            random.below(7)
        ),
        _ => format!("digest = htonl({n}) * 65537u + htons({});", n & 65535),
    }
}

/// Sets of signals, and options of command lines.
fn choosing(random: &mut Random) -> String {
    if random.chance(40) {
        let start = random.pick(&["sigemptyset(&s);", "sigfillset(&s);"]);
        let mut text = format!("struct set s; {start} ");
        for _ in 0..3 {
            let (call, number) = (random.pick(&["sigaddset", "sigdelset", "sigismember"]), random.below(68));
            let _ = write!(text, "digest = digest * 3 + {call}(&s, {number}) + 1; ");
        }
        return text + &format!("digest = digest * 3 + sigismember(&s, {}) + 1;", random.below(66));
    }
    let words: Vec<String> = (0..1 + random.below(4))
        .map(|_| format!("\"{}\"", random.pick(&["-a", "-b", "-bx", "-ab", "--", "-", "x", "-c", "-q"])))
        .collect();
    let letters = random.pick(&["+ab:c", "-ab:c", "+:ab:c", "-ab::c"]);
    let n = words.len() + 1;
    format!(
        "char *v[] = {{\"p\", {}, 0}}; optind = 0; opterr = 0; \
         for (int i = 0; i < 5; i++) {{ int c = getopt({n}, v, \"{letters}\"); digest = digest * 131 + c * 7 + optind; \
         if (c == '?' || c == ':') digest += optopt; if (optarg) digest = digest * 3 + optarg[0]; if (c == -1) break; }}",
        words.join(", ")
    )
}

/// What C leaves open is 1.
struct Ones;

impl Host for Ones {
    fn input(&mut self, _request: &HavocRequest<'_>) -> Option<i128> {
        Some(1)
    }
}

/// Runs the probes of `count` seeds in the machine's C library; none if there is no compiler for the data model.
fn expected(seed: u64, count: u64, model: DataModel, directory: &Path) -> Option<Vec<u64>> {
    let mut text = format!("{PRELUDE}int printf(const char *, ...);\n");
    for n in seed..seed + count {
        let _ = writeln!(
            text,
            "static unsigned long long t{n}(void) {{ unsigned long long digest = 0; {} return digest; }}",
            probe(n)
        );
    }
    text.push_str("int main(void) {\n");
    (seed..seed + count).for_each(|n| {
        let _ = writeln!(text, "printf(\"%llu\\n\", t{n}());");
    });
    text.push_str("return 0; }\n");
    let (source, program) = (directory.join("library.c"), directory.join("library"));
    std::fs::write(&source, text).ok()?;
    let width = if model == DataModel::Lp64 { "-m64" } else { "-m32" };
    let mut command = Command::new("gcc");
    command.args(["-O0", "-w", "-fno-builtin", "-std=gnu11", "-msse2", "-mfpmath=sse", width, "-o"]).arg(&program);
    let compiled = command.arg(&source).arg("-lm").output().ok()?;
    if !compiled.status.success() {
        return None;
    }
    let output = Command::new(&program).output().ok()?;
    let lines = String::from_utf8(output.stdout).ok()?;
    lines.lines().map(|line| line.parse().ok()).collect()
}

/// What the interpreter says, or why it says nothing.
fn ours(seed: u64, model: DataModel) -> Result<u64, String> {
    let text = format!("{PRELUDE}unsigned long long digest;\nint main(void) {{ {} return 0; }}\n", probe(seed));
    let options = FrontOptions::new(model);
    let loaded = load_text("probe.c", &text, &options).map_err(|error| {
        let messages: Vec<&str> = error.diagnostics.iter().map(|d| &d.message[..]).collect();
        format!("does not load: {}", messages.join("; "))
    })?;
    let machine = Machine::new(&loaded.program);
    let mut state = machine.initial();
    let run = machine.run(&mut state, &mut Ones, &Limits { steps: 1_000_000, depth: 1_000 });
    match run.outcome {
        Outcome::Exited => {
            let digest = loaded.program.vars.iter().find(|(_, v)| v.owner.is_none() && &*v.name == "digest");
            Ok(digest.map_or(0, |(digest, _)| machine.value(&state, digest) as u64))
        }
        other => Err(format!("{other:?}")),
    }
}

/// Compares the probes of `count` seeds; gives what differs, or nothing if there is no compiler.
pub fn compare(seed: u64, count: u64, model: DataModel, directory: &Path) -> Option<Vec<String>> {
    let expected = expected(seed, count, model, directory)?;
    let mut differences = Vec::new();
    for (n, expected) in (seed..seed + count).zip(expected) {
        let ours = ours(n, model);
        if ours != Ok(expected) {
            differences.push(format!("seed {n}: {ours:?}, the C library {expected}: {}", probe(n)));
        }
    }
    Some(differences)
}
