//! `landfall.toml`: options of `landfall check` that a project always wants.
//!
//! Every option is a key: `timeout = 60`, `check = ["memory", "overflow"]`; the files are `files`, and options with a letter only go by
//! what they stand for: `database`, `include`, `define`. The keys become words of the command line in front of the user's own, but
//! for those that the user gives as well. Commands other than `check` take what is said of the program and the project.

use std::any::TypeId;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use landfall::front::diagnostic::{Diagnostic, RenderStyle};
use landfall::front::similar::similar;
use landfall::front::source::{SourceMap, Span};
use toml_edit::{Document, Item, Value};

/// The file in the current folder.
const FILE_NAME: &str = "landfall.toml";
/// Commands about programs, besides `check`.
const OTHERS: [&str; 3] = ["run", "cfa", "features"];
/// The options that they share.
const SHARED: [&str; 2] = ["The program", "The project"];

/// The words of the command line with those of the project file.
pub fn extended(command: &Command, words: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let name = words.get(1).and_then(|word| word.to_str()).unwrap_or_default().to_string();
    if name != "check" && !OTHERS.contains(&name.as_str()) {
        return Ok(words);
    }
    // What is wrong with the command line is said by whoever parses it in earnest.
    let Ok(given) = command.clone().ignore_errors(true).try_get_matches_from(&words) else { return Ok(words) };
    let Some(given) = given.subcommand_matches(&name) else { return Ok(words) };
    let Some(path) = path(given) else { return Ok(words) };
    let text = std::fs::read_to_string(&path).map_err(|e| format!("error: cannot read {}: {e}", path.display()))?;
    let mut full = command.clone();
    full.build();
    let (Some(check), Some(own)) = (full.find_subcommand("check"), full.find_subcommand(&name)) else {
        return Ok(words);
    };
    let file = ProjectFile { path: &path, text: &text, root: command, check };
    let added = file.words(own, given)?;
    Ok(words[..2].iter().cloned().chain(added).chain(words[2..].iter().cloned()).collect())
}

/// The file that counts.
fn path(given: &ArgMatches) -> Option<PathBuf> {
    let flag = |name: &str| given.try_get_one::<bool>(name).ok().flatten().is_some_and(|set| *set);
    if flag("no_config") {
        return None;
    }
    let named = given.try_get_one::<PathBuf>("config").ok().flatten().cloned();
    named.or_else(|| Some(PathBuf::from(FILE_NAME)).filter(|path| path.is_file()))
}

struct ProjectFile<'a> {
    path: &'a Path,
    text: &'a str,
    root: &'a Command,
    check: &'a Command,
}

impl ProjectFile<'_> {
    fn words(&self, own: &Command, given: &ArgMatches) -> Result<Vec<OsString>, String> {
        let document = Document::parse(self.text).map_err(|e| self.error(e.message(), e.span(), None))?;
        let mut words = Vec::new();
        for (name, item) in document.as_table() {
            let place = document.as_table().key(name).and_then(|key| key.span());
            let arg = self.option(name, place)?;
            let found = self.of_item(name, arg, item)?;
            let shared = arg.get_help_heading().is_some_and(|heading| SHARED.contains(&heading));
            let known = own.get_arguments().any(|known| known.get_id() == arg.get_id());
            let wanted = own.get_name() == "check" || shared && known;
            let is_given = |arg: &Arg| {
                let id = arg.get_id().as_str();
                given.try_contains_id(id).is_ok_and(|there| there)
                    && given.value_source(id) == Some(ValueSource::CommandLine)
            };
            let replaced = is_given(arg) || self.check.get_arg_conflicts_with(arg).into_iter().any(is_given);
            if wanted && !replaced {
                words.extend(found);
            }
        }
        Ok(words)
    }

    /// The option that a key names.
    fn option(&self, name: &str, place: Option<Range<usize>>) -> Result<&Arg, String> {
        let options = || {
            let hidden = ["help", "config", "no_config"];
            self.check.get_arguments().filter(move |arg| !arg.is_hide_set() && !hidden.contains(&arg.get_id().as_str()))
        };
        if let Some(arg) = options().find(|arg| key_of(arg) == name) {
            return Ok(arg);
        }
        let names: Vec<String> = options().map(key_of).collect();
        let help = match similar(name, names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`landfall check --help` lists the options; each is a key".to_string(),
        };
        Err(self.error(&format!("there is no option `{name}`"), place, Some(help)))
    }

    fn of_item(&self, name: &str, arg: &Arg, item: &Item) -> Result<Vec<OsString>, String> {
        let Some(value) = item.as_value() else {
            return Err(self.error(&format!("`{name}` is an option, not a table"), item.span(), None));
        };
        let flag = matches!(arg.get_action(), ArgAction::SetTrue);
        match value {
            Value::Boolean(set) if flag => Ok(if *set.value() { vec![format!("--{name}").into()] } else { Vec::new() }),
            _ if flag => Err(self.error(&format!("`{name}` is true or false"), item.span(), None)),
            Value::Array(list) if matches!(arg.get_action(), ArgAction::Append) => {
                let words: Result<Vec<_>, String> = list.iter().map(|value| self.of_value(name, arg, value)).collect();
                Ok(words?.concat())
            }
            value => self.of_value(name, arg, value),
        }
    }

    /// The words for one value, which must be one that the option takes.
    fn of_value(&self, name: &str, arg: &Arg, value: &Value) -> Result<Vec<OsString>, String> {
        let text = match value {
            Value::String(text) => text.value().clone(),
            Value::Integer(number) => number.value().to_string(),
            Value::Float(number) => number.value().to_string(),
            _ => {
                let expected = if matches!(arg.get_action(), ArgAction::Append) {
                    "text, a number or a list"
                } else {
                    "text or a number"
                };
                return Err(self.error(&format!("`{name}` takes {expected}"), value.span(), None));
            }
        };
        let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let word = match folder.filter(|_| is_path) {
            Some(folder) => folder.join(&text).into_os_string(),
            None => OsString::from(&text),
        };
        let words = match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => {
                let mut whole = OsString::from(format!("--{long}="));
                whole.push(word);
                vec![whole]
            }
            (None, Some(short)) => vec![OsString::from(format!("-{short}")), word],
            (None, None) => vec![word],
        };
        let mut trial = vec![OsString::from("landfall"), "check".into(), "file.c".into()];
        trial.extend(words.iter().cloned());
        match self.root.clone().try_get_matches_from(trial) {
            Err(error) if matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) => {
                let message = error.to_string();
                let message = message.strip_prefix("error: ").unwrap_or(&message);
                let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
                let help = rest.lines().map(str::trim).find(|line| line.starts_with("[possible values"));
                Err(self.error(first, value.span(), help.map(String::from)))
            }
            _ => Ok(words),
        }
    }

    fn error(&self, message: &str, place: Option<Range<usize>>, help: Option<String>) -> String {
        let mut sources = SourceMap::new();
        let file = sources.add(self.path.display().to_string(), self.text.as_bytes().to_vec());
        let mut diagnostic = Diagnostic::error(message);
        if let Some(place) = place {
            diagnostic = diagnostic.at(Span::new(file, place.start as u32, place.end as u32));
        }
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        diagnostic.render(&sources, RenderStyle::Coloured)
    }
}

/// The key of an option.
fn key_of(arg: &Arg) -> String {
    arg.get_long().map_or_else(|| arg.get_id().as_str().replace('_', "-"), str::to_string)
}
