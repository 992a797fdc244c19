//! Transitions: what an edge, a path or a block does to the state, as guarded updates.
//!
//! A [`Transition`] relates a state before to a state after. `guard` and the updates range over the state symbols (values
//! before) and over `locals`, which are existentially quantified: the transition from s to s′ exists if some values of the
//! locals satisfy the guard and s′ is given by the updates. A variable without an update keeps its value.
//!
//! Transitions with `approximate` set contain every execution of what they encode, and perhaps more; the others contain
//! exactly those of their encoding.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use landfall_smt::{Model, Term, Value};
use rustc_hash::FxHashMap;

use super::symbols::Symbols;
use crate::cfa::{EdgeId, VarId};

/// Why a transition has a local symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The value that a havoc edge reads.
    Input(EdgeId),
    /// How often a value wrapped around: determined by the state.
    Wrap,
    /// The value of a variable where paths join: determined by the path.
    Join,
    /// The result of an operation that is known by facts only.
    Approximate,
    /// The state after a call.
    Call,
    /// How often a loop is repeated, and the state after it.
    Repetition,
}

/// An existentially quantified symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    pub symbol: Term,
    pub origin: Origin,
}

/// See the module. Cheap to clone for what it is: terms are shared.
#[derive(Clone, Debug)]
pub struct Transition {
    pub guard: Term,
    pub post: BTreeMap<VarId, Term>,
    pub locals: Vec<Local>,
    /// Contains more executions than the program has.
    pub approximate: bool,
    /// A state has at most one successor for given values of the inputs (and at most one at all if there are none).
    functional: bool,
    symbols: Arc<Symbols>,
}

/// The variables that a transition reads and writes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    pub reads: BTreeSet<VarId>,
    pub writes: BTreeSet<VarId>,
}

impl Transition {
    /// Changes nothing.
    pub fn identity(symbols: &Arc<Symbols>) -> Transition {
        Transition::assume(symbols, Term::tt())
    }

    /// Passes where `condition` (over state symbols) holds, and changes nothing.
    pub fn assume(symbols: &Arc<Symbols>, condition: Term) -> Transition {
        Transition {
            guard: condition,
            post: BTreeMap::new(),
            locals: Vec::new(),
            approximate: false,
            functional: true,
            symbols: symbols.clone(),
        }
    }

    /// From its parts. `functional` as documented at [`Transition::is_deterministic`].
    pub fn new(symbols: &Arc<Symbols>, guard: Term, post: BTreeMap<VarId, Term>, locals: Vec<Local>) -> Transition {
        let approximate = locals.iter().any(|l| matches!(l.origin, Origin::Approximate | Origin::Call));
        Transition { guard, post, locals, approximate, functional: !approximate, symbols: symbols.clone() }
    }

    pub fn symbols(&self) -> &Arc<Symbols> {
        &self.symbols
    }

    /// No state takes this transition, as its guard shows without a solver.
    pub fn is_false(&self) -> bool {
        self.guard.is_false()
    }

    /// The value of `var` afterwards.
    pub fn value(&self, var: VarId) -> Term {
        self.post.get(&var).copied().unwrap_or_else(|| self.symbols.state(var))
    }

    /// Each state has at most one successor.
    pub fn is_deterministic(&self) -> bool {
        self.functional && !self.locals.iter().any(|l| matches!(l.origin, Origin::Input(_)))
    }

    /// The symbols of the locals.
    pub fn local_symbols(&self) -> Vec<Term> {
        self.locals.iter().map(|l| l.symbol).collect()
    }

    /// A term over the state after, as one over the state before (and the locals).
    pub fn pull_back(&self, term: Term) -> Term {
        if self.post.is_empty() { term } else { term.substitute(&self.updates()) }
    }

    fn updates(&self) -> FxHashMap<Term, Term> {
        self.post.iter().map(|(v, t)| (self.symbols.state(*v), *t)).collect()
    }

    /// States from which the transition *may* lead to `target`, for the right values of the locals (left free).
    pub fn pre(&self, target: Term) -> Term {
        Term::and(&[self.guard, self.pull_back(target)])
    }

    /// States from which the transition leads *only* to `target`: to be read with all values of the locals (left free).
    pub fn weakest_precondition(&self, target: Term) -> Term {
        self.guard.implies(self.pull_back(target))
    }

    /// First `self`, then `next`. Locals that both use are renamed in `next`.
    pub fn compose(&self, next: &Transition) -> Transition {
        let next = if next.locals.iter().any(|l| self.locals.contains(l)) { &next.renamed() } else { next };
        let updates = self.updates();
        let mut post = self.post.clone();
        for (&var, term) in &next.post {
            post.insert(var, term.substitute(&updates));
        }
        let symbols = &self.symbols;
        post.retain(|&var, term| *term != symbols.state(var));
        let mut locals = self.locals.clone();
        locals.extend_from_slice(&next.locals);
        Transition {
            guard: Term::and(&[self.guard, next.guard.substitute(&updates)]),
            post,
            locals,
            approximate: self.approximate || next.approximate,
            functional: self.functional && next.functional,
            symbols: self.symbols.clone(),
        }
    }

    /// Requires `condition` (over the state after) as well.
    pub fn and_then(&self, condition: Term) -> Transition {
        let mut result = self.clone();
        result.guard = Term::and(&[self.guard, self.pull_back(condition)]);
        result
    }

    /// One of the alternatives; of none, no transition at all.
    pub fn choose(symbols: &Arc<Symbols>, alternatives: &[Transition]) -> Transition {
        let mut possible = alternatives.iter().filter(|t| !t.is_false());
        let Some(first) = possible.next() else {
            return Transition::assume(symbols, Term::ff());
        };
        possible.fold(first.clone(), |joined, next| joined.join(next))
    }

    /// Either of two. Where they differ on a condition that one asserts and the other denies, updates join by `ite`;
    /// otherwise a fresh local stands for the joined value.
    fn join(&self, other: &Transition) -> Transition {
        let (mine, theirs) = (self.guard.conjuncts(), other.guard.conjuncts());
        let (common, mine): (Vec<Term>, Vec<Term>) = mine.into_iter().partition(|c| theirs.contains(c));
        let theirs: Vec<Term> = theirs.into_iter().filter(|c| !common.contains(c)).collect();
        let split = mine.iter().find(|c| theirs.contains(&c.not())).copied();
        let differing: Vec<VarId> = self
            .post
            .keys()
            .chain(other.post.keys())
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .filter(|v| self.value(*v) != other.value(*v))
            .collect();
        let mut locals = self.locals.clone();
        locals.extend(other.locals.iter().filter(|l| !self.locals.contains(l)));
        let mut post = self.post.clone();
        let (guard, functional) = if let Some(condition) = split {
            let without =
                |list: &[Term], c: Term| Term::and(&list.iter().copied().filter(|t| *t != c).collect::<Vec<_>>());
            for &var in &differing {
                post.insert(var, Term::ite(condition, self.value(var), other.value(var)));
            }
            (Term::ite(condition, without(&mine, condition), without(&theirs, condition.not())), true)
        } else {
            let (mut left, mut right) = (mine, theirs);
            for &var in &differing {
                let joined = Term::fresh("join", self.symbols.state(var).sort());
                locals.push(Local { symbol: joined, origin: Origin::Join });
                left.push(joined.eq(self.value(var)));
                right.push(joined.eq(other.value(var)));
                post.insert(var, joined);
            }
            (Term::or(&[Term::and(&left), Term::and(&right)]), differing.is_empty())
        };
        Transition {
            guard: Term::and(&[Term::and(&common), guard]),
            post,
            locals,
            approximate: self.approximate || other.approximate,
            functional: functional && self.functional && other.functional,
            symbols: self.symbols.clone(),
        }
    }

    /// The same with fresh locals.
    pub fn renamed(&self) -> Transition {
        if self.locals.is_empty() {
            return self.clone();
        }
        let mut map = FxHashMap::default();
        let mut result = self.clone();
        for local in &mut result.locals {
            let name = local.symbol.as_var().map_or("local", |symbol| symbol.name());
            let prefix = name.split('!').next().unwrap_or(name);
            let fresh = Term::fresh(prefix, local.symbol.sort());
            map.insert(local.symbol, fresh);
            local.symbol = fresh;
        }
        result.guard = self.guard.substitute(&map);
        for term in result.post.values_mut() {
            *term = term.substitute(&map);
        }
        result
    }

    /// The relation as one formula over the state and primed symbols of `frame`; locals are left free.
    pub fn to_formula(&self, frame: impl IntoIterator<Item = VarId>) -> Term {
        let mut parts = vec![self.guard];
        parts.extend(frame.into_iter().map(|v| self.symbols.primed(v).eq(self.value(v))));
        Term::and(&parts)
    }

    pub fn footprint(&self) -> Footprint {
        let mut terms: Vec<Term> = self.post.values().copied().collect();
        terms.push(self.guard);
        let reads = Term::free_vars_of(&terms).into_iter().filter_map(|t| self.symbols.var_of(t)).collect();
        Footprint { reads, writes: self.post.keys().copied().collect() }
    }
}

/// Which instance of each variable is current on a path; zero for those never written.
#[derive(Clone, Debug, Default)]
pub struct Versions(BTreeMap<VarId, u32>);

impl Versions {
    /// The instance of `var` that is current.
    pub fn symbol(&self, symbols: &Symbols, var: VarId) -> Term {
        symbols.at(var, self.0.get(&var).copied().unwrap_or(0))
    }

    /// A term over state symbols, over the current instances.
    pub fn instantiate(&self, symbols: &Symbols, term: Term) -> Term {
        let map = symbols.vars_in(term).into_iter().map(|v| (symbols.state(v), self.symbol(symbols, v))).collect();
        term.substitute(&map)
    }

    /// A term over the current instances, over state symbols. Other instances must not occur.
    pub fn to_state(&self, symbols: &Symbols, term: Term) -> Term {
        term.substitute(&symbols.vars().map(|v| (self.symbol(symbols, v), symbols.state(v))).collect())
    }

    /// The values that a model gives to the current instances.
    pub fn values(&self, symbols: &Symbols, model: &Model) -> impl Iterator<Item = (VarId, Value)> {
        symbols.vars().filter_map(|var| Some((var, model.value(self.symbol(symbols, var))?)))
    }

    /// The formula of one more step; afterwards the instances of the written variables are new ones.
    /// Locals stay as they are: [`Transition::renamed`] first if the same transition occurs twice on a path.
    pub fn step(&mut self, transition: &Transition) -> Term {
        let symbols = transition.symbols();
        let mut parts = vec![self.instantiate(symbols, transition.guard)];
        let values: Vec<(VarId, Term)> =
            transition.post.iter().map(|(v, t)| (*v, self.instantiate(symbols, *t))).collect();
        for (var, value) in values {
            *self.0.entry(var).or_default() += 1;
            parts.push(self.symbol(symbols, var).eq(value));
        }
        Term::and(&parts)
    }
}
