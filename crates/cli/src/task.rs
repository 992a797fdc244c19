//! What the user names on the command line, as jobs: C files, and SV-COMP task definitions (`.yml`) that stand for them.

use std::path::{Path, PathBuf};

use landfall::cfa::DataModel;
use serde::Deserialize;

use crate::property::PropertyFile;

/// One program to work on, with what its task definition says about it.
#[derive(Clone, Debug)]
pub struct Job {
    /// The name under which results are shown: what the user wrote.
    pub name: String,
    pub source: PathBuf,
    /// Further files of the program.
    pub link: Vec<PathBuf>,
    pub data_model: Option<DataModel>,
    pub property: Option<PropertyFile>,
    /// Things the user should know, e.g. properties of the task that are not checked.
    pub notes: Vec<String>,
}

impl Job {
    /// The job for one operand of the command. The error is a message that says what is wrong with the task definition.
    pub fn from_operand(operand: &Path) -> Result<Job, String> {
        if operand.extension().is_some_and(|e| e == "yml" || e == "yaml") {
            return from_definition(operand);
        }
        Ok(Job {
            name: operand.display().to_string(),
            source: operand.to_path_buf(),
            link: Vec::new(),
            data_model: None,
            property: None,
            notes: Vec::new(),
        })
    }
}

/// The part of a task definition that matters here. The expected verdict is deliberately not read.
#[derive(Deserialize)]
struct Definition {
    input_files: Files,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Files {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct PropertyEntry {
    property_file: String,
}

#[derive(Default, Deserialize)]
struct Options {
    language: Option<String>,
    data_model: Option<String>,
}

fn from_definition(path: &Path) -> Result<Job, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|e| format!("error: cannot read {shown}: {e}"))?;
    let definition: Definition = serde_saphyr::from_slice(&bytes).map_err(|e| {
        let problem = e.to_string().replace("<input>", &shown.to_string());
        let problem = problem.strip_prefix("error: ").unwrap_or(&problem);
        format!("error: {shown} is no task definition: {problem}\n  = help: it needs at least the key `input_files`")
    })?;
    if let Some(language) = definition.options.language.as_deref().filter(|l| *l != "C") {
        return Err(format!("error: {shown}: the task's language is {language}, but only C can be checked"));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let data_model = match definition.options.data_model.as_deref() {
        None => None,
        Some("ILP32") => Some(DataModel::Ilp32),
        Some("LP64") => Some(DataModel::Lp64),
        Some(other) => return Err(format!("error: {shown}: unknown data_model `{other}`; expected ILP32 or LP64")),
    };
    let files: Vec<PathBuf> = match &definition.input_files {
        Files::One(file) => vec![folder.join(file)],
        Files::Many(files) => files.iter().map(|file| folder.join(file)).collect(),
    };
    let Some((source, link)) = files.split_first() else {
        return Err(format!("error: {shown}: the task has no input files"));
    };
    let (property, notes) = choose_property(folder, &definition.properties)?;
    let (source, link) = (source.clone(), link.to_vec());
    Ok(Job { name: shown.to_string(), source, link, data_model, property, notes })
}

/// The first property that can be checked. The others are noted; if none can be checked, that is an error.
fn choose_property(folder: &Path, entries: &[PropertyEntry]) -> Result<(Option<PropertyFile>, Vec<String>), String> {
    let mut chosen = None;
    let mut skipped = Vec::new();
    for entry in entries {
        match PropertyFile::read(&folder.join(&entry.property_file)) {
            Ok(property) if chosen.is_none() => chosen = Some(property),
            Ok(_) => skipped.push(format!("a task is checked for one property; {} is left out", entry.property_file)),
            Err(message) => skipped.push(message.trim_start_matches("error: ").to_string()),
        }
    }
    match (&chosen, skipped.first()) {
        (None, Some(message)) => Err(format!("error: {message}")),
        _ => Ok((chosen, skipped)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_with_one_file() {
        let text =
            "format_version: '2.0'\ninput_files: 'a.c'\nproperties: []\noptions:\n  language: C\n  data_model: ILP32\n";
        let definition: Definition = serde_saphyr::from_slice(text.as_bytes()).expect("is valid");
        assert!(matches!(definition.input_files, Files::One(f) if f == "a.c"));
        assert_eq!(definition.options.data_model.as_deref(), Some("ILP32"));
    }

    #[test]
    fn input_files_may_be_a_list() {
        let definition: Definition =
            serde_saphyr::from_slice(b"input_files:\n  - a.c\n  - b.c\nextra: 1\n").expect("is valid");
        assert!(matches!(definition.input_files, Files::Many(f) if f.len() == 2));
    }

    #[test]
    fn a_plain_file_is_its_own_job() {
        let job = Job::from_operand(Path::new("x/y.c")).expect("needs no reading");
        assert_eq!((job.name.as_str(), job.property, job.data_model), ("x/y.c", None, None));
    }
}
