//! Which functions of the C library are modelled, and how.

use std::collections::BTreeMap;

use super::libc;
use super::library::{self, Model};
use super::models;
use super::sections::{Kind, Library};

/// How faithful the model of a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Faith {
    Exact,
    /// What the contract allows.
    Contract(&'static str),
    /// No model: an approximation.
    Missing,
    /// It does more than an approximation covers.
    Beyond(&'static str),
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub name: &'static str,
    pub faith: Faith,
    /// What the function requires, in words.
    pub requires: Vec<&'static str>,
}

/// Functions that `front::format` writes for each call whose format is a literal.
const FORMATTED: &[(&str, Faith)] = &[
    (
        "__snprintf_chk",
        Faith::Contract("exact but for pointers and floating-point numbers, where the format is a literal"),
    ),
    (
        "__sprintf_chk",
        Faith::Contract("exact but for pointers and floating-point numbers, where the format is a literal"),
    ),
    ("syslog", Faith::Contract("what %s prints is read")),
    ("scanf", Faith::Contract("any values, any number of conversions, where the format is a literal")),
    ("fscanf", Faith::Contract("any values, any number of conversions, where the format is a literal")),
    ("sscanf", Faith::Contract("exact where the format is a literal and the numbers fit")),
];

/// All functions, by name.
pub fn catalogue() -> Vec<Entry> {
    let mut entries: BTreeMap<&'static str, Entry> = BTreeMap::new();
    let mut add = |name: &'static str, faith: Faith, requires: Vec<&'static str>| {
        entries.insert(name, Entry { name, faith, requires });
    };
    for name in libc::names() {
        let faith = match (library::model(name), libc::beyond_model(name)) {
            (Some(Model::NoEffect), _) => Faith::Contract("any result"),
            (Some(_), _) => Faith::Exact,
            (None, Some(why)) => Faith::Beyond(why),
            (None, None) => Faith::Missing,
        };
        add(name, faith, Vec::new());
    }
    for section in &Library::built_in().sections {
        let faith = match section.kind {
            Kind::Exact => Faith::Exact,
            Kind::Contract(what) => Faith::Contract(what),
            Kind::Helper | Kind::Object => continue,
        };
        let requires: Vec<&'static str> = section.requires.iter().map(|(_, words)| *words).collect();
        section.names.iter().for_each(|name| add(name, faith, requires.clone()));
    }
    FORMATTED.iter().for_each(|(name, faith)| add(name, *faith, Vec::new()));
    name_alike(&mut entries);
    entries.into_values().collect()
}

/// Other names of functions, such as those that glibc's headers give to `scanf` and `strtol`, are modelled as these.
fn name_alike(entries: &mut BTreeMap<&'static str, Entry>) {
    let missing = entries.values().filter(|entry| entry.faith == Faith::Missing).map(|entry| entry.name);
    let missing: Vec<&'static str> = missing.collect();
    for name in missing {
        let Some(plain) = entries.get(models::plain_name(name)).cloned() else { continue };
        entries.insert(name, Entry { name, ..plain });
    }
}
