//! Bit-vectors and floats by circuits and a SAT solver: terms become an and-inverter graph, its gates clauses for CaDiCaL.
//!
//! For queries over bits alone this is faster than Z3; whatever is not over bits, such as integers and quantifiers, is answered
//! `Unknown`. Assertions stay; what should hold in one query only is an assumption.

mod aig;
mod blast;
mod circuit;
mod clauses;
mod float;
#[cfg(test)]
mod tests;

use crate::solver::{Core, Model};
use crate::value::{ArrayValue, Assignment};
use crate::{Context, Interrupt, Outcome, Sort, Term, Value};
use aig::{Gate, Lit};
use blast::{Blaster, NotBits, value_from};
pub use clauses::{Clauses, clauses};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::Instant;

/// Ends a search when the context is interrupted.
struct Stop(Option<Interrupt>);

impl cadical::Callbacks for Stop {
    fn terminate(&mut self) -> bool {
        self.0.as_ref().is_some_and(Interrupt::is_stopped)
    }
}

/// Conflicts between two looks at a meter, at first and at most, and the effort that one counts as.
const CONFLICTS: (i32, i32) = (16, 512);
const EFFORT_OF_CONFLICT: u64 = 300;

/// An incremental solver over bits.
pub struct BitSolver {
    context: Context,
    purpose: &'static str,
    blaster: Blaster,
    sat: cadical::Solver<Stop>,
    /// The solver's variable of a node; zero if it has none.
    variables: Vec<i32>,
    /// Whether the clauses of a node are in the solver.
    emitted: Vec<bool>,
    next: i32,
    asserted: Vec<Term>,
    /// An assertion was no formula over bits.
    broken: Option<String>,
}

impl BitSolver {
    pub(crate) fn new(context: &Context, purpose: &'static str) -> BitSolver {
        let mut sat = cadical::Solver::new();
        sat.set_callbacks(Some(Stop(context.interrupt())));
        let mut solver = BitSolver {
            context: context.clone(),
            purpose,
            blaster: Blaster::new(),
            sat,
            variables: Vec::new(),
            emitted: Vec::new(),
            next: 1,
            asserted: Vec::new(),
            broken: None,
        };
        // The constant false.
        let constant = solver.variable(Lit::FALSE.node());
        solver.sat.add_clause([-constant]);
        solver
    }

    /// Adds an assertion, for good.
    pub fn assert(&mut self, term: Term) {
        if term.is_true() {
            return;
        }
        self.asserted.push(term);
        match self.literal(term) {
            Ok(literal) => self.sat.add_clause([literal]),
            Err(NotBits(what)) => self.broken = Some(what),
        }
    }

    /// Lets a variable stand for a term, from before its first use on. Only what a query mentions costs anything.
    pub fn define(&mut self, var: Term, meaning: Term) {
        self.blaster.define(var, meaning);
    }

    /// Checks the assertions together with the assumptions.
    pub fn check_assuming(&mut self, assumptions: &[Term]) -> Outcome {
        let started = Instant::now();
        self.dump(assumptions);
        let outcome = self.decide(assumptions).unwrap_or_else(|NotBits(what)| Outcome::Unknown(what));
        self.context.record(self.purpose, outcome.is_sat(), started.elapsed());
        outcome
    }

    /// How many gates there are.
    pub fn gates(&self) -> usize {
        self.blaster.aig.len()
    }

    fn decide(&mut self, assumptions: &[Term]) -> Result<Outcome, NotBits> {
        if let Some(what) = &self.broken {
            return Err(NotBits(what.clone()));
        }
        if self.context.interrupt().is_some_and(|interrupt| interrupt.is_stopped()) {
            return Err(NotBits("interrupted".into()));
        }
        let literals = assumptions.iter().map(|t| self.literal(*t)).collect::<Result<Vec<i32>, NotBits>>()?;
        Ok(match self.solve(&literals) {
            Some(true) => Outcome::Sat(Model::of_bits(self.assignment())),
            Some(false) => {
                let needed = assumptions.iter().zip(&literals).filter(|(_, literal)| self.sat.failed(**literal));
                Outcome::Unsat(Core { terms: needed.map(|(term, _)| *term).collect() })
            }
            None => Outcome::Unknown("interrupted".into()),
        })
    }

    /// Asks the solver; where effort is counted, some conflicts at a time until it is used up.
    fn solve(&mut self, literals: &[i32]) -> Option<bool> {
        let Some(meter) = self.context.config().meter.clone() else {
            return self.sat.solve_with(literals.iter().copied());
        };
        let mut conflicts = CONFLICTS.0;
        while meter.left() > 0 && !self.context.interrupt().is_some_and(|interrupt| interrupt.is_stopped()) {
            // A name that the solver does not know would only mean that nothing is limited.
            let _ = self.sat.set_limit("conflicts", conflicts);
            let answer = self.sat.solve_with(literals.iter().copied());
            meter.charge(conflicts.unsigned_abs() as u64 * EFFORT_OF_CONFLICT);
            if answer.is_some() {
                return answer;
            }
            conflicts = CONFLICTS.1.min(conflicts * 2);
        }
        None
    }

    /// The solver's literal of a truth value, with the clauses of what is below it.
    fn literal(&mut self, term: Term) -> Result<i32, NotBits> {
        let lit = self.blaster.truth(term)?;
        for fact in std::mem::take(&mut self.blaster.facts) {
            let fact = self.clauses(fact);
            self.sat.add_clause([fact]);
        }
        Ok(self.clauses(lit))
    }

    fn variable(&mut self, node: usize) -> i32 {
        if self.variables.len() <= node {
            self.variables.resize(node + 1, 0);
        }
        if self.variables[node] == 0 {
            self.variables[node] = self.next;
            self.next += 1;
        }
        self.variables[node]
    }

    fn numbered(&mut self, lit: Lit) -> i32 {
        let variable = self.variable(lit.node());
        if lit.is_negated() { -variable } else { variable }
    }

    /// Whether the clauses of the literal's node are missing; from now on they are not.
    fn starts(&mut self, lit: Lit) -> bool {
        let node = lit.node();
        if self.emitted.len() <= node {
            self.emitted.resize(self.blaster.aig.len(), false);
        }
        !std::mem::replace(&mut self.emitted[node], true)
    }

    /// Tseitin's clauses of all gates below a literal that have none yet; the literal's number.
    fn clauses(&mut self, root: Lit) -> i32 {
        let mut stack = vec![root];
        while let Some(lit) = stack.pop() {
            if !self.starts(lit) {
                continue;
            }
            let node = self.variable(lit.node());
            if let Some((condition, yes, no)) = self.blaster.aig.as_mux(lit.node()) {
                stack.extend([condition, yes, no]);
                let (c, t, e) = (self.numbered(condition), self.numbered(yes), self.numbered(no));
                // The node is the negation of the choice.
                for clause in [[-c, -t, -node], [-c, t, node], [c, -e, -node], [c, e, node]] {
                    self.sat.add_clause(clause);
                }
                if t != -e {
                    self.sat.add_clause([-t, -e, -node]);
                    self.sat.add_clause([t, e, node]);
                }
            } else if let Gate::And(a, b) = self.blaster.aig.gate(lit.node()) {
                stack.extend([a, b]);
                let (a, b) = (self.numbered(a), self.numbered(b));
                self.sat.add_clause([-node, a]);
                self.sat.add_clause([-node, b]);
                self.sat.add_clause([node, -a, -b]);
            }
        }
        self.numbered(root)
    }

    fn assignment(&self) -> Assignment {
        let mut assignment = Assignment::new();
        for (term, word) in &self.blaster.variables {
            if let Some(value) = value_from(term.sort(), self.bits_of(word)) {
                assignment.insert(*term, value);
            }
        }
        #[allow(clippy::iter_over_hash_type, reason = "each goes to a place of its own")]
        for (array, reads) in &self.blaster.reads {
            let Sort::Array((index, element)) = array.sort() else { continue };
            let mut value =
                ArrayValue { index: *index, default: Value::default_of(*element), entries: BTreeMap::new() };
            for read in reads {
                let at = value_from(*index, self.bits_of(&read.index));
                let cell = value_from(*element, self.bits_of(&read.value));
                if let (Some(at), Some(cell)) = (at, cell) {
                    value.set(at, cell);
                }
            }
            assignment.insert(*array, Value::Array(Box::new(value)));
        }
        assignment
    }

    /// The value of a word in the model; bits that no clause mentions are zero.
    fn bits_of(&self, word: &[Lit]) -> u128 {
        let mut bits = 0;
        for (i, lit) in word.iter().enumerate() {
            let value = match self.variables.get(lit.node()) {
                Some(&variable) if variable != 0 => self.sat.value(variable).unwrap_or(false),
                _ => false,
            };
            bits |= u128::from(value ^ lit.is_negated()) << i;
        }
        bits
    }

    fn dump(&self, assumptions: &[Term]) {
        if self.context.config().dump_smt.is_none() {
            return;
        }
        let mut query: Vec<Term> = self.asserted.iter().chain(assumptions).copied().collect();
        let mut seen = FxHashSet::default();
        let mut next = 0;
        while let Some(&term) = query.get(next) {
            next += 1;
            for var in term.free_vars() {
                if let Some(meaning) = self.blaster.definition(var).filter(|_| seen.insert(var)) {
                    query.push(var.eq(meaning));
                }
            }
        }
        self.context.dump_query(self.purpose, query.into_iter());
    }
}
