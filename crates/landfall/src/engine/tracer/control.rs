//! Interpolants that speak of control: clauses of disequalities between variables that are never computed with and constants.
//!
//! Programs that keep their state in variables (protocols, schedulers) need to know which combinations of values do not occur at
//! a loop header. The weakest precondition of a spurious path is a clause that says what the path needs; here all its
//! disequalities that the header's state implies are kept together, and those of variables that hold the program's state, which
//! is weaker than any one of them. Beyond the paper, for such clauses alone, and only in programs that do not come to an end with
//! few restarts:
//!
//! - A path back to the header that violates a required clause is not unrolled if it is spurious itself: then the header gets
//!   the clause that excludes this path as well.
//! - A later header of the same location must keep the clauses that were found at others, as far as its state implies them.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_entity::EntitySet;
use landfall_smt::{Int, Kind, Term};

use super::refine::Trace;
use super::search::{Search, Taken};
use super::state::Constraint;
use crate::cfa::graph::enumerated;
use crate::cfa::{Expr, Op, Program, VarId};
use crate::encode::Transition;
use crate::limits::limits;
use crate::verdict::Reason;

/// The variables in which a program keeps its state: never computed with, they get several constants.
pub fn state_variables(program: &Program) -> EntitySet<VarId> {
    let enumerated = enumerated(program);
    let mut assigned: BTreeMap<VarId, BTreeSet<i128>> = BTreeMap::new();
    for edge in program.edges.values() {
        if let Op::Assign(var, Expr::Int(value, _)) = edge.op
            && enumerated.contains(var)
        {
            assigned.entry(var).or_default().insert(value);
        }
    }
    let mut state = EntitySet::new();
    for (var, _) in assigned.into_iter().filter(|(_, values)| values.len() >= limits().tracer.control_constants) {
        state.insert(var);
    }
    state
}

/// Whether there are such.
pub fn has_state(program: &Program) -> bool {
    !state_variables(program).is_empty()
}

impl Search<'_, '_> {
    /// Implied by the state in which the header at `index` was reached, and violated by every state there from which the rest of
    /// the path can be followed; none if the path has no such conditions.
    pub fn control_clause(&mut self, trace: &Trace, index: usize) -> Option<Term> {
        if !self.control {
            return None;
        }
        let mut rest = Transition::identity(self.encoder.symbols());
        for transition in &trace.transitions[index..] {
            rest = rest.compose(transition);
        }
        let needs = Term::and(&[rest.guard, rest.pull_back(trace.wrong)]);
        let literals: Vec<Term> =
            needs.conjuncts().into_iter().map(Term::not).filter(|l| self.is_control(*l)).collect();
        let header = self.stack[index].header.as_ref()?;
        let (base, store) = (header.entry_base, header.entry_store.clone());
        let goals: Vec<Term> = literals.iter().map(|l| self.in_store(&store, *l)).collect();
        let context = self.path_condition(base, index);
        let implied = self.prover.implied(&context, &goals);
        if !implied.contains(&true) {
            return None;
        }
        let kept = literals.into_iter().zip(implied).filter(|(l, implied)| *implied || self.is_of_state(*l));
        let kept: Vec<Term> = kept.map(|(literal, _)| literal).collect();
        (kept.len() <= limits().tracer.control_literals).then(|| Term::or(&kept))
    }

    /// Whether a literal speaks of a variable in which the program keeps its state.
    fn is_of_state(&self, literal: Term) -> bool {
        self.symbols().vars_in(literal).into_iter().all(|var| self.state.contains(var))
    }

    /// A disequality between a variable that is never computed with and a constant, or a disjunction of such.
    pub fn is_control(&self, formula: Term) -> bool {
        formula.disjuncts().into_iter().all(|literal| {
            let &Kind::Not(equation) = literal.kind() else { return false };
            let &Kind::EqZero(difference) = equation.kind() else { return false };
            match difference.linear().terms.as_slice() {
                [(symbol, factor)] if *factor == Int::ONE => {
                    self.symbols().var_of(*symbol).is_some_and(|var| self.enumerated.contains(var))
                }
                _ => false,
            }
        })
    }

    /// The state at `index` has come back to its loop head and was not closed. If that is for a clause that the path cannot
    /// violate without abstraction, the header at fault is refined.
    pub fn spurious_violation(&mut self, index: usize) -> Result<Option<Taken>, Reason> {
        if !self.control {
            return Ok(None);
        }
        let loc = self.stack[index].loc;
        let above = self.stack[..index].iter().rev().find(|f| f.loc == loc && f.header.is_some());
        let is_clause = |c: &&Constraint| c.required && self.is_control(c.formula);
        let clauses: Vec<Term> = above
            .iter()
            .flat_map(|f| &f.header)
            .flat_map(|h| &h.constraints)
            .filter(is_clause)
            .map(|c| c.formula)
            .collect();
        let implied = self.implied_by(index, &clauses);
        for (clause, _) in clauses.into_iter().zip(implied).filter(|(_, implied)| !implied) {
            let trace = self.trace(None, clause.not());
            if self.is_spurious(&trace)? {
                self.cx.statistics.add("violations refuted", 1);
                return self.refine_and_restart(&trace).map(Some);
            }
        }
        Ok(None)
    }

    /// Remembers what a header must keep for other headers of its location.
    pub fn learn(&mut self, index: usize, formulas: &[Term]) {
        let loc = self.stack[index].loc;
        for &formula in formulas {
            if self.control && self.is_control(formula) && !self.learned[loc].contains(&formula) {
                self.learned[loc].push(formula);
            }
        }
    }
}
