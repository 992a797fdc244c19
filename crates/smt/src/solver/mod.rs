//! Solving with Z3: one [`Context`] a thread, any number of [`Solver`]s in it, which share the translation of terms.
//!
//! Contracts: an answer `Unsat` is a proof, `Sat` comes with a model, and everything else, errors of Z3, exhausted limits and
//! interruption included, is `Unknown` with its reason. Every query has a resource limit. Queries are deterministic: the seed is
//! fixed, and the limit counts Z3's own steps and not time.

mod meter;
mod model;
mod statistics;

pub use meter::Meter;
pub use model::Model;
pub use statistics::{QueryStats, Statistics};

use crate::bits::{BitSolver, Clauses};
use crate::limits::limits;
use crate::print::script::Script;
use crate::term::{Kind, Term};
use crate::z3::{Answer, Ast, Attempt, Failure, Interrupt, Param, RawSolver, Z3};
use crate::{Sort, Symbol};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ffi::CString;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How queries are run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Z3's resource units a query may use; zero means no limit.
    pub resource_limit: u32,
    /// The random seed of the solver.
    pub seed: u32,
    /// What all queries together may use; without, as much as they like.
    pub meter: Option<Arc<Meter>>,
    /// Writes each query into this folder as a stand-alone SMT-LIB file.
    pub dump_smt: Option<PathBuf>,
}

impl Default for Config {
    /// About ten seconds of Z3's time a query at most.
    fn default() -> Config {
        Config { resource_limit: limits().solver.query, seed: 0, meter: None, dump_smt: None }
    }
}

/// The solver side of one thread: Z3's context, limits and statistics. Cheap to clone; all clones are the same context.
#[derive(Clone)]
pub struct Context {
    shared: Rc<Shared>,
}

struct Shared {
    z3: Result<Rc<Z3>, Failure>,
    config: Config,
    statistics: RefCell<Statistics>,
    queries: Cell<u64>,
}

impl Context {
    /// A context with settings and statistics of its own. Contexts of one thread may share translations of terms, and then
    /// whoever interrupts one interrupts the others that exist at that time. Where Z3 cannot give one, every query answers
    /// `Unknown`.
    pub fn new(config: Config) -> Context {
        let z3 = Z3::of_thread();
        Context { shared: Rc::new(Shared { z3, config, statistics: RefCell::default(), queries: Cell::new(0) }) }
    }

    /// An empty solver. Its queries are counted under `purpose`.
    pub fn solver(&self, purpose: &'static str) -> Solver {
        Solver::new(self, purpose)
    }

    /// An empty solver for one large question: it may preprocess, and should be asked once.
    pub fn single_use_solver(&self, purpose: &'static str) -> Solver {
        Solver::made_by(self, purpose, RawSolver::strategic)
    }

    /// An empty solver for questions over bits alone: circuits and CaDiCaL in place of Z3.
    pub fn bit_solver(&self, purpose: &'static str) -> BitSolver {
        BitSolver::new(self, purpose)
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.shared.config
    }

    /// A handle to stop all queries of this context, and of those it shares with, from another thread; none if Z3 gave no context.
    pub fn interrupt(&self) -> Option<Interrupt> {
        self.shared.z3.as_ref().ok().map(|z3| z3.interrupt())
    }

    /// What was asked so far.
    pub fn statistics(&self) -> Statistics {
        self.shared.statistics.borrow().clone()
    }

    /// The term simplified by Z3; the term itself where that is not possible.
    pub fn simplify(&self, term: Term) -> Term {
        self.z3().and_then(|z3| z3.simplify(term)).unwrap_or(term)
    }

    /// A single question in a fresh solver.
    pub fn check(&self, purpose: &'static str, formula: Term) -> Outcome {
        let mut solver = self.solver(purpose);
        solver.assert(formula);
        solver.check()
    }

    /// Whether `premise` implies `conclusion`; `None` when unknown.
    pub fn implies(&self, purpose: &'static str, premise: Term, conclusion: Term) -> Option<bool> {
        let question = Term::and(&[premise, conclusion.not()]);
        match question.as_bool() {
            Some(satisfiable) => Some(!satisfiable),
            None => self.check(purpose, question).is_sat().map(|sat| !sat),
        }
    }

    pub(crate) fn z3(&self) -> Attempt<Rc<Z3>> {
        self.shared.z3.clone()
    }

    pub(crate) fn record(&self, purpose: &'static str, sat: Option<bool>, time: Duration) {
        self.shared.statistics.borrow_mut().record(purpose, sat, time);
    }

    /// Writes a query as a file, if that is wanted. What cannot be written is left out: dumping must not change a verdict.
    pub(crate) fn dump_query(&self, purpose: &str, terms: impl Iterator<Item = Term>) {
        let Some(folder) = &self.config().dump_smt else { return };
        let number = self.shared.queries.get() + 1;
        self.shared.queries.set(number);
        let mut script = Script::new();
        script.comment(format!("query {number}, {purpose}"));
        for term in terms {
            script.assert(term);
        }
        let name = format!("{number:06}-{}.smt2", purpose.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
        let _ = std::fs::create_dir_all(folder);
        let _ = std::fs::write(folder.join(name), script.to_string());
    }
}

/// The answer to a query.
pub enum Outcome {
    /// Satisfiable, with a model.
    Sat(Model),
    /// Unsatisfiable, with the assumptions that were needed.
    Unsat(Core),
    /// Not decided, and why.
    Unknown(String),
}

impl Outcome {
    /// `Some(true)` for sat, `Some(false)` for unsat.
    pub fn is_sat(&self) -> Option<bool> {
        match self {
            Outcome::Sat(_) => Some(true),
            Outcome::Unsat(_) => Some(false),
            Outcome::Unknown(_) => None,
        }
    }

    /// Whether the answer is unsat (unknown is not).
    pub fn is_unsat(&self) -> bool {
        matches!(self, Outcome::Unsat(_))
    }

    /// The model of a satisfiable query.
    pub fn model(self) -> Option<Model> {
        match self {
            Outcome::Sat(model) => Some(model),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Sat(_) => f.write_str("Sat"),
            Outcome::Unsat(core) => write!(f, "Unsat({:?})", core.terms),
            Outcome::Unknown(reason) => write!(f, "Unknown({reason})"),
        }
    }
}

/// The assumptions that an unsat answer needed, in the order they were given; not necessarily minimal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Core {
    pub terms: Vec<Term>,
}

/// A stack of assertions that can be checked, with or without assumptions.
pub struct Solver {
    context: Context,
    purpose: &'static str,
    raw: Attempt<RawSolver>,
    /// Resource units for a query.
    resource_limit: u32,
    /// A failed operation: the assertions in Z3 are no longer those here, so every later answer would be wrong.
    broken: Option<Failure>,
    assertions: Vec<Term>,
    /// Literals that stand for assumptions, valid while the scope lasts that asserted their definition.
    proxies: FxHashMap<Term, Term>,
    scopes: Vec<Scope>,
}

#[derive(Default)]
struct Scope {
    assertions: usize,
    proxies: Vec<Term>,
}

/// Makes one of Z3's solvers with parameters.
type Make = fn(Rc<Z3>, &[(&str, Param)]) -> Attempt<RawSolver>;

impl Solver {
    /// An empty solver in a context.
    pub fn new(context: &Context, purpose: &'static str) -> Solver {
        Solver::made_by(context, purpose, RawSolver::new)
    }

    fn made_by(context: &Context, purpose: &'static str, make: Make) -> Solver {
        let config = context.config();
        let parameters = [("rlimit", Param::Uint(config.resource_limit)), ("random_seed", Param::Uint(config.seed))];
        let raw = context.z3().and_then(|z3| make(z3, &parameters));
        Solver {
            context: context.clone(),
            purpose,
            raw,
            resource_limit: config.resource_limit,
            broken: None,
            assertions: Vec::new(),
            proxies: FxHashMap::default(),
            scopes: Vec::new(),
        }
    }

    /// The context this solver lives in.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The assertions in force.
    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// The number of open scopes.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Sets the resource limit of this solver's later queries.
    pub fn set_resource_limit(&mut self, limit: u32) {
        self.resource_limit = limit;
        self.attempt(|raw, _| raw.set(&[("rlimit", Param::Uint(limit))]));
    }

    /// Adds an assertion to the current scope.
    pub fn assert(&mut self, term: Term) {
        debug_assert_eq!(term.sort(), Sort::Bool, "assertion {term}");
        if term.is_true() {
            return;
        }
        self.assertions.push(term);
        self.attempt(|raw, z3| raw.assert(z3.lower(term)?));
    }

    /// Runs `body` in a scope of its own: what it asserts is gone afterwards.
    pub fn scope<R>(&mut self, body: impl FnOnce(&mut Solver) -> R) -> R {
        let depth = self.scopes.len();
        self.push();
        let result = body(self);
        let open = self.scopes.len() - depth;
        self.pop(open);
        result
    }

    /// Opens a scope. Prefer [`Solver::scope`] where the scope is lexical.
    pub fn push(&mut self) {
        self.scopes.push(Scope { assertions: self.assertions.len(), proxies: Vec::new() });
        self.attempt(|raw, _| raw.push());
    }

    /// Closes the last `levels` scopes.
    pub fn pop(&mut self, levels: usize) {
        assert!(levels <= self.scopes.len(), "closing {levels} of {} scopes", self.scopes.len());
        if levels == 0 {
            return;
        }
        for scope in self.scopes.drain(self.scopes.len() - levels..).rev() {
            self.assertions.truncate(scope.assertions);
            for assumption in scope.proxies {
                self.proxies.remove(&assumption);
            }
        }
        self.attempt(|raw, _| raw.pop(levels as u32));
    }

    /// Forgets all assertions and scopes.
    pub fn reset(&mut self) {
        self.assertions.clear();
        self.proxies.clear();
        self.scopes.clear();
        self.attempt(|raw, _| raw.reset());
    }

    /// Adds clauses. They share no variables with terms.
    pub fn assert_clauses(&mut self, clauses: &Clauses) {
        if self.context.config().dump_smt.is_some() {
            self.assertions.extend(clauses.terms());
        }
        let text = CString::new(clauses.dimacs()).map_err(|_| Failure("a zero in a text of clauses".into()));
        self.attempt(|raw, _| raw.assert_dimacs(&text?));
    }

    /// Checks the assertions.
    pub fn check(&mut self) -> Outcome {
        self.check_assuming(&[])
    }

    /// Checks the assertions together with the assumptions.
    pub fn check_assuming(&mut self, assumptions: &[Term]) -> Outcome {
        let started = Instant::now();
        self.context.dump_query(self.purpose, self.assertions.iter().chain(assumptions).copied());
        let outcome = match self.context.config().meter.clone() {
            Some(meter) => self.metered(&meter, assumptions),
            None => self.decide(assumptions),
        };
        let outcome = outcome.unwrap_or_else(|failure| Outcome::Unknown(failure.0));
        let sat = outcome.is_sat();
        self.context.record(self.purpose, sat, started.elapsed());
        outcome
    }

    /// Whether the assertions imply `conclusion`; `None` when unknown.
    pub fn entails(&mut self, conclusion: Term) -> Option<bool> {
        match conclusion.as_bool() {
            Some(true) => Some(true),
            _ => self.check_assuming(&[conclusion.not()]).is_sat().map(|sat| !sat),
        }
    }

    /// Leaves out assumptions one by one as long as the rest is still unsatisfiable with the assertions. The result is minimal
    /// unless a query was not decided.
    pub fn minimize(&mut self, core: &Core) -> Core {
        let mut kept = core.terms.clone();
        let mut position = 0;
        while position < kept.len() {
            let without: Vec<Term> = kept.iter().copied().filter(|t| *t != kept[position]).collect();
            match self.check_assuming(&without) {
                // The smaller core keeps the order, and what was found necessary stays in it.
                Outcome::Unsat(smaller) => kept = smaller.terms,
                _ => position += 1,
            }
        }
        Core { terms: kept }
    }

    /// Runs an operation that changes Z3's state; after a failure the solver answers `Unknown` from then on.
    fn attempt(&mut self, operation: impl FnOnce(&RawSolver, &Z3) -> Attempt<()>) {
        if self.broken.is_some() {
            return;
        }
        let result = match (&self.raw, self.context.z3()) {
            (Ok(raw), Ok(z3)) => operation(raw, &z3),
            (Err(failure), _) => Err(failure.clone()),
            (_, Err(failure)) => Err(failure),
        };
        self.broken = result.err();
    }

    /// Decides with what is left on a meter, and charges what it took.
    fn metered(&mut self, meter: &Meter, assumptions: &[Term]) -> Attempt<Outcome> {
        let left = u32::try_from(meter.left()).unwrap_or(u32::MAX);
        if left == 0 {
            return Err(Failure("the effort is used up".into()));
        }
        let bounds = |raw: &RawSolver, limit| raw.set(&[("rlimit", Param::Uint(limit))]);
        let limit = self.resource_limit;
        let is_short = limit == 0 || left < limit;
        if is_short {
            self.attempt(|raw, _| bounds(raw, left));
        }
        let before = self.raw.as_ref().map_or(0, RawSolver::resources);
        let outcome = self.decide(assumptions);
        let after = self.raw.as_ref().map_or(0, RawSolver::resources);
        // A query costs something even where Z3 counts nothing.
        meter.charge(after.saturating_sub(before).max(1));
        if is_short {
            self.attempt(|raw, _| bounds(raw, limit));
        }
        outcome
    }

    fn decide(&mut self, assumptions: &[Term]) -> Attempt<Outcome> {
        let literals = assumptions.iter().map(|assumption| self.literal(*assumption)).collect::<Vec<_>>();
        if let Some(failure) = &self.broken {
            return Err(failure.clone());
        }
        let z3 = self.context.z3()?;
        if z3.is_stopped() {
            return Err(Failure("interrupted".into()));
        }
        let literals = literals.into_iter().map(|literal| z3.lower(literal)).collect::<Attempt<Vec<Ast>>>()?;
        let raw = self.raw.as_ref().map_err(Clone::clone)?;
        match raw.check(&literals)? {
            Answer::Sat => Ok(Outcome::Sat(Model::new(raw.model()?))),
            Answer::Unsat if assumptions.is_empty() => Ok(Outcome::Unsat(Core::default())),
            Answer::Unsat => {
                let needed = raw.core()?;
                let terms = assumptions.iter().zip(&literals).filter(|(_, literal)| needed.contains(literal));
                let mut terms: Vec<Term> = terms.map(|(term, _)| *term).collect();
                terms.dedup();
                Ok(Outcome::Unsat(Core { terms }))
            }
            Answer::Undefined => Ok(Outcome::Unknown(raw.reason_unknown())),
        }
    }

    /// A literal that stands for an assumption: itself if it is one, else a new variable defined in the current scope.
    fn literal(&mut self, assumption: Term) -> Term {
        let is_literal = |term: Term| match term.kind() {
            Kind::Var(_) => true,
            Kind::Not(inner) => inner.is_var(),
            _ => false,
        };
        if is_literal(assumption) {
            return assumption;
        }
        if let Some(known) = self.proxies.get(&assumption) {
            return *known;
        }
        let proxy = proxy_of(assumption);
        self.proxies.insert(assumption, proxy);
        if let Some(scope) = self.scopes.last_mut() {
            scope.proxies.push(assumption);
        }
        let definition = proxy.implies(assumption);
        self.attempt(|raw, z3| raw.assert(z3.lower(definition)?));
        proxy
    }
}

/// The same assumption gets the same proxy in every solver and scope, so that translations are shared.
fn proxy_of(assumption: Term) -> Term {
    Term::var(Symbol::new(&format!("assume!{}", assumption.id())), Sort::Bool)
}

#[cfg(test)]
mod tests;
