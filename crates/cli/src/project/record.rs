//! Recording a build: `landfall cc` runs the real compiler and notes the compile command in a compilation database; `check --make`
//! runs a whole build so.
//!
//! The database is valid at any time and safe to write from many processes: each opens it, locks it and puts its entry in front of the
//! closing bracket. An entry that is there already is not added again.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Serialize;

use super::database::FILE_NAME;
use crate::exit::Status;
use crate::output::tell;
use crate::resources;

/// The real compiler of `landfall cc`.
const COMPILER: &str = "LANDFALL_CC";
/// The database, or the folder it lies in.
const DATABASE: &str = "LANDFALL_DB";
/// Where `check --make` keeps the database of a build.
pub const FOLDER: &str = ".landfall";

#[derive(Serialize)]
struct Entry<'a> {
    directory: &'a Path,
    file: &'a str,
    arguments: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
}

/// Whether the command was called by a compiler's name: then it is one, and the rest of its arguments are the compiler's.
pub fn called_as_compiler(name: &OsStr) -> Option<String> {
    let name = Path::new(name).file_name()?.to_str()?;
    (name != "landfall" && std::env::var_os(DATABASE).is_some() && is_compiler(name)).then(|| name.to_string())
}

/// Notes the command and becomes the real compiler. Returns only if there is none.
pub fn compile(called: Option<&str>, arguments: Vec<OsString>) -> Status {
    let wanted = match (called, std::env::var(COMPILER)) {
        (Some(name), _) => name.to_string(),
        (None, Ok(name)) if !name.trim().is_empty() => name,
        (None, _) => "cc".to_string(),
    };
    // The variable may hold options, too, as CC often does.
    let mut words = super::database::split(&wanted).into_iter();
    let name = words.next().unwrap_or_else(|| "cc".to_string());
    let given: Vec<OsString> = words.map(OsString::from).chain(arguments).collect();
    if let Err(error) = note(&name, &given) {
        tell(&format!("landfall cc: the command is not recorded: {error}"));
    }
    let Some((real, path)) = real_compiler(&name) else {
        tell(&format!("landfall cc: there is no compiler `{name}`; set {COMPILER}"));
        return Status::BadInput;
    };
    let error = Command::new(&real).arg0(&name).args(given).env("PATH", path).exec();
    tell(&format!("landfall cc: {} cannot be run: {error}", real.display()));
    Status::BadInput
}

/// The compiler behind a name, and the search path without links to this program: a compiler looks for its parts along it, by its own
/// name.
fn real_compiler(name: &str) -> Option<(PathBuf, OsString)> {
    let own = std::env::current_exe().ok()?.canonicalize().ok()?;
    let is_own = |path: PathBuf| path.canonicalize().is_ok_and(|real| real == own);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let base = Path::new(name).file_name()?;
    let others: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| !is_own(folder.join(base))).collect();
    let path = std::env::join_paths(&others).ok()?;
    if name.contains('/') {
        return Some((PathBuf::from(name), path)).filter(|(real, _)| !is_own(real.clone()));
    }
    Some((others.iter().map(|folder| folder.join(name)).find(|path| path.is_file())?, path))
}

/// Adds the compilations of a command to the database.
fn note(compiler: &str, arguments: &[OsString]) -> std::io::Result<()> {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let (files, output) = compiled(&words);
    if files.is_empty() {
        return Ok(());
    }
    let directory = std::env::current_dir()?;
    let command: Vec<String> =
        std::iter::once(compiler).chain(words.iter().map(String::as_str)).map(String::from).collect();
    let mut database = open(&place(&directory))?;
    for file in files {
        let entry = Entry { directory: &directory, file, arguments: &command, output: output.as_deref() };
        append(&mut database, &serde_json::to_string(&entry)?)?;
    }
    Ok(())
}

/// The database of a command: that of the variable, else the next one above, else a new one here.
fn place(directory: &Path) -> PathBuf {
    if let Some(given) = std::env::var_os(DATABASE).filter(|given| !given.is_empty()) {
        let given = PathBuf::from(given);
        return if given.extension().is_some_and(|e| e == "json") { given } else { given.join(FILE_NAME) };
    }
    let above = directory.ancestors().map(|folder| folder.join(FILE_NAME)).find(|path| path.is_file());
    above.unwrap_or_else(|| directory.join(FILE_NAME))
}

/// The C files that a command compiles, and the object file.
fn compiled(words: &[String]) -> (Vec<&str>, Option<String>) {
    const VALUES: [&str; 16] = [
        "-o",
        "-I",
        "-D",
        "-U",
        "-include",
        "-imacros",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-isysroot",
        "-MF",
        "-MT",
        "-MQ",
        "-L",
        "-l",
        "-x",
    ];
    let mut files = Vec::new();
    let mut output = None;
    let mut list = words.iter();
    while let Some(word) = list.next() {
        if word == "-E" || word == "-M" || word == "-MM" {
            return (Vec::new(), None);
        }
        if VALUES.contains(&word.as_str()) {
            let value = list.next();
            output = if word == "-o" { value.cloned() } else { output };
        } else if !word.starts_with('-') && (word.ends_with(".c") || word.ends_with(".i")) {
            files.push(word.as_str());
        }
    }
    // The output of a command that links as well is no object file.
    (files, output.filter(|_| words.iter().any(|word| word == "-c")))
}

/// Opens a database and waits until nobody else writes it.
fn open(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    resources::lock_file(&file)?;
    Ok(file)
}

/// Adds an entry to a database that is locked.
fn append(file: &mut File, entry: &str) -> std::io::Result<()> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_string(&mut text)?;
    if text.contains(entry) {
        return Ok(());
    }
    let kept = text.trim_end();
    let written = match kept.strip_suffix(']').map(str::trim_end) {
        Some("[") => format!("[\n{entry}\n]\n"),
        Some(rest) => {
            file.seek(SeekFrom::Start(rest.len() as u64))?;
            let tail = format!(",\n{entry}\n]\n");
            file.write_all(tail.as_bytes())?;
            return file.set_len((rest.len() + tail.len()) as u64);
        }
        None if kept.is_empty() => format!("[\n{entry}\n]\n"),
        None => return Err(std::io::Error::other("the database does not end with `]`")),
    };
    file.seek(SeekFrom::Start(0))?;
    file.write_all(written.as_bytes())?;
    file.set_len(written.len() as u64)
}

/// Whether a name is that of a C compiler, perhaps one for another machine or of some version.
fn is_compiler(name: &str) -> bool {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    ["cc", "gcc", "clang", "c89", "c99"].iter().any(|known| {
        name == *known || plain == *known || plain.strip_suffix(known).is_some_and(|machine| machine.ends_with('-'))
    })
}

/// Runs a build with compilers that record, and gives the folder of the database.
pub fn make(command: &str) -> Result<PathBuf, String> {
    let failed = |what: &str, error: std::io::Error| format!("error: {what}: {error}");
    let here = std::env::current_dir().map_err(|e| failed("where are we", e))?;
    let folder = here.join(FOLDER);
    let tools = folder.join("bin");
    std::fs::create_dir_all(&tools).map_err(|e| failed("cannot make the folder .landfall", e))?;
    let own = std::env::current_exe().map_err(|e| failed("where is landfall", e))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    for name in compilers(&path) {
        let link = tools.join(name);
        // A link of an earlier build may lead to another version.
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&own, &link).map_err(|e| failed("cannot make a link in .landfall/bin", e))?;
    }
    let searched = std::iter::once(tools).chain(std::env::split_paths(&path));
    let searched = std::env::join_paths(searched).map_err(|e| format!("error: PATH: {e}"))?;
    // Results go to stdout, and nothing else.
    let aside = std::io::stderr().as_fd().try_clone_to_owned().map_err(|e| failed("cannot run the build", e))?;
    let mut build = Command::new("sh");
    build.args(["-c", command]).env("PATH", searched).env(DATABASE, &folder).stdout(aside);
    let status = build.status().map_err(|e| failed("cannot run the build", e))?;
    if !status.success() {
        return Err(format!("error: the build `{command}` failed ({status})"));
    }
    if !folder.join(FILE_NAME).is_file() {
        return Err(format!(
            "error: the build `{command}` compiled nothing that could be recorded\n  = help: build everything anew (make -B), or, if it \
             names its compiler by a path, record it with make CC='landfall cc' and check with -p ."
        ));
    }
    Ok(PathBuf::from(FOLDER))
}

/// The names of the compilers of the system.
fn compilers(path: &OsStr) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for folder in std::env::split_paths(path) {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        names.extend(files.filter_map(|file| file.file_name().into_string().ok()).filter(|name| is_compiler(name)));
    }
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile_words(command: &str) -> (Vec<String>, Option<String>) {
        let words = super::super::database::split(command);
        let (files, output) = compiled(&words);
        (files.into_iter().map(String::from).collect(), output)
    }

    #[test]
    fn compilations_are_recognised() {
        assert_eq!(compile_words("-c a.c -o x/a.o"), (vec!["a.c".into()], Some("x/a.o".into())));
        assert_eq!(compile_words("-O2 a.c b.c -o prog -lm"), (vec!["a.c".into(), "b.c".into()], None));
        assert_eq!(compile_words("a.o b.o -o prog"), (vec![], None));
        assert_eq!(compile_words("-E a.c"), (vec![], None));
        assert_eq!(compile_words("-c -include odd.c a.c"), (vec!["a.c".into()], None));
    }

    #[test]
    fn compilers_are_known_by_name() {
        for name in ["cc", "gcc", "clang", "gcc-12", "clang-19", "arm-none-eabi-gcc", "x86_64-linux-gnu-gcc-12"] {
            assert!(is_compiler(name), "{name}");
        }
        for name in ["g++", "gcc-ar", "ccache", "landfall", "clang-format-14", "ld", "cpp"] {
            assert!(!is_compiler(name), "{name}");
        }
    }

    #[test]
    fn entries_are_added_once() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("db.json");
        for entry in ["{\"a\":1}", "{\"b\":2}", "{\"a\":1}"] {
            append(&mut open(&path).expect("is ours"), entry).expect("there is room");
        }
        let text = std::fs::read_to_string(&path).expect("is there");
        assert_eq!(text, "[\n{\"a\":1},\n{\"b\":2}\n]\n");
        std::fs::write(&path, "[]").expect("is ours");
        append(&mut open(&path).expect("is ours"), "{}").expect("there is room");
        assert_eq!(std::fs::read_to_string(&path).expect("is there"), "[\n{}\n]\n");
        std::fs::write(&path, "rubbish").expect("is ours");
        assert!(append(&mut open(&path).expect("is ours"), "{}").is_err());
    }
}
