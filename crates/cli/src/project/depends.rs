//! What a preprocessed text depends on: the files that went into it, those whose presence was asked for, the date.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use landfall::front::preprocess::{self, PreprocessOptions};

/// What makes a text depend on more than the files that are included.
const FICKLE: [&str; 2] = ["__has_include_next", "__has_embed"];
/// What depends on the date where it is used.
const DATES: [&str; 3] = ["__DATE__", "__TIME__", "__TIMESTAMP__"];

/// Whether the preprocessor puts the date into a text.
pub fn is_dated(file: &Path, options: &PreprocessOptions) -> bool {
    let mut strict = options.clone();
    strict.extra_arguments.extend(["-Wdate-time".into(), "-Werror=date-time".into()]);
    preprocess::text(file, &strict).is_err()
}

/// What a text depends on besides the files that it includes.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Files whose presence it asks for.
    pub files: Vec<String>,
    /// It mentions the date.
    pub date: bool,
}

impl Asked {
    /// `None` if it depends on more.
    pub fn of(text: &[u8]) -> Option<Asked> {
        let embeds = |line: &[u8]| {
            let directive = line.trim_ascii_start().strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
            directive.is_some_and(|directive| directive.starts_with(b"embed"))
        };
        if text.split(|byte| *byte == b'\n').any(embeds) {
            return None;
        }
        let mut asked = Asked::default();
        let mut at = 0;
        for word in text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_') {
            let behind = at + word.len();
            at = behind + 1;
            if !word.starts_with(b"__") {
                continue;
            }
            if FICKLE.iter().any(|fickle| fickle.as_bytes() == word) {
                return None;
            }
            asked.date |= DATES.iter().any(|date| date.as_bytes() == word);
            if word == b"__has_include"
                && let Some(argument) =
                    text[behind..].trim_ascii_start().strip_prefix(b"(").map(<[u8]>::trim_ascii_start)
            {
                let close = match argument.first() {
                    Some(b'<') => b'>',
                    Some(b'"') => b'"',
                    // What a macro stands for is not known here.
                    _ => return None,
                };
                let length = argument[1..].iter().position(|byte| *byte == close || *byte == b'\n')?;
                asked.files.push(String::from_utf8_lossy(&argument[1..=length]).into_owned());
            }
        }
        Some(asked)
    }
}

/// The files that line markers name.
pub fn included(text: &[u8]) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut last: &[u8] = b"";
    for line in text.split(|byte| *byte == b'\n') {
        let Some(rest) = line.strip_prefix(b"# ").filter(|rest| rest.first().is_some_and(u8::is_ascii_digit)) else {
            continue;
        };
        let Some(from) = rest.iter().position(|byte| *byte == b'"') else { continue };
        let Some(to) = rest.iter().rposition(|byte| *byte == b'"').filter(|to| *to > from) else { continue };
        let name = &rest[from + 1..to];
        // `<built-in>` and the folder in which the compiler runs are no files.
        if name != last && !name.starts_with(b"<") && !name.ends_with(b"//") {
            last = name;
            let name = String::from_utf8_lossy(name).replace("\\\\", "\\").replace("\\\"", "\"");
            found.insert(PathBuf::from(name));
        }
    }
    found
}
