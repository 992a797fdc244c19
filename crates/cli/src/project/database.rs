//! Compilation databases (`compile_commands.json`, as cmake, meson, bear and `landfall cc` write them): how the files of a project are compiled.
//!
//! Of a command's arguments those are kept that the preprocessor needs, in their order, with paths as seen from where we are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use landfall::cfa::DataModel;
use landfall::front::preprocess::PreprocessOptions;
use serde::Deserialize;

/// The name of a database in its folder.
pub const FILE_NAME: &str = "compile_commands.json";

/// One compilation of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The file, from where we are if it lies below.
    pub file: PathBuf,
    /// The object file, if the database names it.
    pub output: Option<PathBuf>,
    /// The arguments for the preprocessor; each with its value.
    pub arguments: Vec<Vec<String>>,
    /// That of `-m32` or `-m64`, if one of them is given.
    pub data_model: Option<DataModel>,
    /// An option that gives the language a meaning which is not modelled.
    pub unmodelled: Option<String>,
    /// The compiler, if it makes code for another machine.
    pub foreign: Option<String>,
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
    output: Option<PathBuf>,
}

/// The file of a database that is named by itself or by its folder.
pub fn path(database: &Path) -> PathBuf {
    if database.is_dir() { database.join(FILE_NAME) } else { database.to_path_buf() }
}

/// The compilations of C files. Of equal ones, and of those with the same file and output, the last counts.
pub fn read(database: &Path) -> Result<Vec<Unit>, String> {
    let path = path(database);
    let shown = path.display();
    let text = std::fs::read(&path).map_err(|e| {
        format!(
            "error: cannot read the compilation database {shown}: {e}\n  = help: cmake writes one with \
             -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson always; for other builds: make CC='landfall cc', or check --make 'make'"
        )
    })?;
    let entries: Vec<Entry> =
        serde_json::from_slice(&text).map_err(|e| format!("error: {shown} is no compilation database: {e}"))?;
    let here = std::env::current_dir().unwrap_or_default();
    let home = std::path::absolute(path.parent().unwrap_or(Path::new("."))).unwrap_or_default();
    let mut units: Vec<Unit> = Vec::with_capacity(entries.len());
    let mut seen = BTreeSet::new();
    for entry in entries.into_iter().rev() {
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => split(&command),
            (None, None) => {
                return Err(format!("error: {shown}: the entry for {} has no command", entry.file.display()));
            }
        };
        let place = Place { here: &here, directory: home.join(&entry.directory) };
        let mut unit = place.unit(&entry.file, &words);
        unit.output = entry.output.map(|output| place.seen(&output)).or(unit.output);
        let is_c = unit.file.extension().is_some_and(|extension| extension == "c" || extension == "i");
        let by_output = unit.output.as_ref().map(|output| (unit.file.clone(), output.clone()));
        if is_c && by_output.is_none_or(|pair| seen.insert(pair)) {
            units.push(unit);
        }
    }
    units.reverse();
    let mut distinct: Vec<Unit> = Vec::with_capacity(units.len());
    let mut known = BTreeSet::new();
    for unit in units {
        let key = (unit.file.clone(), unit.arguments.clone(), unit.data_model == Some(DataModel::Ilp32));
        if known.insert(key) {
            distinct.push(unit);
        }
    }
    Ok(distinct)
}

impl Unit {
    /// How to preprocess it, besides what the user says.
    pub fn preprocess(&self, base: &PreprocessOptions) -> PreprocessOptions {
        let mut options = base.clone();
        options.data_model = self.data_model.unwrap_or(base.data_model);
        // Definitions of the command line come last, so that they win.
        let own = self.arguments.iter().flatten().cloned();
        options.extra_arguments =
            own.chain(options.definitions.drain(..).map(|definition| format!("-D{definition}"))).collect();
        options
    }

    /// A file of which the database does not know: it sees what any unit includes, and what all agree on.
    pub fn stranger(file: PathBuf, units: &[Unit]) -> Unit {
        let mut arguments: Vec<Vec<String>> = Vec::new();
        for group in units.iter().flat_map(|unit| &unit.arguments) {
            let is_folder = FOLDERS.iter().any(|word| group[0].starts_with(word));
            let common = || units.iter().all(|unit| unit.arguments.contains(group));
            if !arguments.contains(group) && (is_folder || common()) {
                arguments.push(group.clone());
            }
        }
        let data_model = units.first().and_then(|unit| unit.data_model);
        let data_model = data_model.filter(|_| units.iter().all(|unit| unit.data_model == data_model));
        Unit { file, output: None, arguments, data_model, unmodelled: None, foreign: None }
    }
}

/// Options with a folder.
const FOLDERS: [&str; 6] = ["-I", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot"];
/// Options with a file that the preprocessor looks for.
const FILES: [&str; 2] = ["-include", "-imacros"];
/// Options that are kept as they are, by their beginnings.
const KEPT: [&str; 10] =
    ["-std=", "-ansi", "-pthread", "-fopenmp", "-nostdinc", "-undef", "-m", "-fPI", "-fpi", "-fsigned-char"];
/// Options that change what types are.
const UNMODELLED: [&str; 5] =
    ["-funsigned-char", "-fno-signed-char", "-fshort-enums", "-fpack-struct", "-fshort-wchar"];

/// Where a command ran, and where we are.
struct Place<'a> {
    here: &'a Path,
    directory: PathBuf,
}

impl Place<'_> {
    /// A path of the command as we write it.
    fn seen(&self, path: &Path) -> PathBuf {
        let plain = plain(&self.directory.join(path));
        match plain.strip_prefix(self.here) {
            Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
            Ok(below) => below.to_path_buf(),
            Err(_) => plain,
        }
    }

    fn unit(&self, file: &Path, words: &[String]) -> Unit {
        let compiler = words.iter().find(|word| !is_wrapper(word));
        let foreign = compiler.and_then(|word| Path::new(word).file_name()).map(|name| name.to_string_lossy());
        let foreign = foreign.filter(|name| is_foreign(name)).map(|name| name.into_owned());
        let mut unit = Unit {
            file: self.seen(file),
            output: None,
            arguments: Vec::new(),
            data_model: None,
            unmodelled: None,
            foreign,
        };
        let behind = compiler.and_then(|compiler| words.iter().position(|word| word == compiler)).unwrap_or(0) + 1;
        let words = self.expanded(words.get(behind..).unwrap_or_default());
        let mut list = words.iter();
        while let Some(word) = list.next() {
            self.take(word, &mut list, &mut unit);
        }
        unit
    }

    /// The arguments with those that `@FILE` stands for.
    fn expanded(&self, words: &[String]) -> Vec<String> {
        let of = |word: &String| {
            let file = word.strip_prefix('@').map(|name| self.directory.join(name));
            file.and_then(|file| std::fs::read_to_string(file).ok()).map_or_else(|| vec![word.clone()], |t| split(&t))
        };
        words.iter().flat_map(of).collect()
    }

    fn take<'w>(&self, word: &str, list: &mut impl Iterator<Item = &'w String>, unit: &mut Unit) {
        let mut value = |option: &str| match word[option.len()..].trim_start_matches('=') {
            "" => list.next().cloned(),
            rest => Some(rest.to_string()),
        };
        let folder = FOLDERS.iter().find(|option| word.starts_with(**option));
        if let Some(option) = folder.or(FILES.iter().find(|option| **option == word)) {
            let Some(value) = value(option) else { return };
            let seen = self.seen(Path::new(&value));
            // The preprocessor also searches for such a file as for one that is included.
            let path = if folder.is_some() || seen.is_file() { seen.display().to_string() } else { value };
            let joined = format!("{option}={path}");
            unit.arguments.push(if *option == "--sysroot" { vec![joined] } else { vec![option.to_string(), path] });
        } else if let Some(option) = ["-D", "-U"].iter().find(|option| word.starts_with(**option)) {
            unit.arguments.extend(value(option).map(|value| vec![format!("{option}{value}")]));
        } else if let Some(option) = ["-o"].iter().find(|option| word.starts_with(**option)) {
            unit.output = value(option).map(|path| self.seen(Path::new(&path)));
        } else if word == "-m32" || word == "-m64" {
            unit.data_model = Some(if word == "-m32" { DataModel::Ilp32 } else { DataModel::Lp64 });
        } else if UNMODELLED.iter().any(|option| word.starts_with(option)) {
            unit.unmodelled = Some(word.to_string());
        } else if KEPT.iter().any(|option| word.starts_with(option)) && unit.foreign.is_none() {
            unit.arguments.push(vec![word.to_string()]);
        }
    }
}

/// A program that runs a compiler.
fn is_wrapper(word: &str) -> bool {
    let name = Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    matches!(name.as_str(), "ccache" | "distcc" | "sccache" | "icecc" | "gomacc" | "landfall")
}

/// Whether a compiler makes code for another machine than x86: its name begins with that machine's.
fn is_foreign(name: &str) -> bool {
    let machine =
        name.strip_suffix("-gcc").or_else(|| name.strip_suffix("-cc")).or_else(|| name.strip_suffix("-clang"));
    machine
        .is_some_and(|machine| !machine.starts_with("x86_64") && !machine.starts_with("i686") && machine.contains('-'))
}

/// The path without `.` and, where that is the same, without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if !plain.is_symlink() && plain.file_name().is_some() => _ = plain.pop(),
            part => plain.push(part),
        }
    }
    plain
}

/// The words of a command as a shell splits them.
pub fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            // Between double quotes a backslash stands for itself in front of most characters.
            (Some('"'), '\\') if !matches!(chars.peek(), Some('"' | '\\' | '$' | '`' | '\n')) => {
                word.get_or_insert_default().push('\\');
            }
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(directory: &str, command: &str) -> Unit {
        let here = Path::new("/home/me/project");
        Place { here, directory: PathBuf::from(directory) }.unit(Path::new("../src/x.c"), &split(command))
    }

    #[test]
    fn commands_are_split_as_shells_do() {
        let words = split(r#"cc -DNAME="\"a b\"" -DPATH="C:\x" -I 'my dir' -c x.c"#);
        assert_eq!(words, ["cc", "-DNAME=\"a b\"", "-DPATH=C:\\x", "-I", "my dir", "-c", "x.c"]);
    }

    #[test]
    fn what_the_preprocessor_needs_is_kept() {
        let found = unit(
            "/home/me/project/build",
            "ccache cc -O2 -DA=1 -D B -Iinc -I ../x -UA -DA=2 -include conf.h -std=gnu11 -m32 -isystem /opt/y -o x.o -c ../src/x.c",
        );
        assert_eq!(found.file, Path::new("src/x.c"));
        assert_eq!(found.output.as_deref(), Some(Path::new("build/x.o")));
        let words: Vec<String> = found.arguments.concat();
        let expected = "-DA=1 -DB -I build/inc -I x -UA -DA=2 -include conf.h -std=gnu11 -isystem /opt/y";
        assert_eq!(words.join(" "), expected);
        assert_eq!(found.data_model, Some(DataModel::Ilp32));
        assert_eq!((found.unmodelled, found.foreign), (None, None));
    }

    #[test]
    fn what_is_not_modelled_is_noticed() {
        let found = unit("/elsewhere/build", "/opt/bin/arm-none-eabi-gcc -mthumb -funsigned-char -c ../src/x.c");
        assert_eq!(found.file, Path::new("/elsewhere/src/x.c"));
        assert_eq!(found.unmodelled.as_deref(), Some("-funsigned-char"));
        assert_eq!(found.foreign.as_deref(), Some("arm-none-eabi-gcc"));
        assert!(found.arguments.is_empty());
    }

    #[test]
    fn files_without_an_entry_see_all_headers() {
        let a = unit("/home/me/project", "cc -Ia -DX -DY=1 -c x.c");
        let b = unit("/home/me/project", "cc -Ib -DX -DY=2 -c y.c");
        let stranger = Unit::stranger(PathBuf::from("h.c"), &[a, b]);
        assert_eq!(stranger.arguments.concat().join(" "), "-I a -DX -I b");
    }
}
