//! Approximated weakest preconditions: what a state must satisfy so that an edge leads to a state that satisfies a fact.
//!
//! The weakest precondition of a fact is a clause: the edge's condition fails, or the fact holds. A single literal of it that the
//! state implies is preferred (a linear number of queries, as in the paper), then an interpolant between the state and the
//! clause's negation, then the clause itself. Every choice implies the weakest precondition.

use landfall_smt::Term;
use landfall_smt::interpolate::{Farkas, Interpolator};
use landfall_smt::project;
use rustc_hash::FxHashMap;

use super::search::{Loop, Search};
use super::state::{Annotation, Fact, Header, Label};
use crate::cfa::{EdgeId, Op};
use crate::encode::Transition;
use crate::limits::limits;

impl Search<'_, '_> {
    /// Adds to the annotation of the state at `index` what `below`, the annotation behind `edge`, asks of it.
    pub fn pull_back(&mut self, index: usize, edge: EdgeId, below: Annotation) {
        let transition = self.edges[edge].transition.clone();
        let mut above = std::mem::take(&mut self.stack[index].annotation);
        above.depends.extend(below.depends);
        above.truncated |= below.truncated;
        self.stack[index].open += usize::from(!below.facts.iter().any(|f| f.formula.is_false()));
        let branching = matches!(self.encoder.program().edges[edge].op, Op::Assume(_)) && transition.locals.is_empty();
        let facts: Vec<Fact> = below.facts.into_iter().filter(|f| self.is_alive(f.label)).collect();
        let pulled: Vec<Term> = facts.iter().map(|f| transition.pull_back(f.formula)).collect();
        let sure = self.sure(index, &transition, &pulled);
        for ((fact, pulled), sure) in facts.into_iter().zip(pulled).zip(sure) {
            if sure && branching && fact.label == Label::Safety {
                self.stack[index].branches.push((Fact { formula: pulled, ..fact }, transition.guard));
            } else if sure {
                above.require(Fact { formula: pulled, ..fact });
            } else {
                for formula in self.precondition(index, &transition, pulled) {
                    above.require(Fact { formula, ..fact });
                }
            }
        }
        self.stack[index].annotation = above;
    }

    /// All edges of the state were taken: what keeps those infeasible that were. If the state implies an annotation that is known
    /// behind such an edge, the edge need not be infeasible.
    pub fn exclude_infeasible(&mut self, index: usize) {
        for edge in std::mem::take(&mut self.stack[index].infeasible) {
            let annotation = self.known_behind(index, edge).unwrap_or_else(Annotation::infeasible);
            self.pull_back(index, edge, annotation);
        }
    }

    /// All edges of the state were taken: a fact that every branch needs is needed, one that some need is needed if their condition
    /// holds. At loop heads, and where interpolants have to be inductive by themselves, facts stay as they are: clauses are
    /// rarely inductive.
    pub fn join_branches(&mut self, index: usize) {
        let plain = self.loops.is_head(self.stack[index].loc) || self.kind != Loop::Abstract;
        let frame = &mut self.stack[index];
        let branches = std::mem::take(&mut frame.branches);
        for (fact, condition) in &branches {
            let needed = branches.iter().filter(|(other, _)| other == fact).count();
            let clause = Term::or(&[condition.not(), fact.formula]);
            let everywhere = plain || needed >= frame.open || clause.disjuncts().len() > limits().tracer.clause;
            frame.annotation.require(if everywhere { *fact } else { Fact { formula: clause, ..*fact } });
        }
    }

    /// Which of the facts, pulled back, are themselves good preconditions: no locals, and the state implies them.
    fn sure(&mut self, index: usize, transition: &Transition, pulled: &[Term]) -> Vec<bool> {
        let locals = transition.local_symbols();
        let plain = |t: &Term| !t.is_false() && (locals.is_empty() || !t.any_var(|v| locals.contains(&v)));
        let plain: Vec<bool> = pulled.iter().map(plain).collect();
        let base = self.stack[self.stack[index].base].header.as_ref();
        let guard = self.in_state(index, transition.guard).substitute(&base.map(Header::constants).unwrap_or_default());
        if guard.is_true() {
            return plain;
        }
        let goals: Vec<Term> = pulled.iter().zip(&plain).filter(|(_, p)| **p).map(|(t, _)| *t).collect();
        let mut implied = self.implied_by(index, &goals).into_iter();
        plain.into_iter().map(|p| p && implied.next().unwrap_or(false)).collect()
    }

    /// Conjuncts that together imply: if the edge can be taken, `pulled` holds.
    fn precondition(&mut self, index: usize, transition: &Transition, pulled: Term) -> Vec<Term> {
        let bad = Term::and(&[transition.guard, pulled.not()]);
        let locals = transition.local_symbols();
        let bad = if locals.is_empty() || !bad.any_var(|v| locals.contains(&v)) {
            bad
        } else {
            match project::exact(bad, &locals) {
                Some(exact) => exact.0,
                None => project::over(bad, &locals).over().0,
            }
        };
        bad.disjuncts().into_iter().map(|cube| self.exclude(index, cube)).collect()
    }

    /// A formula that excludes the cube, implied by the state if the state excludes it.
    fn exclude(&mut self, index: usize, cube: Term) -> Term {
        let literals: Vec<Term> = cube.conjuncts().into_iter().map(Term::not).collect();
        if literals.len() == 1 {
            return literals[0];
        }
        let implied = self.implied_by(index, &literals);
        if let Some(position) = implied.iter().rposition(|&holds| holds) {
            return literals[position];
        }
        self.interpolant(index, cube).unwrap_or_else(|| cube.not())
    }

    /// Implied by the state, excludes the cube, over the variables of the cube.
    fn interpolant(&self, index: usize, cube: Term) -> Option<Term> {
        let symbols = self.symbols();
        let frame = &self.stack[index];
        let vars = symbols.vars_in(cube);
        let mut state = self.context(index);
        state.extend(vars.iter().map(|&v| symbols.primed(v).eq(frame.store[self.slot(v)])));
        let steps = [Term::and(&state), symbols.prime(cube)];
        let cuts = Farkas.sequence(self.solving, &steps)?;
        let back: FxHashMap<Term, Term> = vars.iter().map(|&v| (symbols.primed(v), symbols.state(v))).collect();
        Some(cuts.first()?.substitute(&back))
    }
}
