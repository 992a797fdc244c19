//! The whole front end in one call: files in, program out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ast::ExternalKind;
use super::builtins;
use super::diagnostic::Diagnostic;
use super::emit::{self, ExternPolicy, LowerOptions};
use super::hir::{FunctionId, Unit};
use super::link;
use super::models;
use super::parser;
use super::preprocess::{self, PreprocessOptions};
use super::property::{Checks, Property};
use super::prune;
use super::sema::{self, Linkage};
use super::source::{FileId, SourceMap};
use super::types::Types;
use crate::cfa::passes::{ArithmeticChecks, check_uninitialised, flatten_memory, instrument_each};
use crate::cfa::{DataModel, Edge, Overflow, Program, Semantics};

/// How C is read and what it means.
#[derive(Clone, Debug)]
pub struct FrontOptions {
    /// The data model, and how to run the preprocessor.
    pub preprocess: PreprocessOptions,
    pub overflow: Overflow,
    /// The function in which executions begin.
    pub entry: String,
    /// Functions that the entry does not reach are part of the program as well; there need be no entry.
    pub every_function: bool,
    pub property: Property,
    pub externs: ExternPolicy,
    pub checks: Checks,
    /// Whether `malloc` and its relatives may give null.
    pub malloc_may_fail: bool,
    /// Functions without a body that are the environment, also if the C library has functions of these names.
    pub environment: Vec<String>,
    /// Folders with models of library functions, `*.c`, which come before those of the built-in library.
    pub library: Vec<PathBuf>,
    /// No other files belong to the program.
    pub complete: bool,
    /// Library functions do what they do in reality, by asking whoever runs the program.
    pub real: bool,
    /// Volatile objects are memory like any other; otherwise each read gives a new input.
    pub volatile_is_memory: bool,
    /// Operands are evaluated in the order of the source; otherwise, where C leaves it open and it matters, in any.
    pub ordered_as_written: bool,
    /// First and last addresses of devices: reads there are inputs, writes are not kept.
    pub devices: Vec<(u64, u64)>,
}

impl FrontOptions {
    pub fn new(data_model: DataModel) -> FrontOptions {
        FrontOptions {
            preprocess: PreprocessOptions::new(data_model),
            overflow: Overflow::Undefined,
            entry: "main".into(),
            every_function: false,
            property: Property::default(),
            externs: ExternPolicy::default(),
            checks: Checks::default(),
            malloc_may_fail: false,
            environment: Vec::new(),
            library: Vec::new(),
            complete: false,
            real: false,
            volatile_is_memory: false,
            ordered_as_written: false,
            devices: Vec::new(),
        }
    }

    pub fn data_model(&self) -> DataModel {
        self.preprocess.data_model
    }
}

/// A program, its sources, and what people should know about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Program,
    pub sources: SourceMap,
    pub warnings: Vec<Diagnostic>,
    /// The files as they are on disk, in the order given, for hashes and reports.
    pub originals: Vec<Vec<u8>>,
    /// The names of all functions, by number.
    functions: Vec<Arc<str>>,
}

impl Loaded {
    /// The names of functions by the numbers that stand for their addresses.
    pub fn functions(&self) -> BTreeMap<i128, Arc<str>> {
        let address = |number| emit::address_of_function(FunctionId::from_index(number));
        self.functions.iter().enumerate().map(|(number, name)| (address(number), name.clone())).collect()
    }
}

/// Why there is no program, with the sources that the diagnostics speak of.
#[derive(Clone, Debug)]
pub struct LoadError {
    pub sources: SourceMap,
    /// At least one of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file of a program.
#[derive(Clone, Debug)]
pub enum Source {
    /// Read and preprocessed here.
    File { path: PathBuf, preprocess: PreprocessOptions },
    /// Read before: the name, the text that is parsed, the file as it is on disk, and the functions whose bodies are left out.
    Text { name: String, text: Vec<u8>, original: Vec<u8>, left_out: Vec<String> },
}

/// Reads, preprocesses, parses, checks and lowers the files of one program, all in the same way.
pub fn load(files: &[impl AsRef<Path>], options: &FrontOptions) -> Result<Loaded, Box<LoadError>> {
    let source = |path: &Path| Source::File { path: path.into(), preprocess: options.preprocess.clone() };
    load_sources(files.iter().map(|path| source(path.as_ref())).collect(), options)
}

/// As [`load`], for files each of which is read in its own way. Their data models are that of the program.
pub fn load_sources(files: Vec<Source>, options: &FrontOptions) -> Result<Loaded, Box<LoadError>> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Vec::new();
    let mut ids = Vec::with_capacity(files.len());
    let mut originals = Vec::with_capacity(files.len());
    let mut left_out = BTreeSet::new();
    for file in files {
        match file {
            Source::File { path, preprocess } => match preprocess::load(&mut sources, &path, &preprocess) {
                Ok(loaded) => {
                    diagnostics.extend(loaded.notes);
                    ids.push(loaded.file);
                    originals.push(loaded.original);
                }
                Err(error) => diagnostics.push(*error),
            },
            Source::Text { name, text, original, left_out: names } => {
                let file = sources.add(name, text);
                ids.push(file);
                originals.push(original);
                left_out.extend(names.into_iter().map(|name| (file, name)));
            }
        }
    }
    let library = load_library(&mut sources, options, &mut diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Box::new(LoadError { sources, diagnostics }));
    }
    let parts = Parts { files: &ids, library: &library, left_out: &left_out };
    match build(&mut sources, parts, options, &mut diagnostics) {
        Some((program, functions)) => Ok(Loaded { program, sources, warnings: diagnostics, originals, functions }),
        None => Err(Box::new(LoadError { sources, diagnostics })),
    }
}

/// As [`load`], for text that is already in memory and needs no preprocessing.
pub fn load_text(name: &str, text: &str, options: &FrontOptions) -> Result<Loaded, Box<LoadError>> {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text.as_bytes().to_vec());
    let mut diagnostics = Vec::new();
    let parts = Parts { files: &[file], library: &[], left_out: &BTreeSet::new() };
    match build(&mut sources, parts, options, &mut diagnostics) {
        Some((program, functions)) => {
            Ok(Loaded { program, sources, warnings: diagnostics, originals: vec![text.as_bytes().to_vec()], functions })
        }
        None => Err(Box::new(LoadError { sources, diagnostics })),
    }
}

/// Reads the models of the folders that the user names, in the order of their names.
fn load_library(sources: &mut SourceMap, options: &FrontOptions, diagnostics: &mut Vec<Diagnostic>) -> Vec<FileId> {
    let mut files = Vec::new();
    for folder in &options.library {
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
                found.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
                found.sort();
                files.extend(found);
            }
            Err(error) => {
                let message = format!("cannot read the library in {}: {error}", folder.display());
                diagnostics.push(Diagnostic::error(message));
            }
        }
    }
    let mut ids = Vec::with_capacity(files.len());
    for path in files {
        match preprocess::load(sources, &path, &options.preprocess) {
            Ok(loaded) => ids.push(loaded.file),
            Err(error) => diagnostics.push(*error),
        }
    }
    ids
}

/// Adds what a file of a library defines and the program does not.
fn add_library(
    sources: &SourceMap,
    file: FileId,
    unit: &mut Unit,
    linkage: &mut Linkage,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut parsed = parser::parse(sources, file);
    let usable = !parsed.has_errors();
    diagnostics.append(&mut parsed.diagnostics);
    if !usable {
        return;
    }
    let symbols = parsed.ast.symbols.clone();
    parsed.ast.items.retain(|item| match &item.kind {
        ExternalKind::Function(function) => {
            let name = function.declarator.name.map_or("", |name| symbols.name(name.name));
            !unit.functions.iter().any(|known| known.body.is_some() && &*known.name == name)
        }
        _ => true,
    });
    sema::analyze(&parsed.ast, sources, unit, linkage, diagnostics);
}

/// What a program is made of.
#[derive(Clone, Copy)]
struct Parts<'a> {
    files: &'a [FileId],
    library: &'a [FileId],
    /// Functions whose bodies were left out because nobody needs them.
    left_out: &'a BTreeSet<(FileId, String)>,
}

fn build(
    sources: &mut SourceMap,
    parts: Parts<'_>,
    options: &FrontOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Program, Vec<Arc<str>>)> {
    let mut unit = Unit::new(Types::new(options.data_model()));
    let mut linkage = Linkage::default();
    for file in parts.files {
        let parsed = parser::parse(sources, *file);
        let usable = !parsed.has_errors();
        diagnostics.extend(parsed.diagnostics);
        if usable {
            sema::analyze(&parsed.ast, sources, &mut unit, &mut linkage, diagnostics);
        }
    }
    parts.library.iter().for_each(|file| add_library(sources, *file, &mut unit, &mut linkage, diagnostics));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    link::link(&mut unit);
    if let Some(entry) = emit::entry_of(&unit, &options.entry).filter(|_| !options.every_function) {
        let open = prune::prune(&mut unit, entry);
        for function in open.iter().map(|function| &unit[*function]) {
            let known = (function.span.file, function.name.to_string());
            assert!(!parts.left_out.contains(&known), "the body of `{}` was left out, but it is needed", function.name);
        }
    }
    let all = options.checks | options.property.checks();
    // What the user speaks of is what the user means.
    let named =
        |name: &str| options.environment.iter().any(|known| known == name) || options.property.is_error_function(name);
    models::add(&mut unit, sources, &mut linkage, diagnostics, options.real, &named);
    if options.entry == "main" && !options.every_function && !options.real {
        models::set_variables_of_getopt(&mut unit);
    }
    builtins::add(&mut unit, sources, &mut linkage, diagnostics);
    link::run_destructors_at_exit(&mut unit);
    let started = options.real && options.entry == "main" && emit::entry_of(&unit, models::START).is_some();
    let semantics = Semantics { data_model: options.data_model(), overflow: options.overflow };
    let property = options.property.for_externs(unit.functions.iter().filter(|f| f.body.is_none()).map(|f| &*f.name));
    let lower_options = LowerOptions {
        semantics,
        property: &property,
        entry: if started { models::START } else { &options.entry },
        every_function: options.every_function,
        externs: options.externs,
        checks: all,
        malloc_may_fail: options.malloc_may_fail,
        environment: &options.environment,
        complete: options.complete,
        real: options.real,
        volatile_is_memory: options.volatile_is_memory,
        ordered_as_written: options.ordered_as_written,
        devices: &options.devices,
    };
    let checks = ArithmeticChecks {
        overflow: all.overflow,
        shift_overflow: all.shift_overflow,
        division: all.division,
        shift: all.shift,
        conversion: false,
    };
    // A sum that wraps by declaration is defined.
    let strict = ArithmeticChecks { overflow: options.overflow == Overflow::Undefined, ..ArithmeticChecks::ALL };
    match emit::lower(&unit, sources, &lower_options) {
        Ok((program, words)) => {
            crate::cfa::debug_verify(&program, "lowering");
            let plain = checks == ArithmeticChecks::default() && unit.strict.is_empty();
            let checks_of =
                |edge: &Edge| if edge.span.is_some_and(|span| unit.is_strict(span)) { strict } else { checks };
            let program = if plain { program } else { instrument_each(&program, &words, &checks_of) };
            // Which values are set is followed in variables and regions: memory goes first.
            let program = match all.uninitialised {
                true => check_uninitialised(&flatten_memory(&program).program),
                false => program,
            };
            Some((program, unit.functions.iter().map(|function| function.name.clone()).collect()))
        }
        Err(error) => {
            diagnostics.push(*error);
            None
        }
    }
}
