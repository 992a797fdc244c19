//! Projects: programs whose files, and how each is compiled, a compilation database knows.

pub mod cache;
pub mod database;
mod depends;
pub mod record;
mod units;

use std::path::{Path, PathBuf};

use clap::Args;
use landfall::cfa::DataModel;
use landfall::front::catalogue::catalogue;
use landfall::front::project::{Chosen, Problem, choose};
use landfall::front::{FrontOptions, Source};

use crate::output::tell;
use crate::program::data_model_name;
use cache::Cache;
use database::Unit;
use units::Reader;

/// Notes of one kind that are shown.
const LISTED: usize = 12;
/// Names in a note.
const SHOWN: usize = 4;

#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "The project")]
pub struct ProjectOptions {
    /// A compile_commands.json, or its folder: the units of the project.
    #[arg(short = 'p', value_name = "BUILD")]
    pub database: Option<PathBuf>,

    /// A C file that uses the project, with its headers at hand.
    #[arg(long, value_name = "FILE.c")]
    pub harness: Option<PathBuf>,

    /// Of several units that define the same, take this one.
    #[arg(long, value_name = "FILE")]
    pub unit: Vec<PathBuf>,

    /// Read all files of the project anew, and keep nothing of them.
    #[arg(long)]
    pub no_cache: bool,
}

impl ProjectOptions {
    /// Whether the program is one of a project, so that no file need be named.
    pub fn is_given(&self) -> bool {
        self.database.is_some()
    }

    /// The options as arguments of the command.
    pub fn add_arguments(&self, mut add: impl FnMut(&str, String)) {
        if let Some(database) = &self.database {
            add("-p", database.display().to_string());
        }
        if let Some(harness) = &self.harness {
            add("--harness", harness.display().to_string());
        }
        self.unit.iter().for_each(|unit| add("--unit", unit.display().to_string()));
    }
}

/// The data model that all units are compiled for, if the database says.
pub fn data_model(database: &Path) -> Result<Option<DataModel>, String> {
    let units = database::read(database)?;
    let first = units.first().and_then(|unit| unit.data_model);
    Ok(first.filter(|_| units.iter().all(|unit| unit.data_model == first)))
}

/// A unit of a program: how it is compiled, and what of it is checked.
pub struct Part {
    pub file: PathBuf,
    pub flags: Vec<String>,
    pub source: Source,
}

/// A project whose units have been read.
pub struct Project<'a> {
    front: &'a FrontOptions,
    database: &'a Path,
    units: Vec<Unit>,
    reader: Reader,
    given: Vec<usize>,
}

impl<'a> Project<'a> {
    /// Reads the project that the options name. `files` belong to the program.
    pub fn read(options: &'a ProjectOptions, files: &[&Path], front: &'a FrontOptions) -> Result<Project<'a>, String> {
        let database = options.database.as_deref().unwrap_or(Path::new("."));
        let mut units = database::read(database)?;
        let known = units.clone();
        let mut given = Vec::new();
        for file in
            files.iter().copied().chain(options.harness.as_deref()).chain(options.unit.iter().map(PathBuf::as_path))
        {
            let found = matching(&units, file);
            let number = match found.as_slice() {
                [] if options.unit.iter().any(|unit| unit == file) => {
                    let shown = database::path(database);
                    return Err(format!("error: {} has no unit {}", shown.display(), file.display()));
                }
                [] => {
                    units.push(Unit::stranger(file.to_path_buf(), &known));
                    units.len() - 1
                }
                [number] => *number,
                // Compiled several times: one of them may be chosen by its object file.
                several => {
                    match several.iter().find(|n| options.unit.iter().any(|unit| is_output(&units[**n], unit))) {
                        Some(number) => *number,
                        None => return Err(compiled_often(file, several, &units)),
                    }
                }
            };
            if !given.contains(&number) {
                given.push(number);
            }
        }
        let cache = if options.no_cache { None } else { Cache::open() };
        let reader = Reader::read(&units, front, cache);
        Ok(Project { front, database, units, reader, given })
    }

    fn choose(&self) -> Result<Chosen, String> {
        choose(&self.reader.indexes, &self.given, &self.front.entry).map_err(|problem| self.explain(problem))
    }

    /// The file of the entry function.
    pub fn entry_file(&self) -> Result<PathBuf, String> {
        Ok(self.units[self.choose()?.units[0]].file.clone())
    }

    /// The files of the program, that of the entry function first. Says what people should know.
    pub fn program(mut self) -> Result<Vec<Part>, String> {
        let chosen = self.choose()?;
        let wanted = self.front.preprocess.data_model;
        for unit in chosen.units.iter().map(|number| &self.units[*number]) {
            let file = unit.file.display();
            if let Some(option) = &unit.unmodelled {
                return Err(format!("error: {file} is compiled with {option}: what types are then is not modelled"));
            }
            if let Some(model) = unit.data_model.filter(|model| *model != wanted) {
                let model = data_model_name(model);
                return Err(format!(
                    "error: {file} is compiled for the data model {model}, the program is checked for {}\n  = help: add \
                     --data-model {model}, or leave out what is compiled otherwise",
                    data_model_name(wanted)
                ));
            }
        }
        self.tell_about(&chosen);
        let mut parts = Vec::with_capacity(chosen.units.len());
        for number in chosen.units {
            let unit = &self.units[number];
            let needed: Vec<usize> = chosen.needed.range((number, 0)..(number + 1, 0)).map(|place| place.1).collect();
            let source = self.reader.source(number, unit, &needed, self.front);
            parts.push(Part { file: unit.file.clone(), flags: unit.arguments.concat(), source });
        }
        Ok(parts)
    }

    fn tell_about(&self, chosen: &Chosen) {
        let library: Vec<&str> = catalogue().iter().map(|entry| entry.name).collect();
        let is_known = |name: &str| {
            library.binary_search(&name).is_ok()
                || name.starts_with("__")
                || self.front.environment.iter().any(|e| e == name)
        };
        let missing = chosen.missing.iter().filter(|(name, _)| !is_known(name)).map(|(name, by)| {
            let by: Vec<String> = by.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
            format!("`{name}`, which {} needs", by.join(", "))
        });
        let missing: Vec<String> = missing.collect();
        let note = |first: &str, list: &[String]| {
            for line in list.iter().take(LISTED) {
                tell(&format!("note: {first}{line}"));
            }
            if list.len() > LISTED {
                tell(&format!("note: and {} more of this kind", list.len() - LISTED));
            }
        };
        note("no unit of the project defines ", &missing);
        let broken = self.reader.indexes.iter().zip(&self.units).filter_map(|(index, unit)| {
            let error = index.error.as_ref()?.lines().next()?;
            Some(format!("{} is left out, and nothing of it seems to be needed: {error}", unit.file.display()))
        });
        note("", &broken.collect::<Vec<_>>());
        let foreign = chosen.units.iter().find_map(|unit| self.units[*unit].foreign.as_ref());
        if let Some(compiler) = foreign {
            tell(&format!(
                "note: the units are compiled by {compiler}; here types are those of x86 (see --data-model)"
            ));
        }
    }

    fn explain(&self, problem: Problem) -> String {
        let shown = database::path(self.database);
        let shown = shown.display();
        match problem {
            Problem::NoEntry => {
                let entry = &self.front.entry;
                let mut names: Vec<&str> = Vec::new();
                for definition in self.reader.indexes.iter().flat_map(|index| &index.definitions) {
                    if definition.name.contains(entry.as_str()) || entry.contains(definition.name.as_str()) {
                        names.push(&definition.name);
                    }
                }
                names.sort();
                names.dedup();
                names.truncate(8);
                let help = match names.is_empty() {
                    true => "name the function with --entry".to_string(),
                    false => format!("there are {}", names.join(", ")),
                };
                let broken = self.reader.indexes.iter().filter(|index| index.error.is_some()).count();
                let broken =
                    if broken > 0 { format!("\n  = note: {broken} units cannot be read") } else { String::new() };
                format!("error: no unit of {shown} defines the function `{entry}`{broken}\n  = help: {help}")
            }
            Problem::Ambiguous { name, mut places } => {
                // A build that runs side by side records its units in any order.
                places.sort_by_key(|(unit, file, line)| (file.clone(), *line, self.units[*unit].output.clone()));
                let list = places.iter().map(|(unit, file, line)| {
                    let unit = &self.units[*unit];
                    let output =
                        unit.output.as_ref().map(|output| format!(" ({})", output.display())).unwrap_or_default();
                    format!("\n  {file}:{line}, in the unit {}{output}", unit.file.display())
                });
                let list: String = list.collect();
                let first = &self.units[places[0].0];
                let choice = match places.iter().filter(|(unit, ..)| self.units[*unit].file == first.file).count() {
                    1 => &first.file,
                    _ => first.output.as_ref().unwrap_or(&first.file),
                };
                format!(
                    "error: several units of {shown} define `{name}`:{list}\n  = help: say which belongs to the program, for example \
                     with --unit {}",
                    choice.display()
                )
            }
            Problem::Broken { name, unit } => {
                let error = self.reader.indexes[unit].error.clone().unwrap_or_default();
                let file = self.units[unit].file.display();
                format!("error: {file} cannot be read, and the program needs `{name}` of it\n{error}")
            }
        }
    }
}

/// The units that a word of the command line stands for.
fn matching(units: &[Unit], word: &Path) -> Vec<usize> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let wanted = real(word);
    let by = |test: &dyn Fn(&Unit) -> bool| -> Vec<usize> {
        units.iter().enumerate().filter(|(_, unit)| test(unit)).map(|(number, _)| number).collect()
    };
    let files = by(&|unit| unit.file.file_name() == word.file_name() && real(&unit.file) == wanted);
    if files.is_empty() { by(&|unit| is_output(unit, word)) } else { files }
}

fn is_output(unit: &Unit, word: &Path) -> bool {
    unit.output.as_deref().is_some_and(|output| output == word || output.ends_with(word))
}

fn compiled_often(file: &Path, numbers: &[usize], units: &[Unit]) -> String {
    let outputs = numbers.iter().filter_map(|number| units[*number].output.as_ref());
    let outputs: Vec<String> = outputs.map(|output| output.display().to_string()).collect();
    let help = match outputs.first() {
        Some(first) => {
            format!("say which with --unit and its object file ({}), for example --unit {first}", outputs.join(", "))
        }
        None => "leave all but one out of the database".to_string(),
    };
    format!("error: {} is compiled {} times with different options\n  = help: {help}", file.display(), numbers.len())
}
