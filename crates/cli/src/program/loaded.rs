//! A program that was read: the automaton, its sources as people wrote them, and how it is compiled.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landfall::cfa::Program;
use landfall::checks::{Check, Question};
use landfall::front::diagnostic::{Diagnostic, RenderStyle};
use landfall::front::source::{SourceMap, Span};
use landfall::front::{self, Checks, Property, Source};

use super::ProgramOptions;
use crate::output::tell;
use crate::project::{Part, Project};
use crate::property::name_of;
use crate::task::Job;

/// Reads a program. Warnings go to stderr; the error is a message for people, rendered with its place.
pub fn load(job: &Job, options: &ProgramOptions) -> Result<Loaded, String> {
    job.notes.iter().for_each(|note| tell(&format!("note: {note}")));
    let front = options.front(job)?;
    let property = front.property.clone();
    let entry = front.entry.clone();
    let complete = front.complete;
    let checks = front.checks | front.property.checks();
    if job.source.extension().is_some_and(|extension| extension == "cfa") {
        return load_automaton(&job.source, property, entry, complete, checks);
    }
    let harness = options.project.harness.iter().filter(|harness| **harness != job.source);
    let files = std::iter::once(&job.source).chain(&job.link).chain(&options.link).chain(harness);
    let parts = match options.project.is_given() {
        true => Project::read(&options.project, &files.map(PathBuf::as_path).collect::<Vec<_>>(), &front)?.program()?,
        false if !options.project.unit.is_empty() => {
            return Err("error: --unit chooses units of a project: name its compilation database with -p".into());
        }
        false => {
            let source = |path: &PathBuf| Source::File { path: path.clone(), preprocess: front.preprocess.clone() };
            files.map(|path| Part { file: path.clone(), flags: Vec::new(), source: source(path) }).collect()
        }
    };
    let mut units = Vec::with_capacity(parts.len());
    let mut sources = Vec::with_capacity(parts.len());
    for part in parts {
        units.push(Compiled { file: part.file, flags: part.flags });
        sources.push(part.source);
    }
    let loaded = front::load_sources(sources, &front).map_err(|error| {
        let rendered = error.diagnostics.iter().map(|d| d.render(&error.sources, RenderStyle::Coloured));
        rendered.collect::<Vec<_>>().join("\n")
    })?;
    // The file may be spelled in another way than in the database, and the entry function may be in another file.
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let own = units.iter().position(|unit| real(&unit.file) == real(&job.source)).unwrap_or(0);
    let source = units[own].file.clone();
    let changed = loaded.sources.files().zip(&loaded.originals).any(|((_, file), original)| file.bytes() != original);
    let ready = Loaded {
        functions: loaded.functions().into(),
        listed: landfall::checks::checks(&loaded.program).into(),
        program: Arc::new(loaded.program),
        sources: Arc::new(loaded.sources),
        property,
        entry,
        complete,
        checks,
        source: source.clone(),
        units: units.into(),
        text: loaded.originals.into_iter().nth(own).unwrap_or_default().into(),
        original: changed.then_some(source),
    };
    loaded.warnings.iter().for_each(|warning| tell(&ready.render(warning)));
    Ok(ready)
}

/// Reads the text form of an automaton. Its places mean nothing here: the source they speak of is not at hand.
fn load_automaton(
    path: &Path,
    property: Property,
    entry: String,
    complete: bool,
    checks: Checks,
) -> Result<Loaded, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| format!("error: cannot read {shown}: {e}"))?;
    let mut program = landfall::cfa::read_program(&text).map_err(|e| format!("error: {shown}: {e}"))?;
    program.procs.values_mut().for_each(|proc| proc.span = None);
    program.vars.values_mut().for_each(|var| var.span = None);
    program.edges.values_mut().for_each(|edge| edge.span = None);
    for loc in program.locs.values_mut() {
        loc.span = None;
        loc.error.iter_mut().for_each(|error| error.span = None);
    }
    Ok(Loaded {
        listed: landfall::checks::checks(&program).into(),
        program: Arc::new(program),
        sources: Arc::default(),
        functions: Arc::default(),
        property,
        entry,
        complete,
        checks,
        source: path.to_path_buf(),
        units: Arc::default(),
        text: text.into_bytes().into(),
        original: None,
    })
}

/// A file of a program, and the options that only it is compiled with.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub file: PathBuf,
    pub flags: Vec<String>,
}

/// A program that is ready to be analysed or executed, and what is needed to speak about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Arc<Program>,
    /// The checks of the program as it was read; `program` may be one that asks about some of them only.
    pub listed: Arc<[Check]>,
    pub sources: Arc<SourceMap>,
    /// The names of functions by the numbers that stand for their addresses.
    pub functions: Arc<BTreeMap<i128, Arc<str>>>,
    pub property: Property,
    /// The function in which executions start.
    pub entry: String,
    /// No other file belongs to the program.
    pub complete: bool,
    /// The undefined behaviour that is an error.
    pub checks: Checks,
    pub source: PathBuf,
    /// The C files of the program; that of the entry function is the first.
    pub units: Arc<[Compiled]>,
    /// The file as it is on disk.
    pub text: Arc<[u8]>,
    /// The file on disk, when the preprocessor has changed its text.
    original: Option<PathBuf>,
}

impl Loaded {
    /// A program that was made from text in memory.
    #[cfg(test)]
    pub fn for_tests(program: Arc<Program>, sources: SourceMap) -> Loaded {
        Loaded {
            listed: landfall::checks::checks(&program).into(),
            program,
            sources: Arc::new(sources),
            functions: Arc::default(),
            property: Property::default(),
            entry: "main".into(),
            complete: false,
            checks: Checks::default(),
            source: PathBuf::from("test.c"),
            units: Arc::default(),
            text: Arc::default(),
            original: None,
        }
    }

    /// The program that asks a question about some of its checks.
    pub fn asking(&self, question: &Question) -> Loaded {
        Loaded { program: Arc::new(question.pose(&self.program, &self.listed)), ..self.clone() }
    }

    /// A diagnostic with the source it speaks of, as people wrote it: where the preprocessor has replaced a macro, the line
    /// of the file is shown and not what became of it.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let original = diagnostic.span.filter(|_| self.original.is_some()).and_then(|span| self.in_original(span));
        match original {
            Some((sources, span)) => diagnostic.clone().at(span).render(&sources, RenderStyle::Coloured),
            None => diagnostic.render(&self.sources, RenderStyle::Coloured),
        }
    }

    /// The line on which a span starts, without surrounding space.
    pub fn source_line(&self, span: Span) -> String {
        if let Some((sources, span)) = self.in_original(span) {
            let line = sources.locate(span).physical_line;
            return trimmed(sources.file(span.file).line_bytes(line));
        }
        let line = self.sources.locate(span).physical_line;
        trimmed(self.sources.file(span.file).line_bytes(line))
    }

    /// Where a span starts in the file that people wrote: file, line and column.
    pub fn place(&self, span: Span) -> (String, u32, u32) {
        let original = self.in_original(span);
        let (sources, span) = original.as_ref().map_or((&*self.sources, span), |(sources, span)| (sources, *span));
        let at = sources.locate(span);
        (at.file.to_string(), at.line, at.column)
    }

    /// Whether the place is in a file of the user, not in a model of the C library.
    pub fn is_users(&self, span: Span) -> bool {
        self.sources.is_users(span)
    }

    /// The span in the file before preprocessing: the same text if it is there, else the whole line.
    fn in_original(&self, span: Span) -> Option<(SourceMap, Span)> {
        self.original.as_ref()?;
        let at = self.sources.locate(span);
        let mut sources = SourceMap::new();
        let text = if Path::new(at.file) == self.source { self.text.to_vec() } else { std::fs::read(at.file).ok()? };
        let file = sources.add(at.file, text);
        let line_start = sources.file(file).line_start(at.line)?;
        let line = sources.file(file).line_bytes(at.line);
        let column = at.column as usize - 1;
        let text = self.sources.snippet(span);
        let same = line.get(column..).is_some_and(|rest| rest.starts_with(text.as_bytes()));
        let (from, length) = if same && !text.is_empty() {
            (column, text.len())
        } else {
            let indent = line.len() - line.trim_ascii_start().len();
            (indent, line.trim_ascii().len())
        };
        let lo = line_start + from as u32;
        Some((sources, Span::new(file, lo, lo + length as u32)))
    }

    pub fn property_name(&self) -> &'static str {
        name_of(&self.property)
    }
}

fn trimmed(line: &[u8]) -> String {
    String::from_utf8_lossy(line.trim_ascii()).into_owned()
}
