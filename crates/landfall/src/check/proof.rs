//! Proves the obligations of a proof, with a solver of its own.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Int, Kind, Outcome, Solver, Sort, Term};
use rustc_hash::FxHashMap;

use super::course::{Course, only_course};
use super::obligations::{Goal, Obligation, obligations};
use super::shapes::check_shapes;
use super::unrolled::check_unrolled;
use super::vocabulary::stray_symbol;
use crate::budget::Budget;
use crate::cfa::{LocId, Program, VarId};
use crate::encode::{Encoder, Numbers, Ranges, Symbols};
use crate::solving::Solving;
use crate::verdict::{Doubt, Proof, Reason};

/// Over which numbers a proof was certified. Each is a proof for the program as it runs: mathematical integers without
/// bounds only add executions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Meaning {
    /// Signed arithmetic as if integers had no bounds.
    MathematicalIntegers,
    /// The integers of the machine: all values in the range of their types.
    MachineIntegers,
}

impl std::fmt::Display for Meaning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Meaning::MathematicalIntegers => "mathematical integers",
            Meaning::MachineIntegers => "machine integers",
        })
    }
}

/// What `check_proof` established.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certified {
    pub meaning: Meaning,
    /// The number of obligations that were proved; none if the program was run.
    pub obligations: usize,
}

/// Why a proof is not certified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// What must hold of a proof does not.
    Refuted(Doubt),
    /// The solver did not decide what must hold.
    Undecided(Doubt),
    /// The budget ended.
    Stopped(Reason),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Refuted(what) => write!(f, "it does not hold that {what}"),
            Failure::Undecided(what) => write!(f, "the solver did not decide that {what}"),
            Failure::Stopped(reason) => write!(f, "{reason}"),
        }
    }
}

impl Failure {
    /// The same as words with a place.
    pub fn doubt(&self) -> Doubt {
        let span = match self {
            Failure::Refuted(doubt) | Failure::Undecided(doubt) => doubt.span,
            Failure::Stopped(_) => None,
        };
        Doubt { what: self.to_string(), span }
    }
}

/// Proves that the invariants of `proof` hold initially, are preserved and exclude errors and unsupported edges: over
/// mathematical integers if that succeeds, else over those of the machine.
pub fn check_proof(proof: &Proof, config: &landfall_smt::Config, budget: &Budget) -> Result<Certified, Failure> {
    if let Some(iterations) = &proof.iterations {
        let obligations = check_unrolled(&proof.program, iterations, config, budget)?;
        return Ok(Certified { meaning: Meaning::MachineIntegers, obligations });
    }
    if proof.is_one_course {
        return match only_course(&proof.program, budget)? {
            Course::Ended => Ok(Certified { meaning: Meaning::MachineIntegers, obligations: 0 }),
            Course::Error => Err(Failure::Refuted("the program, which is run, ends without an error".into())),
        };
    }
    if let Some(shapes) = &proof.shapes {
        let obligations = check_shapes(proof, shapes, budget)?;
        return Ok(Certified { meaning: Meaning::MachineIntegers, obligations });
    }
    let solving = Solving::new(config, budget);
    let uses_bits = terms_of(proof).iter().any(|t| t.any_var(|v| matches!(v.sort(), Sort::BitVec(_))));
    if uses_bits {
        // The budget is the limit: over bits a question may take what many over integers do.
        let config = landfall_smt::Config { resource_limit: 0, ..config.clone() };
        let solving = Solving::new(&config, budget);
        let encoder = Encoder::with_numbers(&proof.program, Numbers::BitVector);
        let count = Checker::new(proof, &encoder, Meaning::MachineIntegers, &solving, budget).all()?;
        return Ok(Certified { meaning: Meaning::MachineIntegers, obligations: count });
    }
    let encoder = Encoder::new(&proof.program);
    let first = match Checker::new(proof, &encoder, Meaning::MathematicalIntegers, &solving, budget).all() {
        Ok(count) => return Ok(Certified { meaning: Meaning::MathematicalIntegers, obligations: count }),
        Err(failure @ Failure::Stopped(_)) => return Err(failure),
        Err(failure) => failure,
    };
    let encoder = Encoder::new(&proof.program).with_ranges(Ranges::All).with_exact_floats();
    match Checker::new(proof, &encoder, Meaning::MachineIntegers, &solving, budget).all() {
        Ok(count) => Ok(Certified { meaning: Meaning::MachineIntegers, obligations: count }),
        Err(failure @ Failure::Stopped(_)) => Err(failure),
        // Where both fail, a refuted obligation tells more than an undecided one.
        Err(second) if matches!(first, Failure::Undecided(_)) => Err(second),
        Err(_) => Err(first),
    }
}

/// Proves that no execution leaves the states that `proof` calls dead, and that none of these is an error: its invariants are sets
/// of states, one a location, and how an execution would come there is no matter. For programs without calls.
pub fn check_dead(proof: &Proof, config: &landfall_smt::Config, budget: &Budget) -> Result<(), Failure> {
    let solving = Solving::new(config, budget);
    let encoder = Encoder::new(&proof.program).with_ranges(Ranges::All);
    let entry = proof.program.procs[proof.program.entry].entry;
    let inside = |obligation: &Obligation| obligation.from != entry;
    Checker::new(proof, &encoder, Meaning::MachineIntegers, &solving, budget).each(&inside).map(|_| ())
}

/// Drops the conjuncts of invariants that do not hold initially or are not preserved, until all that are left are (the greatest
/// such subset). Whether these exclude the errors is for [`check_proof`] to say.
pub fn weaken(proof: &Proof, config: &landfall_smt::Config, budget: &Budget) -> Result<Proof, Reason> {
    let solving = Solving::new(config, budget);
    let encoder = Encoder::new(&proof.program).with_ranges(Ranges::All);
    let mut weakened = proof.clone();
    let obligations: Vec<Obligation> =
        obligations(&encoder, proof).into_iter().filter(|o| matches!(o.goal, Goal::Invariant(_))).collect();
    loop {
        let mut changed = false;
        for obligation in &obligations {
            let checker = Checker::new(&weakened, &encoder, Meaning::MachineIntegers, &solving, budget);
            let dropped = checker.conjuncts_to_drop(obligation)?;
            let Goal::Invariant(loc) = obligation.goal else { continue };
            if let Some(invariant) = weakened.invariants.get_mut(&loc).filter(|_| !dropped.is_empty()) {
                changed = true;
                let kept: Vec<Term> = invariant.conjuncts().into_iter().filter(|c| !dropped.contains(c)).collect();
                *invariant = Term::and(&kept);
            }
        }
        if !changed {
            return Ok(weakened);
        }
    }
}

pub(super) fn terms_of(proof: &Proof) -> Vec<Term> {
    let contracts = proof.contracts.values().flat_map(|c| [c.requires, c.ensures]);
    proof.invariants.values().copied().chain(contracts).collect()
}

/// A variable and its value, if that is what a fact says.
fn definition(fact: Term) -> Option<(Term, Term)> {
    let is_closed = |t: Term| !t.any_var(|_| true);
    match fact.kind() {
        Kind::EqZero(sum) => {
            let linear = sum.linear();
            match &linear.terms[..] {
                [(var, factor)] if var.is_var() && *factor == Int::ONE => {
                    Some((*var, Term::int(-linear.constant.clone())))
                }
                _ => None,
            }
        }
        Kind::Eq(a, b) if a.is_var() && is_closed(*b) => Some((*a, *b)),
        Kind::Eq(a, b) if b.is_var() && is_closed(*a) => Some((*b, *a)),
        _ => None,
    }
}

pub(super) struct Checker<'a> {
    proof: &'a Proof,
    pub(super) encoder: &'a Encoder<'a>,
    meaning: Meaning,
    pub(super) solving: &'a Solving,
    pub(super) budget: &'a Budget,
    /// Variables whose entry value the proof speaks of, by entry symbol.
    entries: BTreeMap<Term, VarId>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        proof: &'a Proof,
        encoder: &'a Encoder<'a>,
        meaning: Meaning,
        solving: &'a Solving,
        budget: &'a Budget,
    ) -> Self {
        let symbols = encoder.symbols();
        // What a procedure ensures speaks of its entry state by state symbols; at its exit these are entry symbols.
        let ensured: BTreeSet<VarId> = proof.contracts.values().flat_map(|c| symbols.vars_in(c.ensures)).collect();
        let mentioned: BTreeSet<Term> = Term::free_vars_of(&terms_of(proof)).into_iter().collect();
        let is_needed = |v: &VarId| ensured.contains(v) || mentioned.contains(&symbols.entry(*v));
        let entries = symbols.vars().filter(is_needed).map(|v| (symbols.entry(v), v)).collect();
        Checker { proof, encoder, meaning, solving, budget, entries }
    }

    fn symbols(&self) -> &Symbols {
        self.encoder.symbols()
    }

    pub(super) fn program(&self) -> &Program {
        self.encoder.program()
    }

    /// Proves every obligation; how many there were.
    pub(super) fn all(&self) -> Result<usize, Failure> {
        self.each(&|_| true)
    }

    /// Proves the obligations that are wanted; how many there were.
    fn each(&self, wanted: &dyn Fn(&Obligation) -> bool) -> Result<usize, Failure> {
        if let Some(what) = stray_symbol(self.proof, self.symbols()) {
            return Err(Failure::Refuted(what.into()));
        }
        let mut obligations = obligations(self.encoder, self.proof);
        obligations.retain(wanted);
        let mut solver = self.solving.solver("certify");
        for obligation in &obligations {
            self.budget.poll().map_err(Failure::Stopped)?;
            let goal = obligation.way.pull_back(self.goal(&obligation.goal));
            let question = Term::and(&[self.hypothesis(obligation), obligation.way.guard, goal.not()]);
            if question.is_false() {
                continue;
            }
            // Constants in place of variables spare the solver floating-point arithmetic.
            if self.encoder.has_exact_floats() && self.holds_by_cases(obligation, goal)? {
                continue;
            }
            let ask = |solver: &mut Solver| {
                solver.assert(question);
                solver.assert(self.type_facts(question));
                solver.check()
            };
            // Preprocessing pays over bits: there each question has a solver of its own.
            let outcome = match self.symbols().numbers() {
                Numbers::BitVector => ask(&mut self.solving.single_use_solver("certify")),
                Numbers::Mathematical => solver.scope(ask),
            };
            match outcome {
                Outcome::Unsat(_) => {}
                Outcome::Sat(_) => return Err(Failure::Refuted(self.describe(obligation))),
                Outcome::Unknown(_) => {
                    self.budget.poll().map_err(Failure::Stopped)?;
                    return Err(Failure::Undecided(self.describe(obligation)));
                }
            }
        }
        Ok(obligations.len())
    }

    /// Proves an obligation for each alternative of what is known where it begins. The variables whose value an alternative
    /// tells are replaced by it, so that the solver sees arithmetic on constants only where there is nothing else.
    fn holds_by_cases(&self, obligation: &Obligation, goal: Term) -> Result<bool, Failure> {
        let cases = self.hypothesis(obligation).disjuncts();
        for case in cases {
            self.budget.poll().map_err(Failure::Stopped)?;
            let mut known = FxHashMap::default();
            for conjunct in case.conjuncts() {
                known.extend(definition(conjunct));
            }
            let question = Term::and(&[case, obligation.way.guard, goal.not()]).substitute(&known);
            if question.is_false() {
                continue;
            }
            let mut solver = self.solving.solver("certify");
            solver.assert(question);
            solver.assert(self.type_facts(question));
            if !matches!(solver.check(), Outcome::Unsat(_)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn invariant(&self, loc: LocId) -> Term {
        self.proof.invariants.get(&loc).copied().unwrap_or_else(Term::tt)
    }

    /// What is known where the way begins.
    fn hypothesis(&self, obligation: &Obligation) -> Term {
        let entry = self.program().procs[obligation.proc].entry;
        if obligation.from != entry {
            return self.invariant(obligation.from);
        }
        let initially = self.initially(obligation);
        if obligation.initial {
            return initially;
        }
        // An entry that edges lead back to is more than the beginning.
        let only_initially = self.program().locs[entry].incoming.is_empty();
        let facts = if only_initially { initially } else { Term::tt() };
        Term::and(&[facts, self.invariant(entry)])
    }

    /// What holds when a procedure is entered.
    pub(super) fn initially(&self, obligation: &Obligation) -> Term {
        let mut facts: Vec<Term> =
            self.entries.iter().map(|(entry, var)| self.symbols().state(*var).eq(*entry)).collect();
        if obligation.proc != self.program().entry {
            facts.extend(self.proof.contracts.get(&obligation.proc).map(|c| c.requires));
        }
        Term::and(&facts)
    }

    /// What has to hold where the way ends, over the state there.
    fn goal(&self, goal: &Goal) -> Term {
        match goal {
            Goal::Invariant(loc) => self.invariant(*loc),
            Goal::Error(_) | Goal::Unsupported(_) => Term::ff(),
            Goal::Requires(_, callee) => self.proof.contracts.get(callee).map_or_else(Term::tt, |c| c.requires),
            Goal::Ensures(proc) => {
                let Some(contract) = self.proof.contracts.get(proc) else { return Term::tt() };
                let symbols = self.symbols();
                let mut map = FxHashMap::default();
                for var in symbols.vars() {
                    map.insert(symbols.state(var), symbols.entry(var));
                    map.insert(symbols.primed(var), symbols.state(var));
                }
                contract.ensures.substitute(&map)
            }
        }
    }

    /// Variables have values of their types. Over mathematical integers signed ones need not.
    pub(super) fn type_facts(&self, question: Term) -> Term {
        let symbols = self.symbols();
        let facts: Vec<Term> = question
            .free_vars()
            .into_iter()
            .filter_map(|symbol| Some((symbol, symbols.var_of(symbol).or_else(|| self.entries.get(&symbol).copied())?)))
            .filter(|(_, var)| {
                let ty = self.program().vars[*var].ty.scalar();
                !ty.signed || self.meaning == Meaning::MachineIntegers
            })
            .map(|(symbol, var)| self.encoder.in_type_range(var, symbol))
            .collect();
        Term::and(&facts)
    }

    /// The conjuncts of the goal's invariant that do not follow.
    fn conjuncts_to_drop(&self, obligation: &Obligation) -> Result<BTreeSet<Term>, Reason> {
        let mut dropped = BTreeSet::new();
        let goal = self.goal(&obligation.goal);
        let mut left: Vec<(Term, Term)> =
            goal.conjuncts().into_iter().map(|c| (c, obligation.way.pull_back(c))).collect();
        let premise = Term::and(&[self.hypothesis(obligation), obligation.way.guard]);
        let mut solver = self.solving.solver("weaken");
        solver.assert(premise);
        let targets: Vec<Term> = left.iter().map(|(_, pulled)| *pulled).collect();
        solver.assert(self.type_facts(Term::and(&[premise, Term::and(&targets)])));
        while !left.is_empty() {
            self.budget.poll()?;
            let all: Vec<Term> = left.iter().map(|(_, pulled)| *pulled).collect();
            match solver.check_assuming(&[Term::and(&all).not()]) {
                Outcome::Unsat(_) => break,
                Outcome::Sat(model) => {
                    let (kept, failed): (Vec<_>, Vec<_>) = left.iter().partition(|(_, pulled)| model.holds(*pulled));
                    // A model that refutes none of them has no value for some term; then all are given up.
                    let failed = if failed.is_empty() { std::mem::take(&mut left) } else { failed };
                    left = if failed.len() == left.len() { Vec::new() } else { kept };
                    dropped.extend(failed.into_iter().map(|(conjunct, _)| conjunct));
                }
                Outcome::Unknown(_) => {
                    self.budget.poll()?;
                    let proved = |(_, pulled): &(Term, Term)| solver.entails(*pulled) == Some(true);
                    let (_, failed): (Vec<_>, Vec<_>) = left.into_iter().partition(proved);
                    dropped.extend(failed.into_iter().map(|(conjunct, _)| conjunct));
                    break;
                }
            }
        }
        Ok(dropped)
    }

    /// What an obligation says, and the place that it is about.
    fn describe(&self, obligation: &Obligation) -> Doubt {
        let program = self.program();
        let at = |loc: LocId| program.locs[loc].span;
        let (what, span) = match &obligation.goal {
            Goal::Invariant(loc) if *loc == obligation.from => {
                ("an iteration keeps the invariant of the loop".into(), at(*loc))
            }
            Goal::Invariant(loc) => ("the invariant holds where the loop is entered".into(), at(*loc)),
            Goal::Error(loc) => ("the invariants exclude the error".into(), at(*loc)),
            Goal::Unsupported(edge) => {
                ("the invariants exclude code that is not modelled".into(), program.edges[*edge].span)
            }
            Goal::Requires(edge, callee) => {
                let what = format!("the call satisfies what {} requires", program.procs[*callee].name);
                (what, program.edges[*edge].span)
            }
            Goal::Ensures(proc) => {
                let proc = &program.procs[*proc];
                (format!("{} ensures its contract", proc.name), at(proc.entry))
            }
        };
        Doubt { what, span }
    }
}
