//! Reading C files: as they are when they hold no directives, else through the machine's C preprocessor.
//!
//! A file is taken as it is if its only directives are line markers, pragmas and `#ident`, that is, if it was preprocessed before
//! or never needed to be, and if it names no predefined macro such as `__INT_MAX__`. Everything else goes through `cc -E`.
//!
//! For ILP32 the preprocessor runs with `-m32`. Where the 32-bit headers of the C library are not installed, the 64-bit ones
//! serve: their own conditionals adapt them to `-m32`, and the one file that is missing then (a list of functions without
//! implementation) is replaced by an empty one.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::diagnostic::Diagnostic;
use super::source::{FileId, SourceMap};
use crate::cfa::DataModel;

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct PreprocessOptions {
    pub data_model: DataModel,
    /// `-I` directories, in order.
    pub include_directories: Vec<PathBuf>,
    /// `-D` definitions, each `NAME` or `NAME=VALUE`.
    pub definitions: Vec<String>,
    /// `-U` names.
    pub undefinitions: Vec<String>,
    /// Further arguments of the compiler, such as `-include FILE` or `-std=gnu11`.
    pub extra_arguments: Vec<String>,
    /// The compiler to run with `-E`.
    pub compiler: PathBuf,
    /// Where to run it; relative include directories start here.
    pub directory: Option<PathBuf>,
}

impl PreprocessOptions {
    pub fn new(data_model: DataModel) -> PreprocessOptions {
        PreprocessOptions {
            data_model,
            include_directories: Vec::new(),
            definitions: Vec::new(),
            undefinitions: Vec::new(),
            extra_arguments: Vec::new(),
            compiler: PathBuf::from("cc"),
            directory: None,
        }
    }
}

/// A file that is ready to be parsed.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub file: FileId,
    /// The file as it is on disk, for hashes and reports; equal to the parsed text when nothing was preprocessed.
    pub original: Vec<u8>,
    /// Whether the preprocessor ran.
    pub preprocessed: bool,
    /// What people should know, such as a stand-in for missing headers.
    pub notes: Vec<Diagnostic>,
}

/// A file that was read, before it is added to a map.
#[derive(Clone, Debug)]
pub struct Text {
    /// What the preprocessor made of it; `None` if it did not run.
    pub preprocessed: Option<Vec<u8>>,
    pub original: Vec<u8>,
    pub notes: Vec<Diagnostic>,
}

/// Reads a C file, preprocesses it if need be, and adds it to the map.
pub fn load(sources: &mut SourceMap, path: &Path, options: &PreprocessOptions) -> Result<Loaded, Box<Diagnostic>> {
    let Text { preprocessed, original, notes } = text(path, options)?;
    let ran = preprocessed.is_some();
    let file = sources.add(path.display().to_string(), preprocessed.unwrap_or_else(|| original.clone()));
    Ok(Loaded { file, original, preprocessed: ran, notes })
}

/// Reads a C file and preprocesses it if need be.
pub fn text(path: &Path, options: &PreprocessOptions) -> Result<Text, Box<Diagnostic>> {
    let original = read(path)?;
    check_text(path, &original)?;
    let defines =
        |argument: &String| ["-include", "-imacros", "-D", "-U"].iter().any(|word| argument.starts_with(word));
    let user_macros = !options.definitions.is_empty() || options.extra_arguments.iter().any(defines);
    let mut notes = Vec::new();
    let preprocessed = match needs_preprocessing(&original) || user_macros && !has_line_markers(&original) {
        true => Some(preprocess(path, options, &mut notes)?),
        false => None,
    };
    Ok(Text { preprocessed, original, notes })
}

fn read(path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
    let name = path.display();
    if path.is_dir() {
        let message = format!("`{name}` is a directory");
        return Err(Box::new(Diagnostic::error(message).with_help("name the C file that is to be analysed")));
    }
    std::fs::read(path).map_err(|error| {
        Box::new(match error.kind() {
            ErrorKind::NotFound => Diagnostic::error(format!("there is no file `{name}`")).with_help(
                similar_file(path).unwrap_or_else(|| "check the path and the current directory".to_string()),
            ),
            ErrorKind::PermissionDenied => Diagnostic::error(format!("`{name}` may not be read"))
                .with_help("check the permissions of the file and its directories"),
            _ => Diagnostic::error(format!("`{name}` cannot be read: {error}")).with_help("check the path"),
        })
    })
}

/// A file of nearly the same name in the same directory.
fn similar_file(path: &Path) -> Option<String> {
    let wanted = path.file_stem()?.to_string_lossy().to_lowercase();
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut names: Vec<_> = std::fs::read_dir(directory).ok()?.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    let similar = names.into_iter().find(|name| {
        let name = Path::new(name);
        let is_c = name.extension().is_some_and(|extension| extension == "c" || extension == "i");
        is_c && name.file_stem().is_some_and(|stem| stem.to_string_lossy().to_lowercase() == wanted)
    })?;
    Some(format!("did you mean `{}`?", directory.join(similar).display()))
}

fn check_text(path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let name = path.display();
    let error = |message: String, help: &str| Err(Box::new(Diagnostic::error(message).with_help(help)));
    if bytes.trim_ascii().is_empty() {
        return error(format!("`{name}` is empty"), "name a C file with a program in it");
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return error(
            format!("`{name}` is encoded in UTF-16"),
            "convert it to UTF-8, for example with `iconv -f UTF-16 -t UTF-8`",
        );
    }
    let control = |byte: &u8| *byte < 32 && !matches!(byte, b'\t' | b'\n' | b'\r' | 11 | 12 | 26 | 27);
    if bytes.contains(&0) || bytes.iter().take(4096).filter(|byte| control(byte)).count() > 8 {
        let what = if bytes.starts_with(b"\x7fELF") { "a compiled program" } else { "a binary file" };
        return error(format!("`{name}` is {what}, not C source"), "name the source file it was made from");
    }
    Ok(())
}

/// Whether the text holds what only a preprocessor can handle.
pub fn needs_preprocessing(bytes: &[u8]) -> bool {
    let directive = code_lines(bytes).any(|line| {
        line.strip_prefix(b"#")
            .or_else(|| line.strip_prefix(b"%:"))
            .is_some_and(|rest| !is_left_over(rest.trim_ascii()))
    });
    directive || (!has_line_markers(bytes) && names_predefined_macro(bytes))
}

/// A directive that preprocessors leave in their output.
fn is_left_over(directive: &[u8]) -> bool {
    let word_length = directive.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let word = &directive[..word_length];
    matches!(word, b"pragma" | b"line" | b"ident" | b"sccs") || word.iter().all(u8::is_ascii_digit)
}

fn has_line_markers(bytes: &[u8]) -> bool {
    code_lines(bytes).any(|line| {
        let rest = line.strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
        rest.and_then(<[u8]>::first).is_some_and(u8::is_ascii_digit)
    })
}

/// The lines of a text without leading blanks. A line inside a comment may be among them; at worst the preprocessor runs for nothing.
fn code_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start)
}

/// Names that the compiler defines and that do not look like it, and the operator that makes a directive; sorted.
const OTHER_MACROS: &[&[u8]] = &[
    b"_FORTIFY_SOURCE",
    b"_ILP32",
    b"_LP64",
    b"_Pragma",
    b"__SEG_FS",
    b"__SEG_GS",
    b"__amd64",
    b"__amd64__",
    b"__code_model_32__",
    b"__code_model_small__",
    b"__gnu_linux__",
    b"__i386",
    b"__i386__",
    b"__i686",
    b"__i686__",
    b"__k8",
    b"__k8__",
    b"__linux",
    b"__linux__",
    b"__pentiumpro",
    b"__pentiumpro__",
    b"__pic__",
    b"__pie__",
    b"__unix",
    b"__unix__",
    b"__x86_64",
    b"__x86_64__",
    b"i386",
    b"linux",
    b"unix",
];

/// Whether a name like `__INT_MAX__` or `__LINE__` occurs, which the compiler defines.
fn names_predefined_macro(bytes: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bytes.split(|byte| !is_name(byte)).any(|word| {
        let families: [&[u8]; 4] = [b"__ATOMIC_", b"__GCC_", b"__INT", b"__UINT"];
        if OTHER_MACROS.binary_search(&word).is_ok() || families.iter().any(|family| word.starts_with(family)) {
            return true;
        }
        let inner = word.strip_prefix(b"__").and_then(|word| word.strip_suffix(b"__"));
        inner.is_some_and(|inner| {
            let shouts = inner.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
            shouts && !matches!(inner, b"" | b"FUNCTION" | b"PRETTY_FUNCTION")
        })
    })
}

/// Runs `cc -E`.
fn preprocess(
    path: &Path,
    options: &PreprocessOptions,
    notes: &mut Vec<Diagnostic>,
) -> Result<Vec<u8>, Box<Diagnostic>> {
    let word_size: &[&str] = match options.data_model {
        DataModel::Ilp32 => &["-m32"],
        DataModel::Lp64 => &["-m64"],
    };
    let output = run(path, options, word_size)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    if let Some(text) = preprocess_otherwise(path, options, &output, notes)? {
        return Ok(text);
    }
    Err(Box::new(failure(path, options, &output)))
}

fn run(path: &Path, options: &PreprocessOptions, arguments: &[&str]) -> Result<Output, Box<Diagnostic>> {
    let mut command = Command::new(&options.compiler);
    // Without it, `isdigit` and the like read a table of the C library instead of being called.
    command.args(["-E", "-x", "c", "-D__NO_CTYPE"]).args(arguments);
    command.args(options.include_directories.iter().map(|directory| format!("-I{}", directory.display())));
    command.args(options.definitions.iter().map(|definition| format!("-D{definition}")));
    command.args(options.undefinitions.iter().map(|name| format!("-U{name}")));
    command.args(&options.extra_arguments);
    let mut path = argument_for(path);
    if let Some(directory) = &options.directory {
        command.current_dir(directory);
        // The file is named from where we are, not from there.
        path = std::path::absolute(&path).unwrap_or(path);
    }
    command.arg(&path).stdin(Stdio::null()).env("LC_ALL", "C");
    command.output().map_err(|error| {
        let compiler = options.compiler.display();
        let message = match error.kind() {
            ErrorKind::NotFound => {
                format!("`{}` has directives, but there is no C compiler `{compiler}` to preprocess it", path.display())
            }
            _ => format!("the C compiler `{compiler}` cannot be run: {error}"),
        };
        Box::new(
            Diagnostic::error(message).with_help("install gcc or clang, or preprocess the file elsewhere with `cc -E`"),
        )
    })
}

/// A path that cannot be mistaken for an option.
fn argument_for(path: &Path) -> PathBuf {
    match path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        true => Path::new(".").join(path),
        false => path.to_path_buf(),
    }
}

/// Second attempts: without an option that this compiler does not know, or with stand-ins for missing 32-bit headers.
fn preprocess_otherwise(
    path: &Path,
    options: &PreprocessOptions,
    output: &Output,
    notes: &mut Vec<Diagnostic>,
) -> Result<Option<Vec<u8>>, Box<Diagnostic>> {
    let message = String::from_utf8_lossy(&output.stderr);
    let option_unknown = message.contains("-m64") || message.contains("-m32");
    if option_unknown && options.data_model == DataModel::Lp64 {
        let output = run(path, options, &[])?;
        return Ok(output.status.success().then_some(output.stdout));
    }
    if options.data_model != DataModel::Ilp32 || !message.contains("No such file") {
        return Ok(None);
    }
    let stand_ins = StandIns::new().ok();
    let Some((stand_ins, multiarch)) = stand_ins.zip(multiarch_directory(options)) else { return Ok(None) };
    let stand_in_directory = stand_ins.directory.display().to_string();
    let arguments = ["-m32", "-idirafter", &multiarch, "-idirafter", &stand_in_directory];
    let output = run(path, options, &arguments)?;
    if !output.status.success() {
        return Ok(None);
    }
    notes.push(
        Diagnostic::note(
            "the 32-bit headers of the C library are not installed; the 64-bit ones were used in their place",
        )
        .with_help("install gcc-multilib for the real ones"),
    );
    Ok(Some(output.stdout))
}

/// Where the C library keeps the headers that depend on the machine.
fn multiarch_directory(options: &PreprocessOptions) -> Option<String> {
    let output = Command::new(&options.compiler).arg("-print-multiarch").stdin(Stdio::null()).output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    let directory = Path::new("/usr/include").join(name.trim());
    directory.is_dir().then(|| directory.display().to_string())
}

/// A temporary directory with the header that 64-bit installations lack. It is removed when dropped.
struct StandIns {
    directory: PathBuf,
}

impl StandIns {
    fn new() -> std::io::Result<StandIns> {
        static COUNTER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("landfall-headers-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        // Fails if someone else made it: nothing that is not ours is written to or removed.
        std::fs::create_dir(&directory)?;
        let stand_ins = StandIns { directory };
        std::fs::create_dir(stand_ins.directory.join("gnu"))?;
        std::fs::write(stand_ins.directory.join("gnu/stubs-32.h"), "")?;
        Ok(stand_ins)
    }
}

impl Drop for StandIns {
    fn drop(&mut self) {
        // A directory that stays behind in the system's place for temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// The compiler's own message, shortened.
fn failure(path: &Path, options: &PreprocessOptions, output: &Output) -> Diagnostic {
    let compiler = options.compiler.display();
    let mut diagnostic = Diagnostic::error(format!("`{compiler} -E` cannot preprocess `{}`", path.display()));
    let message = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<_> = message.trim().lines().take(12).collect();
    if !lines.is_empty() {
        diagnostic = diagnostic.with_note(lines.join("\n"));
    }
    let missing_header = message.contains("No such file");
    diagnostic.with_help(match (missing_header, options.data_model) {
        (true, DataModel::Ilp32) => {
            "add the directory of the missing header with `-I`; for 32-bit system headers install gcc-multilib"
        }
        (true, DataModel::Lp64) => "add the directory of the missing header with `-I`",
        (false, _) => "correct what the compiler complains about",
    })
}

#[cfg(test)]
#[path = "preprocess_tests.rs"]
mod tests;
