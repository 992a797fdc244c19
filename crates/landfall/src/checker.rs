//! The front door of the library: from C to a checked verdict.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::analysis::{Analysis, Settings, analyse};
use crate::budget::Budget;
use crate::cfa::{DataModel, Program};
use crate::engine::{EngineChoice, EngineKind, EngineOptions, Shared};
use crate::front::diagnostic::RenderStyle;
use crate::front::{Checks, FrontOptions, LoadError, Property, load, load_text};
use crate::limits::AllLimits;
use crate::portfolio::analyse_auto;
use crate::report::{Silent, Sink};

/// Decides whether an execution of a program can reach an error: what to check and how, then [`Checker::check`].
///
/// Without further words assertions, calls of `reach_error` and undefined behaviour are errors, sizes are those of LP64, engines are
/// chosen by the program, and there is no limit.
///
/// ```
/// use landfall::{Checker, Verdict};
///
/// let text = "int input(void); void reach_error(void);
///             int main(void) { int n = input(); if (n > 7 && n % 5 == 0) reach_error(); return 0; }";
/// let analysis = Checker::text("small.c", text).check().expect("the text is C");
/// let Verdict::Unsafe(execution) = analysis.verdict else { panic!("there is an error") };
/// assert!(execution.inputs[0].value > 7 && execution.inputs[0].value % 5 == 0);
/// ```
///
/// A proof comes with its invariants, which a fresh solver has re-proved:
///
/// ```
/// use landfall::engine::EngineKind;
/// use landfall::{Checker, Verdict};
///
/// let text = "unsigned input(void); void reach_error(void);
///             int main(void) { unsigned n = input(), i = 0; while (i < n) i++; if (i != n) reach_error(); return 0; }";
/// let checker = Checker::text("loop.c", text).engine(EngineKind::Gps).timeout(std::time::Duration::from_secs(60));
/// let analysis = checker.check().expect("the text is C");
/// assert!(matches!(analysis.verdict, Verdict::Safe(_)) && analysis.certified.is_some());
/// ```
///
/// What cannot be read is an error with its place:
///
/// ```
/// let error = landfall::Checker::text("wrong.c", "int main(void) { return x; }").check().unwrap_err();
/// assert!(error.to_string().contains("wrong.c:1"));
/// ```
#[must_use]
pub struct Checker<'a> {
    source: Source,
    front: FrontOptions,
    engine: EngineChoice,
    options: EngineOptions,
    limits: AllLimits,
    budget: Budget,
    /// The budget is the checker's own, so that it has to wake those who overslept its end.
    timed: bool,
    certify: bool,
    reduce: bool,
    shared: Shared,
    dump: Option<PathBuf>,
    sink: Option<&'a mut dyn Sink>,
}

enum Source {
    Files(Vec<PathBuf>),
    Text { name: String, text: String },
    Program(Arc<Program>),
}

impl<'a> Checker<'a> {
    /// Checks the program that these C files are together.
    pub fn files(files: impl IntoIterator<Item = impl Into<PathBuf>>) -> Checker<'a> {
        Checker::of(Source::Files(files.into_iter().map(Into::into).collect()))
    }

    /// Checks a text, which needs no preprocessor any more. The name is for messages.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Checker<'a> {
        Checker::of(Source::Text { name: name.into(), text: text.into() })
    }

    /// Checks a program that was read before.
    pub fn program(program: Arc<Program>) -> Checker<'a> {
        Checker::of(Source::Program(program))
    }

    fn of(source: Source) -> Checker<'a> {
        Checker {
            source,
            front: FrontOptions { checks: Checks::UNDEFINED, ..FrontOptions::new(DataModel::Lp64) },
            engine: EngineChoice::default(),
            options: EngineOptions::default(),
            limits: AllLimits::in_force(),
            budget: Budget::unlimited(),
            timed: false,
            certify: true,
            reduce: false,
            shared: Shared::default(),
            dump: None,
            sink: None,
        }
    }

    /// How C is read: data model, entry, property, checks, include folders.
    pub fn front(self, front: FrontOptions) -> Self {
        Checker { front, ..self }
    }

    /// What is an error, in place of failing assertions and `reach_error`.
    pub fn property(mut self, property: Property) -> Self {
        self.front.property = property;
        self
    }

    /// The undefined behaviour that is an error.
    pub fn checks(mut self, checks: Checks) -> Self {
        self.front.checks = checks;
        self
    }

    /// Who decides; [`EngineChoice::Auto`] unless this is called.
    pub fn engine(self, engine: impl Into<EngineChoice>) -> Self {
        Checker { engine: engine.into(), ..self }
    }

    /// Variants of engines.
    pub fn options(self, options: EngineOptions) -> Self {
        Checker { options, ..self }
    }

    /// What is cut off when it gets too large.
    pub fn limits(self, limits: AllLimits) -> Self {
        Checker { limits, ..self }
    }

    /// Gives up after so much time.
    pub fn timeout(self, time: Duration) -> Self {
        Checker { budget: Budget::with_timeout(time), timed: true, ..self }
    }

    /// Ends with this budget, which somebody else watches (see [`Budget::wake`]).
    pub fn budget(self, budget: Budget) -> Self {
        Checker { budget, timed: false, ..self }
    }

    /// Tells what happens as it happens.
    pub fn events(self, sink: &'a mut dyn Sink) -> Self {
        Checker { sink: Some(sink), ..self }
    }

    /// Whether proofs are re-checked; they are unless this is called. (Executions are always replayed.)
    pub fn certify(self, certify: bool) -> Self {
        Checker { certify, ..self }
    }

    /// Whether what a certified proof does not need is left out of it.
    pub fn reduce(self, reduce: bool) -> Self {
        Checker { reduce, ..self }
    }

    /// What other engines have found out about the program.
    pub fn shared(self, shared: Shared) -> Self {
        Checker { shared, ..self }
    }

    /// Writes every query to the solver into this folder.
    pub fn dump_smt(self, folder: Option<PathBuf>) -> Self {
        Checker { dump: folder, ..self }
    }

    /// Reads the program, if need be, and decides.
    pub fn check(mut self) -> Result<Analysis, InputError> {
        let loaded = match &self.source {
            Source::Files(files) => load(files, &self.front).map(|loaded| Arc::new(loaded.program)),
            Source::Text { name, text } => load_text(name, text, &self.front).map(|loaded| Arc::new(loaded.program)),
            Source::Program(program) => Ok(program.clone()),
        };
        let program = loaded.map_err(InputError)?;
        let mut silent = Silent;
        let sink = self.sink.take().unwrap_or(&mut silent);
        let budget = self.budget.clone();
        // Terms and programs nest deeply.
        let mut run = || stacker::maybe_grow(STACK / 8, STACK, || self.decide(&program, sink));
        Ok(if self.timed { watched(&budget, run) } else { run() })
    }

    fn decide(&self, program: &Arc<Program>, sink: &mut dyn Sink) -> Analysis {
        self.limits.within(|| {
            let (engine, auto) = match self.engine {
                EngineChoice::One(engine) => (engine, false),
                EngineChoice::Auto => (EngineKind::Gps, true),
            };
            let mut settings = Settings {
                options: self.options,
                certify: self.certify,
                reduce: self.reduce,
                shared: self.shared.clone(),
                ..Settings::of(engine)
            };
            settings.solver.dump_smt = self.dump.clone();
            let decide = if auto { analyse_auto } else { analyse };
            decide(program, &settings, &self.budget, sink)
        })
    }
}

const STACK: usize = 512 << 20;

/// How often somebody looks whether the time is over.
const TICK: Duration = Duration::from_millis(20);

/// Does some work while another thread wakes those who do not notice that the budget has ended.
fn watched<R>(budget: &Budget, work: impl FnOnce() -> R) -> R {
    let (done, watch) = mpsc::channel::<()>();
    std::thread::scope(|threads| {
        threads.spawn(move || {
            while watch.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                budget.wake();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Why there is no program. Shown, it is the messages for people, each with its place.
#[derive(Debug)]
pub struct InputError(pub Box<LoadError>);

impl std::fmt::Display for InputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for diagnostic in &self.0.diagnostics {
            writeln!(f, "{}", diagnostic.render(&self.0.sources, RenderStyle::Plain))?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}
