//! Compilation databases (`compile_commands.json`, as cmake, meson and bear write them): how a file of a project is compiled.
//!
//! Of a command's arguments those are kept that the preprocessor needs; paths are relative to the entry's folder.

use std::path::{Path, PathBuf};

use landfall::cfa::DataModel;
use landfall::front::preprocess::PreprocessOptions;
use serde::Deserialize;

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Adds what the database says about `file` to the options. `database` is the JSON file or the folder that it lies in.
pub fn apply(database: &Path, file: &Path, options: &mut PreprocessOptions) -> Result<(), String> {
    let path = if database.is_dir() { database.join("compile_commands.json") } else { database.to_path_buf() };
    let shown = path.display();
    let text = std::fs::read(&path).map_err(|e| format!("error: cannot read {shown}: {e}"))?;
    let entries: Vec<Entry> =
        serde_json::from_slice(&text).map_err(|e| format!("error: {shown} is no compilation database: {e}"))?;
    let wanted = std::path::absolute(file).map_err(|e| format!("error: {}: {e}", file.display()))?;
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let entry = entries
        .iter()
        .find(|entry| real(&entry.directory.join(&entry.file)) == real(&wanted))
        .ok_or_else(|| format!("error: {shown} has no entry for {}", file.display()))?;
    let arguments = match (&entry.arguments, &entry.command) {
        (Some(arguments), _) => arguments.clone(),
        (None, Some(command)) => split(command),
        (None, None) => return Err(format!("error: {shown}: the entry for {} has no command", file.display())),
    };
    options.directory = Some(entry.directory.clone());
    take(&arguments, options);
    Ok(())
}

/// The arguments that matter for preprocessing and for the sizes of types.
fn take(arguments: &[String], options: &mut PreprocessOptions) {
    const WITH_VALUE: [&str; 6] = ["-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot"];
    let mut list = arguments.iter().skip(1);
    while let Some(argument) = list.next() {
        let mut value = |prefix: &str| {
            let rest = &argument[prefix.len()..];
            if rest.is_empty() { list.next().cloned() } else { Some(rest.to_string()) }
        };
        if WITH_VALUE.contains(&argument.as_str()) {
            let word = argument.clone();
            options.extra_arguments.extend([word].into_iter().chain(list.next().cloned()));
        } else if argument.starts_with("-I") {
            options.include_directories.extend(value("-I").map(PathBuf::from));
        } else if argument.starts_with("-D") {
            options.definitions.extend(value("-D"));
        } else if argument.starts_with("-U") {
            options.undefinitions.extend(value("-U"));
        } else if argument == "-m32" {
            options.data_model = DataModel::Ilp32;
        } else if argument.starts_with("-std=") || argument == "-pthread" || argument == "-fopenmp" {
            options.extra_arguments.push(argument.clone());
        }
    }
}

/// The words of a command as a shell splits them.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
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

    #[test]
    fn commands_are_split_as_shells_do() {
        let words = split(r#"cc -DNAME="\"a b\"" -I 'my dir' -c x.c"#);
        assert_eq!(words, ["cc", "-DNAME=\"a b\"", "-I", "my dir", "-c", "x.c"]);
    }

    #[test]
    fn what_the_preprocessor_needs_is_kept() {
        let mut options = PreprocessOptions::new(DataModel::Lp64);
        let words = split("cc -O2 -DA=1 -D B -Iinc -I ../x -U C -include conf.h -std=gnu11 -m32 -o x.o -c x.c");
        take(&words, &mut options);
        assert_eq!(options.definitions, ["A=1", "B"]);
        assert_eq!(options.undefinitions, ["C"]);
        assert_eq!(options.include_directories, [PathBuf::from("inc"), PathBuf::from("../x")]);
        assert_eq!(options.extra_arguments, ["-include", "conf.h", "-std=gnu11"]);
        assert_eq!(options.data_model, DataModel::Ilp32);
    }
}
