//! The C library, written in C: the files of the folder `library`, divided into sections of one function each.
//!
//! A section begins with a line `//@ name: kind`, where the kind is `exact`, `contract: what is arbitrary`, `helper` (for other
//! sections only) or `object` (a variable that they share). Lines `//! pointer: requirement` behind it name what an access through
//! that variable requires, in the words of an error message. A section of three names is one for `double`, `float` and `long
//! double`, which `T` stands for in it. `__landfall_pointee_0` is the size of what the first parameter points to as the program
//! declares the function, and so on; `__landfall_pointee_result` that of what its result points to. Only sections that a program
//! needs are read further than that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// How faithful a model is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It does what C and POSIX say; where they leave a choice, it is open.
    Exact,
    /// What is said here may be more than the real function does.
    Contract(&'static str),
    Helper,
    Object,
}

#[derive(Clone, Debug)]
pub struct Section {
    pub names: Vec<&'static str>,
    pub kind: Kind,
    /// Names of pointers, and what an access through them requires.
    pub requires: Vec<(&'static str, &'static str)>,
    pub text: &'static str,
}

impl Section {
    /// Whether it is a function that may change `errno`.
    pub fn sets_errno(&self) -> bool {
        self.text.contains("__landfall_errno")
    }
}

macro_rules! files {
    ($($name:literal),*) => {
        &[$(include_str!(concat!("../../library/", $name, ".c"))),*]
    };
}

const FILES: &[&str] = files!(
    "calendar",
    "complex",
    "ctype",
    "dirent",
    "err",
    "errno",
    "fcntl",
    "fenv",
    "format",
    "fortify",
    "getopt",
    "inet",
    "inttypes",
    "locale",
    "math",
    "numbers",
    "poll",
    "process",
    "pthread",
    "pwd",
    "scan",
    "search",
    "signal",
    "sigset",
    "socket",
    "stat",
    "stdio",
    "stdlib",
    "string",
    "strings",
    "system",
    "text",
    "threads",
    "time",
    "unistd",
    "unlocked",
    "verifiers",
    "wchar",
    "wctype"
);

/// What takes the place of models when a program is run for real.
const RUN: &str = include_str!("../../library/run.c");

/// All sections, and their numbers by name.
pub struct Library {
    pub sections: Vec<Section>,
    by_name: BTreeMap<&'static str, usize>,
}

impl Library {
    /// The library that comes with landfall.
    pub fn built_in() -> &'static Library {
        static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::read(FILES));
        &LIBRARY
    }

    /// The same, with functions that do what they do in reality, by asking whoever runs the program.
    pub fn real() -> &'static Library {
        static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
            let files: Vec<&'static str> = FILES.iter().copied().chain([RUN]).collect();
            Library::read(&files)
        });
        &LIBRARY
    }

    fn read(files: &[&'static str]) -> Library {
        let mut library = Library { sections: Vec::new(), by_name: BTreeMap::new() };
        for text in files {
            // What precedes the first marker is about the file.
            for section in text.split("\n//@ ").skip(1).filter_map(read_section) {
                let number = library.sections.len();
                for name in &section.names {
                    library.by_name.insert(name, number);
                }
                library.sections.push(section);
            }
        }
        library
    }

    pub fn find(&self, name: &str) -> Option<&Section> {
        self.by_name.get(name).map(|number| &self.sections[*number])
    }
}

fn read_section(text: &'static str) -> Option<Section> {
    let (marker, mut rest) = text.split_once('\n')?;
    let (names, kind) = marker.split_once(": ")?;
    let kind = match kind {
        "exact" => Kind::Exact,
        "helper" => Kind::Helper,
        "object" => Kind::Object,
        contract => Kind::Contract(contract.strip_prefix("contract: ").unwrap_or(contract)),
    };
    let mut requires = Vec::new();
    while let Some((line, below)) = rest.split_once('\n')
        && let Some(requirement) = line.strip_prefix("//! ")
    {
        requires.extend(requirement.split_once(": "));
        rest = below;
    }
    Some(Section { names: names.split(", ").collect(), kind, requires, text: rest.trim() })
}

/// How a section asks for the size of what a parameter, or the result, points to.
const POINTEE: &str = "__landfall_pointee_";

/// The types that `T` stands for, by the position of the name.
const TYPES: [&str; 3] = ["double", "float", "long double"];

/// Sections with the names that they have in one use of them, each once, those that are used first.
#[derive(Default)]
pub struct Copies {
    pub text: String,
    /// The sizes of what the parameters of the function at hand, and at last its result, point to.
    pub pointees: Vec<Option<u64>>,
    /// The names that have been written.
    written: BTreeSet<String>,
}

impl Copies {
    /// Adds the function `name`, with all that it uses, as `name$use`, and gives that name.
    pub fn add(&mut self, library: &Library, name: &str, number: &str) -> Option<String> {
        let section = library.find(name)?;
        if section.kind == Kind::Object {
            if self.written.insert(name.to_string()) {
                let text = self.renamed(library, section.text, number, name, "", TYPES[0]);
                self.text.push_str(&text);
                self.text.push('\n');
            }
            return Some(name.to_string());
        }
        let own = format!("{name}${number}");
        if !self.written.insert(own.clone()) {
            return Some(own);
        }
        let position = section.names.iter().position(|known| *known == name).unwrap_or(0);
        let text = self.renamed(library, section.text, number, name, section.names[0], TYPES[position.min(2)]);
        self.text.push_str("static ");
        self.text.push_str(&text);
        self.text.push('\n');
        Some(own)
    }

    /// The size of what a parameter, given by its number, or the result points to.
    fn pointee(&self, which: &str) -> Option<u64> {
        let last = self.pointees.len().checked_sub(1)?;
        let index = if which == "result" { last } else { which.parse().ok().filter(|index| *index < last)? };
        self.pointees[index]
    }

    /// Whether the sizes are known that a section asks for.
    pub fn knows_pointees(&self, text: &str) -> bool {
        let asked = words(text).into_iter().filter_map(|word| word.strip_prefix(POINTEE));
        asked.into_iter().all(|which| self.pointee(which).is_some())
    }

    /// The text of a function with the names of this use; what it uses is added in front.
    pub fn renamed(&mut self, library: &Library, text: &str, number: &str, name: &str, own: &str, ty: &str) -> String {
        let mut out = String::with_capacity(text.len() + 64);
        for word in words(text) {
            if word == own {
                out.push_str(&format!("{name}${number}"));
            } else if let Some(stem) = word.strip_suffix('T') {
                // `T` by itself, or at the end of the name of a built-in function.
                let position = TYPES.iter().position(|known| *known == ty).unwrap_or(0);
                match stem {
                    "" => out.push_str(ty),
                    "__landfall_unknown_" | "__landfall_open_" => {
                        out.push_str(&format!("{stem}{}", ty.replace(' ', "_")));
                    }
                    _ => {
                        let wanted = format!("{stem}{}", ["", "f", "l"][position]);
                        out.push_str(&self.add(library, &wanted, number).unwrap_or(wanted));
                    }
                }
            } else if let Some(which) = word.strip_prefix(POINTEE) {
                out.push_str(&self.pointee(which).unwrap_or(0).to_string());
            } else if let Some(section) = library.find(word) {
                // Of a family, the one of the same type.
                let position = TYPES.iter().position(|known| *known == ty).unwrap_or(0);
                let is_family = section.names.len() == 3 && word == section.names[0];
                let wanted = if is_family { section.names[position] } else { word };
                out.push_str(&self.add(library, wanted, number).unwrap_or_else(|| word.to_string()));
            } else {
                out.push_str(word);
            }
        }
        out
    }
}

/// The text in pieces: identifiers, and what is between them. Names in comments and literals are no identifiers.
fn words(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$';
    let (mut pieces, mut start, mut i) = (Vec::new(), 0, 0);
    while i < bytes.len() {
        let end = match bytes[i] {
            quote @ (b'"' | b'\'') => {
                let mut end = i + 1;
                while end < bytes.len() && bytes[end] != quote {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                i = (end + 1).min(bytes.len());
                continue;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i += text[i..].find('\n').unwrap_or(text.len() - i);
                continue;
            }
            b if is_name(b) => i + bytes[i..].iter().take_while(|b| is_name(**b)).count(),
            _ => {
                i += 1;
                continue;
            }
        };
        if start < i {
            pieces.push(&text[start..i]);
        }
        pieces.push(&text[i..end]);
        (start, i) = (end, end);
    }
    if start < bytes.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_outside_of_literals() {
        assert_eq!(
            words("int f(c) { return 'c' + \"c\\\"\"[c]; } // c"),
            ["int", " ", "f", "(", "c", ") { ", "return", " 'c' + \"c\\\"\"[", "c", "]; } // c"]
        );
    }

    #[test]
    fn names_are_unique() {
        let library = Library::built_in();
        let names: usize = library.sections.iter().map(|section| section.names.len()).sum();
        assert_eq!(names, library.by_name.len());
    }
}
