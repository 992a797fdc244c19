//! Whole projects: compilation databases, recorded builds, project files, registers of devices. The project is `tests/project`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A copy of the project, or an empty folder, with a cache of its own.
struct World {
    folder: TempDir,
}

struct Said {
    status: i32,
    stdout: String,
    stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let status = output.status.code().expect("no signal");
        Said { status, stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }
}

impl World {
    fn empty() -> World {
        World { folder: tempfile::tempdir().expect("there is room") }
    }

    fn project() -> World {
        let world = World::empty();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/project");
        copy(&from, world.folder.path());
        world
    }

    /// The project with the database that its build gives, if there is a `make`.
    fn built() -> Option<World> {
        if Command::new("make").arg("--version").output().is_err() {
            eprintln!("skipped: there is no make");
            return None;
        }
        let world = World::project();
        let said = world.run("make", &["-j4", &format!("CC={} cc", env!("CARGO_BIN_EXE_landfall"))]);
        assert_eq!(said.status, 0, "{}{}", said.stdout, said.stderr);
        Some(world)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("there is room");
    }

    fn run(&self, program: &str, words: &[&str]) -> Said {
        let mut command = Command::new(program);
        command.args(words).current_dir(self.folder.path()).env("NO_COLOR", "1").env("LC_ALL", "C");
        command.env("XDG_CACHE_HOME", self.path("cache")).env_remove("LANDFALL_DB").env_remove("LANDFALL_CC");
        command.output().expect("can be run").into()
    }

    fn landfall(&self, words: &str) -> Said {
        self.run(env!("CARGO_BIN_EXE_landfall"), &words.split(' ').collect::<Vec<_>>())
    }

    /// The status must be so; gives all that was said.
    #[track_caller]
    fn expect(&self, status: i32, words: &str) -> String {
        let said = self.landfall(words);
        let all = format!("{}{}", said.stdout, said.stderr);
        assert_eq!(said.status, status, "{words}\n{all}");
        all
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("there is room");
    for entry in std::fs::read_dir(from).expect("is there").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("there is room");
        }
    }
}

#[test]
fn a_build_is_recorded() {
    let Some(world) = World::built() else { return };
    let text = std::fs::read_to_string(world.path("compile_commands.json")).expect("was written");
    let entries: Vec<serde_json::Value> = serde_json::from_str(&text).expect("is a database");
    let mut files: Vec<&str> = entries.iter().filter_map(|entry| entry["file"].as_str()).collect();
    files.sort();
    assert_eq!(files, ["app/main.c", "src/checksum.c", "src/ring.c", "tool/main.c"]);
    assert!(world.path("build/app").is_file(), "the real compiler ran");
    // What fails, fails as it does without us.
    let (ours, theirs) = (world.landfall("cc -c nothing.c"), world.run("cc", &["-c", "nothing.c"]));
    assert_eq!((ours.status, ours.stdout, ours.stderr), (theirs.status, theirs.stdout, theirs.stderr));
}

#[test]
fn units_come_with_their_own_flags() {
    let Some(world) = World::built() else { return };
    world.expect(0, "check -p . --entry checksum");
    // Names of one file stay apart: `place` is a function of one unit and a variable of another.
    world.expect(0, "check -p . --harness harness.c -D LIMIT=73");
    let said = world.expect(1, "check -p . --harness harness.c -D LIMIT=72");
    assert!(said.contains("ring_sum(&r) < LIMIT"), "{said}");
    assert!(said.contains("-p . --harness harness.c"), "{said}");
    assert!(said.contains("belong to the program: harness.c, src/ring.c, src/checksum.c"), "{said}");
    // The C compiler confirms it, with the same units and flags.
    let said = world.expect(1, "check -p . --harness harness.c -D LIMIT=72 --replay --tests out");
    assert!(said.contains("compiled with cc and run, it reaches the error"), "{said}");
    let script = world.run("sh", &["out/reproduce.sh"]);
    assert!(script.stdout.contains("the error is reached"), "{}{}", script.stdout, script.stderr);
    world.expect(0, "run -p . --unit tool/main.c");
}

#[test]
fn weak_functions_give_way() {
    let world = World::empty();
    world.write("weak.c", "__attribute__((weak)) int mode(void) { return 1; }\n");
    world.write("strong.c", "int mode(void) { return 2; }\n");
    world.write("main.c", "#include <assert.h>\nint mode(void);\nint main(void) { assert(mode() == 2); return 0; }\n");
    world.expect(0, "check main.c weak.c strong.c");
    world.expect(0, "check strong.c main.c weak.c");
    world.expect(1, "check main.c weak.c");
    world.write("other.c", "int mode(void) { return 3; }\n");
    let said = world.expect(3, "check main.c strong.c other.c");
    assert!(said.contains("redefinition of `mode`"), "{said}");
}

#[test]
fn several_programs_are_told_apart() {
    let Some(world) = World::built() else { return };
    let said = world.expect(3, "check -p .");
    for part in ["several units", "define `main`", "app/main.c:4", "tool/main.c:3", "--unit app/main.c"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    world.expect(0, "check -p . --unit tool/main.c");
    world.expect(0, "check -p . tool/main.c");
    let said = world.expect(3, "check -p . --unit nothing.c");
    assert!(said.contains("has no unit nothing.c"), "{said}");
    let said = world.expect(3, "check -p . --entry ring_putt");
    assert!(said.contains("no unit of ./compile_commands.json defines the function `ring_putt`"), "{said}");
    assert!(said.contains("ring_put"), "{said}");
}

#[test]
fn what_nobody_defines_is_named() {
    let Some(world) = World::built() else { return };
    world.write(
        "extra.c",
        "int elsewhere(int); int checksum(int);\nint f(int x) { return elsewhere(x) & checksum(x); }\n",
    );
    let said = world.landfall("check -p . --harness extra.c --entry f");
    assert!(said.stderr.contains("no unit of the project defines `elsewhere`, which `f` needs"), "{}", said.stderr);
}

#[test]
fn units_that_cannot_be_read_matter_where_they_are_needed() {
    let Some(world) = World::built() else { return };
    world.write("src/checksum.c", "#include \"ring.h\"\nint checksum(int value) { return value +; }\n");
    let said = world.expect(3, "check -p . --entry ring_put");
    assert!(said.contains("src/checksum.c cannot be read, and the program needs `checksum` of it"), "{said}");
    assert!(said.contains("checksum.c:2"), "{said}");
    world.expect(1, "check -p . --entry ring_sum");
    assert!(world.landfall("check -p . --entry ring_sum").stderr.contains("src/checksum.c is left out"));
}

#[test]
fn nothing_stale_is_used() {
    let Some(world) = World::built() else { return };
    for _ in 0..2 {
        world.expect(0, "check -p . --harness harness.c -D LIMIT=73");
    }
    world.write("include/config.h", "#define STEP 4\n");
    for words in ["", " --no-cache"] {
        world.expect(1, &format!("check -p . --harness harness.c -D LIMIT=73{words}"));
    }
}

#[test]
fn a_build_is_run() {
    if World::built().is_none() {
        return;
    }
    let world = World::project();
    let said = world.landfall("check --make make --unit tool/main.c --format json");
    let document: serde_json::Value = serde_json::from_str(&said.stdout).expect("the build does not write to stdout");
    assert_eq!(document["results"][0]["verdict"]["answer"], "safe", "{}", said.stdout);
    assert!(world.path("build/tool").is_file());
    // Nothing is compiled now, but what is known is kept.
    let said =
        world.run(env!("CARGO_BIN_EXE_landfall"), &["check", "--make", "make", "--harness", "harness.c", "-DLIMIT=72"]);
    assert_eq!(said.status, 1, "{}{}", said.stdout, said.stderr);
    let said = world.expect(3, "check --make false --entry f");
    assert!(said.contains("the build `false` failed"), "{said}");
}

#[test]
fn options_come_from_a_file() {
    let world = World::empty();
    world.write("a.c", "int half(int x) { return 10 / x; }\n");
    world.write(
        "landfall.toml",
        "entry = \"half\"\nfiles = [\"a.c\"]\ncheck = [\"div-zero\"]\nengine = \"se\"\nstats = true\n",
    );
    let said = world.expect(1, "check");
    assert!(said.contains("false(no-div-zero)") || said.contains("divisor"), "{said}");
    // The command line comes first.
    world.expect(0, "check --check assert");
    world.expect(3, "check --no-config");
    world.expect(1, "run a.c --inputs=0");
    world.write("other.toml", "files = \"a.c\"\nentry = \"half\"\ncheck = \"assert\"\n");
    world.expect(0, "check --config other.toml");
}

#[test]
fn mistakes_in_the_file_are_shown() {
    let world = World::empty();
    world.write("a.c", "int main(void) { return 0; }\n");
    for (text, parts) in [
        ("timeoutt = 3\n", &["there is no option `timeoutt`", "did you mean `timeout`?", "landfall.toml:1:1"][..]),
        ("jobs = 1\nengine = \"sse\"\n", &["invalid value 'sse'", "landfall.toml:2:10"]),
        ("stats = 3\n", &["`stats` is true or false"]),
        ("timeout = [1, 2]\n", &["`timeout` takes text or a number"]),
        ("entry = \n", &["landfall.toml:1"]),
        ("[check]\nmemory = true\n", &["not a table"]),
    ] {
        world.write("landfall.toml", text);
        let said = world.expect(3, "check a.c");
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    world.expect(3, "check a.c --config nothing.toml");
}

const FIRMWARE: &str = "
#include <stdint.h>
#include <assert.h>
typedef struct { volatile uint32_t status; volatile uint32_t data; uint32_t pad[2]; } uart;
#define UART0 ((uart *)0x40001000)
#define CONTROL (*(volatile uint32_t *)0x4fffffc)
static unsigned char buffer[8];
static unsigned char receive(uart *from) { while (!(from->status & 1)) { } return from->data & 0xff; }
int fixed(void) { CONTROL = 3; UART0->data = 7; uint32_t x = UART0->status; assert(x == UART0->status); return 0; }
int passed(void) { for (int i = 0; i < 8; i++) buffer[i] = receive(UART0); return 0; }
int overrun(void) { unsigned n = UART0->data; if (n <= 8) buffer[n] = receive(UART0); return 0; }
int quiet(void) { CONTROL = 3; UART0->data |= 7; return UART0->status; }
int upper(void) { return *(volatile uint32_t *)0xE000E010 & 1; }
int mixed(int own) { static volatile uint32_t v; volatile uint32_t *p = own ? &v : &UART0->data; *p = 1; return 0; }
int outside(void) { return *(volatile uint32_t *)0x50000000; }
";

#[test]
fn registers_are_inputs() {
    let world = World::empty();
    world.write("fw.c", FIRMWARE);
    let device = "--device 0x40000000-0x4fffffff --device 0x4fffffc-0x4ffffff";
    for model in ["ILP32", "LP64"] {
        let check = |entry: &str, status: i32, words: &str| {
            world.expect(status, &format!("check fw.c --data-model {model} --entry {entry} {device}{words}"))
        };
        let said = check("fixed", 1, "");
        assert!(said.contains("x == UART0->status"), "two reads differ: {said}");
        check("quiet", 0, " --check memory");
        check("upper", 1, " --check memory");
        check("upper", 0, " --check memory --device 0xe0000000-0xe00fffff");
        let said = check("mixed", 2, " --check memory");
        assert!(said.contains("a register of a device, through a pointer"), "{said}");
        check("passed", 0, " --check memory");
        let said = check("overrun", 1, " --check memory");
        assert!(said.contains("invalid write to `buffer[n]`"), "{said}");
        let said = check("outside", 1, " --check memory");
        assert!(said.contains("invalid read"), "{said}");
    }
    let said = world.expect(1, "check fw.c --entry quiet --check memory");
    assert!(said.contains("invalid write"), "no device is declared: {said}");
    for wrong in ["0x40", "5-4", "0-1", "x-y"] {
        world.expect(3, &format!("check fw.c --device {wrong}"));
    }
}
