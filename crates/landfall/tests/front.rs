//! The front end as a whole: our sample sources, the machine's headers, and damaged sources.

use std::path::{Path, PathBuf};
use std::process::Command;

use landfall::cfa::DataModel;
use landfall::front::diagnostic::RenderStyle;
use landfall::front::parser::{Parsed, parse};
use landfall::front::preprocess::{PreprocessOptions, load};
use landfall::front::print::print;
use landfall::front::source::SourceMap;

const SAMPLES: [(&str, &str); 3] = [
    ("declarations.c", include_str!("front/declarations.c")),
    ("expressions.c", include_str!("front/expressions.c")),
    ("statements.c", include_str!("front/statements.c")),
];

fn parse_bytes(name: &str, bytes: &[u8]) -> (SourceMap, Parsed) {
    let mut sources = SourceMap::new();
    let file = sources.add(name, bytes.to_vec());
    let parsed = parse(&sources, file);
    (sources, parsed)
}

fn rendered(sources: &SourceMap, parsed: &Parsed) -> String {
    parsed.diagnostics.iter().map(|diagnostic| diagnostic.render(sources, RenderStyle::Plain) + "\n").collect()
}

/// Parses without a word, prints, and reads back to the same text.
fn round_trip(name: &str, bytes: &[u8]) {
    let (sources, parsed) = parse_bytes(name, bytes);
    assert!(parsed.diagnostics.is_empty(), "{name}\n{}", rendered(&sources, &parsed));
    let printed = print(&parsed.ast);
    let (sources, again) = parse_bytes(name, printed.as_bytes());
    assert!(again.diagnostics.is_empty(), "{name}\n{}", rendered(&sources, &again));
    assert_eq!(print(&again.ast), printed, "{name}");
}

#[test]
fn samples_read_back() {
    for (name, text) in SAMPLES {
        round_trip(name, text.as_bytes());
    }
}

/// Headers of C and POSIX, and some of Linux.
const HEADERS: &str = "aio arpa/inet assert complex cpio ctype dirent dlfcn errno fcntl fenv float fmtmsg fnmatch ftw glob grp \
    iconv inttypes iso646 langinfo libgen limits locale malloc math monetary mqueue ndbm net/if netdb netinet/in netinet/tcp nl_types \
    poll pthread pwd regex sched search semaphore setjmp signal spawn stdalign stdarg stdatomic stdbool stddef stdint stdio \
    stdlib stdnoreturn string strings stropts sys/epoll sys/ioctl sys/ipc sys/mman sys/msg sys/ptrace sys/resource sys/select sys/sem sys/shm \
    sys/socket sys/stat sys/statvfs sys/syscall sys/time sys/times sys/types sys/uio sys/un sys/utsname sys/wait syslog tar termios \
    tgmath threads time trace uchar ulimit unistd utime utmpx wchar wctype wordexp x86intrin immintrin";

#[test]
fn headers_of_the_machine_parse() {
    let directory = Directory::new("headers");
    for header in HEADERS.split_whitespace() {
        let text = format!("#define _GNU_SOURCE 1\n#include <{header}.h>\nint main(void) {{ return 0; }}\n");
        let path = directory.write("header.c", &text);
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let mut sources = SourceMap::new();
            // What the compiler itself rejects, or cannot find, is not ours to parse.
            let Ok(loaded) = load(&mut sources, &path, &PreprocessOptions::new(model)) else { continue };
            let parsed = parse(&sources, loaded.file);
            assert!(parsed.diagnostics.is_empty(), "{header}.h\n{}", rendered(&sources, &parsed));
        }
    }
}

#[test]
fn common_headers_read_back() {
    if Command::new("cc").arg("--version").output().is_err() {
        return;
    }
    let directory = Directory::new("read-back");
    let path = directory.write(
        "all.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <pthread.h>\n#include <signal.h>\n",
    );
    let mut sources = SourceMap::new();
    let loaded =
        load(&mut sources, &path, &PreprocessOptions::new(DataModel::Lp64)).expect("standard headers are installed");
    let bytes = sources.file(loaded.file).bytes().to_vec();
    round_trip("all.c", &bytes);
}

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("landfall-front-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the place for temporary files can be written");
        Directory(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = Path::new(&self.0).join(name);
        std::fs::write(&path, text).expect("the place for temporary files can be written");
        path
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A small generator of pseudo-random numbers (xorshift), so that every run damages the same way.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Splits a text into words and single other characters, which is close to tokens.
fn pieces(text: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match is_word(first) {
            true => rest.find(|character| !is_word(character)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (piece, tail) = rest.split_at(length);
        pieces.push(piece);
        rest = tail;
    }
    pieces
}

/// Deletes, doubles, swaps or replaces pieces, or scatters bytes.
fn damage(random: &mut Random, text: &str) -> Vec<u8> {
    let mut pieces = pieces(text);
    // A short cut of the text keeps the damage in the first errors that are reported.
    let start = random.below(pieces.len());
    pieces = pieces[start..(start + 400).min(pieces.len())].to_vec();
    for _ in 0..1 + random.below(6) {
        let (left, right) = (random.below(pieces.len()), random.below(pieces.len()));
        match random.below(4) {
            0 if pieces.len() > 2 => drop(pieces.remove(left)),
            1 => pieces.insert(left, pieces[right]),
            2 => pieces.swap(left, right),
            _ => pieces[left] = pieces[right],
        }
    }
    let mut bytes = pieces.concat().into_bytes();
    if random.below(4) == 0 {
        for _ in 0..3 {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
    }
    bytes
}

#[test]
fn damaged_sources_never_panic() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..3000 {
        let (name, text) = SAMPLES[round % SAMPLES.len()];
        let bytes = damage(&mut random, text);
        let (sources, parsed) = parse_bytes(name, &bytes);
        let _ = rendered(&sources, &parsed);
        let printed = print(&parsed.ast);
        if !parsed.diagnostics.is_empty() {
            continue;
        }
        // What is accepted still reads back.
        let (sources, again) = parse_bytes(name, printed.as_bytes());
        let source = String::from_utf8_lossy(&bytes);
        assert!(again.diagnostics.is_empty(), "{source}\n{printed}\n{}", rendered(&sources, &again));
        assert_eq!(print(&again.ast), printed, "{source}");
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut random = Random(42);
    for _ in 0..2000 {
        let length = random.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        let (sources, parsed) = parse_bytes("random.c", &bytes);
        let _ = rendered(&sources, &parsed);
    }
}
