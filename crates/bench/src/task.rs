//! Suites: what the user names, as a list of tasks.
//!
//! A suite is any mix of SV-COMP task definitions (`.yml`), set files (`.set`: one glob pattern a line, relative to the file),
//! C files, and folders (searched for definitions; a folder without any, for C files). A C file may say in the comment lines at
//! its start what is expected of it, in the form that the corpus uses: `// verdict: safe`, `// data-model: ILP32`,
//! `// property: FILE.prp`, `// options: ...`; without a property or `--check` it is about assertions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// One program with one property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The set that it belongs to, for tables: the name of its set file or of its folder.
    pub set: String,
    /// Unique in its set.
    pub name: String,
    /// What the suite named: a definition or a C file.
    pub definition: PathBuf,
    pub source: PathBuf,
    /// The property file; without one the checker's default.
    pub property: Option<PathBuf>,
    /// `true`: the program is safe. Without it no verdict counts as right or wrong.
    pub expected: Option<bool>,
    pub data_model: Option<String>,
    /// Further options of the checker that the program asks for.
    #[serde(default)]
    pub options: Vec<String>,
}

impl Task {
    /// The property's name: that of its file without the ending.
    pub fn property_name(&self) -> String {
        let stem = self.property.as_deref().and_then(Path::file_stem);
        stem.map_or_else(|| "unreach-call".to_string(), |stem| stem.to_string_lossy().into_owned())
    }
}

/// The tasks of a suite in a fixed order, each file once.
///
/// `property` chooses among the properties of a definition by name; definitions without it are left out. Without it the first
/// property of a definition is meant.
pub fn read_suite(operands: &[PathBuf], property: Option<&str>) -> Result<Vec<Task>, String> {
    let mut reader = SuiteReader { property, tasks: Vec::new(), seen: BTreeSet::new() };
    for operand in operands {
        reader.operand(operand, None)?;
    }
    make_names_unique(&mut reader.tasks);
    Ok(reader.tasks)
}

struct SuiteReader<'a> {
    property: Option<&'a str>,
    tasks: Vec<Task>,
    seen: BTreeSet<PathBuf>,
}

impl SuiteReader<'_> {
    fn operand(&mut self, path: &Path, set: Option<&str>) -> Result<(), String> {
        if path.is_dir() {
            return self.folder(path, set);
        }
        let property = self.property;
        match ending(path) {
            "set" => self.set_file(path),
            "yml" | "yaml" => self.add(path, set, |path| from_definition(path, property)),
            "c" | "i" => self.add(path, set, from_source),
            _ => Err(format!("{}: neither a folder nor a .yml, .set, .c or .i file", path.display())),
        }
    }

    fn folder(&mut self, folder: &Path, set: Option<&str>) -> Result<(), String> {
        let mut files = Vec::new();
        files_below(folder, &mut files)?;
        let definitions: Vec<_> = files.iter().filter(|file| is_definition(file)).collect();
        if definitions.is_empty() {
            for file in files.iter().filter(|file| matches!(ending(file), "c" | "i")) {
                self.operand(file, set)?;
            }
        }
        for file in definitions {
            self.operand(file, set)?;
        }
        Ok(())
    }

    fn set_file(&mut self, path: &Path) -> Result<(), String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let set = stem(path);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let pattern = folder.join(line);
            let found = glob::glob(&pattern.to_string_lossy()).map_err(|e| format!("{}: {e}", path.display()))?;
            let mut files: Vec<PathBuf> = found.filter_map(Result::ok).collect();
            if files.is_empty() {
                return Err(format!("{}: nothing matches `{line}`", path.display()));
            }
            files.sort();
            for file in files {
                self.operand(&file, Some(&set))?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        path: &Path,
        set: Option<&str>,
        read: impl FnOnce(&Path) -> Result<Option<Task>, String>,
    ) -> Result<(), String> {
        let path = std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let real = path.canonicalize().map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        if !self.seen.insert(real) {
            return Ok(());
        }
        if let Some(mut task) = read(&path)? {
            let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            task.set = plain(set.map(str::to_string).or(folder).as_deref().unwrap_or("tasks"));
            self.tasks.push(task);
        }
        Ok(())
    }
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or("")
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// A `.yml` file may be something else, such as a witness: a definition names its input files.
fn is_definition(path: &Path) -> bool {
    matches!(ending(path), "yml" | "yaml")
        && std::fs::read_to_string(path)
            .is_ok_and(|text| text.lines().any(|line| line.trim_start().starts_with("input_files")))
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let shown = folder.display();
    let entries = std::fs::read_dir(folder).map_err(|e| format!("cannot read the folder {shown}: {e}"))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// A name that is safe as a part of a path and of a command line.
pub fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || "-_.+=,~".contains(c) { c } else { '_' };
    let name: String = name.chars().map(keep).collect();
    if name.is_empty() || name.starts_with('.') { format!("_{name}") } else { name }
}

fn make_names_unique(tasks: &mut [Task]) {
    let mut count: BTreeMap<(String, String), usize> = BTreeMap::new();
    for task in tasks {
        let uses = count.entry((task.set.clone(), task.name.clone())).or_default();
        *uses += 1;
        if *uses > 1 {
            task.name = format!("{}~{uses}", task.name);
        }
    }
}

#[derive(Deserialize)]
struct Definition {
    input_files: Files,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: DefinitionOptions,
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
    expected_verdict: Option<bool>,
}

#[derive(Default, Deserialize)]
struct DefinitionOptions {
    data_model: Option<String>,
}

fn from_definition(path: &Path, property: Option<&str>) -> Result<Option<Task>, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|e| format!("cannot read {shown}: {e}"))?;
    let definition: Definition =
        serde_saphyr::from_slice(&bytes).map_err(|e| format!("{shown} is no task definition: {e}"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let source = match &definition.input_files {
        Files::One(file) => file,
        Files::Many(files) => match files.as_slice() {
            [file] => file,
            _ => return Err(format!("{shown}: the task has {} input files; one is needed", files.len())),
        },
    };
    let is_meant = |entry: &&PropertyEntry| property.is_none_or(|name| stem(Path::new(&entry.property_file)) == name);
    let chosen = definition.properties.iter().find(is_meant);
    if chosen.is_none() && property.is_some() {
        return Ok(None);
    }
    Ok(Some(Task {
        set: String::new(),
        name: plain(&stem(path)),
        definition: path.to_path_buf(),
        source: folder.join(source),
        property: chosen.map(|entry| folder.join(&entry.property_file)),
        expected: chosen.and_then(|entry| entry.expected_verdict),
        data_model: definition.options.data_model,
        options: Vec::new(),
    }))
}

fn from_source(path: &Path) -> Result<Option<Task>, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut task = Task {
        set: String::new(),
        name: plain(&stem(path)),
        definition: path.to_path_buf(),
        source: path.to_path_buf(),
        property: None,
        expected: None,
        data_model: None,
        options: Vec::new(),
    };
    let mut judged = true;
    for line in text.lines().map_while(|line| line.trim_start().strip_prefix("//")) {
        let Some((key, value)) = line.split_once(": ").map(|(key, value)| (key.trim(), value.trim())) else { continue };
        match (key, value) {
            ("verdict", "safe") => task.expected = Some(true),
            ("verdict", "unsafe") => task.expected = Some(false),
            ("data-model", model) => task.data_model = Some(model.to_string()),
            ("property", file) if file.ends_with(".prp") => {
                task.property = Some(path.parent().unwrap_or(Path::new("")).join(file));
            }
            // A property by name only exists inside the corpus' own tests: what the program says holds for that property alone.
            ("property", _) => judged = false,
            ("options", words) => task.options = words.split_whitespace().map(str::to_string).collect(),
            _ => {}
        }
    }
    task.expected = task.expected.filter(|_| judged);
    // What is expected is about assertions, unless the program says more.
    if task.expected.is_some() && task.property.is_none() && !task.options.iter().any(|word| word == "--check") {
        task.options.extend(["--check".to_string(), "assert".to_string()]);
    }
    Ok(Some(task))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("has one")).expect("can be made");
        std::fs::write(&path, text).expect("can be written");
        path
    }

    const DEFINITION: &str = "format_version: '2.0'\ninput_files: 'x.c'\nproperties:\n  - property_file: ../p/unreach-call.prp\n    \
                              expected_verdict: false\n  - property_file: ../p/no-overflow.prp\n    expected_verdict: true\n\
                              options:\n  language: C\n  data_model: LP64\n";

    #[test]
    fn definitions_of_a_folder_before_its_sources() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "s/b.yml", DEFINITION);
        write(folder.path(), "s/a.yml", DEFINITION);
        write(folder.path(), "s/x.c", "");
        write(folder.path(), "s/witness.yml", "- entry_type: violation_sequence\n");
        let tasks = read_suite(&[folder.path().to_path_buf()], None).expect("is readable");
        assert_eq!(
            tasks.iter().map(|t| (t.set.as_str(), t.name.as_str())).collect::<Vec<_>>(),
            [("s", "a"), ("s", "b")]
        );
        assert_eq!((tasks[0].expected, tasks[0].property_name().as_str()), (Some(false), "unreach-call"));
        assert_eq!(tasks[0].data_model.as_deref(), Some("LP64"));
    }

    #[test]
    fn a_property_is_chosen_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = write(folder.path(), "a.yml", DEFINITION);
        let tasks = read_suite(std::slice::from_ref(&file), Some("no-overflow")).expect("is readable");
        assert_eq!(tasks[0].expected, Some(true));
        assert!(read_suite(&[file], Some("termination")).expect("is readable").is_empty());
    }

    #[test]
    fn sets_are_named_after_their_file_and_hold_each_task_once() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "one/a.c", "// verdict: safe\n// options: --check overflow\nint x;");
        write(folder.path(), "two/a.c", "// prose\n// verdict: unsafe\n");
        let set = write(folder.path(), "all.set", "# comment\none/*.c\n\n*/a.c\n");
        let tasks = read_suite(&[set], None).expect("is readable");
        let shown: Vec<_> = tasks.iter().map(|t| (t.set.as_str(), t.name.as_str(), t.expected)).collect();
        assert_eq!(shown, [("all", "a", Some(true)), ("all", "a~2", Some(false))]);
        assert_eq!(tasks[0].options, ["--check", "overflow"]);
    }

    #[test]
    fn what_is_no_task_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let set = write(folder.path(), "all.set", "*.yml\n");
        assert!(read_suite(&[set], None).expect_err("matches nothing").contains("nothing matches"));
        assert!(read_suite(&[folder.path().join("x.py")], None).is_err());
        assert!(read_suite(&[folder.path().join("missing.c")], None).is_err());
    }
}
