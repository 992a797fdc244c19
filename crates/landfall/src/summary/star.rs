//! The star of a loop body: a transition formula that over-approximates zero or more repetitions (paper `gps`, section 6, and
//! compositional recurrence analysis).
//!
//! With k the number of repetitions, either k = 0 and nothing changes, or k ≥ 1 and:
//! - *guard*: the first state can take the body, the last one was made by it (hulls, or small unions, of its domain and range);
//! - *translation*: a·(x′ − x) ≥ b in each step gives a·Δ ≥ k·b; likewise equalities and congruences of the steps;
//! - *stable facts*: what the body preserves and the first state has, the last state has;
//! - *phases*: a condition p that the body preserves splits the repetitions into those before p and those after.
//!
//! Each fact is closed under one more repetition in front: that is what makes negated summaries inductive.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::linear::{Constraint, Relation};
use landfall_smt::{Context, Sort, Term};
use rustc_hash::FxHashMap;

use super::abstraction::{Effort, combination, congruence_term, hull, lattice};
use crate::budget::Budget;
use crate::cfa::VarId;
use crate::encode::{Local, Origin, Transition};
use crate::limits::limits;
use crate::named::named;
use crate::verdict::Reason;

named! {
    /// How much of the star is computed; each level includes the ones before. For ablations.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    pub enum StarKind: "star" {
        /// Whatever the body changes becomes arbitrary.
        Trivial: "trivial",
        /// And the guard.
        Guard: "guard",
        /// And translations.
        Translation: "translation",
        /// And congruences, stable facts and phases.
        #[default]
        Full: "full",
    }
}

/// Computes stars with one solver context. A body that comes again is not computed again.
pub struct Stars<'a> {
    pub context: &'a Context,
    pub budget: &'a Budget,
    pub kind: StarKind,
    known: RefCell<FxHashMap<BodyKey, Closed>>,
}

/// A closed loop body.
#[derive(Clone)]
struct Closed {
    star: Transition,
    phases: Vec<Term>,
}

/// What identifies a body: its guard and its updates.
type BodyKey = (Term, Vec<(VarId, Term)>);

/// Repetitions of a body, with their number as a term.
struct Repeated {
    transition: Transition,
    count: Term,
}

impl<'a> Stars<'a> {
    pub fn new(context: &'a Context, budget: &'a Budget, kind: StarKind) -> Stars<'a> {
        Stars { context, budget, kind, known: RefCell::default() }
    }

    /// Zero or more repetitions of `body`.
    pub fn star(&self, body: &Transition) -> Result<Transition, Reason> {
        Ok(self.star_and_phases(body)?.0)
    }

    /// The star, and the conditions that divide the repetitions into those before and those after.
    pub fn star_and_phases(&self, body: &Transition) -> Result<(Transition, Vec<Term>), Reason> {
        let key: BodyKey = (body.guard, body.post.iter().map(|(v, t)| (*v, *t)).collect());
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok((known.star.renamed(), known.phases.clone()));
        }
        let repeated = self.repeat(body)?;
        let closed = if self.kind < StarKind::Full || repeated.transition.post.is_empty() {
            Closed { star: repeated.transition, phases: Vec::new() }
        } else {
            self.with_phases(body, repeated)?
        };
        self.known.borrow_mut().insert(key, closed.clone());
        Ok((closed.star, closed.phases))
    }

    /// Without phases.
    fn repeat(&self, body: &Transition) -> Result<Repeated, Reason> {
        let symbols = body.symbols();
        let feasible = self.context.check("star", body.guard).is_sat() != Some(false);
        if !feasible || body.post.is_empty() {
            return Ok(Repeated { transition: Transition::identity(symbols), count: Term::int(0) });
        }
        let count = Term::fresh("k", Sort::Int);
        let mut after: BTreeMap<VarId, Term> = BTreeMap::new();
        let mut locals = vec![Local { symbol: count, origin: Origin::Repetition }];
        for &var in body.post.keys() {
            let name = format!("{}.after", symbols.state(var).as_var().map_or("x", |s| s.name()));
            let symbol = Term::fresh(&name, symbols.state(var).sort());
            locals.push(Local { symbol, origin: Origin::Repetition });
            after.insert(var, symbol);
        }
        let unchanged: Vec<Term> = after.iter().map(|(&v, &t)| t.eq(symbols.state(v))).collect();
        let mut some = vec![count.ge(1)];
        let mut always = vec![count.ge(0)];
        if self.kind >= StarKind::Guard {
            self.guard(body, &after, &mut some)?;
        }
        if self.kind >= StarKind::Translation {
            self.translations(body, &after, count, &mut always)?;
        }
        if self.kind >= StarKind::Full {
            self.stable_facts(body, &after, &mut always)?;
        }
        let none = Term::and(&[count.eq(0), Term::and(&unchanged)]);
        let guard = Term::and(&[Term::and(&always), Term::or(&[none, Term::and(&some)])]);
        let mut transition = Transition::new(symbols, guard, after, locals);
        transition.approximate = true;
        Ok(Repeated { transition, count })
    }

    /// Domain and range of the body, for k ≥ 1.
    fn guard(&self, body: &Transition, after: &BTreeMap<VarId, Term>, facts: &mut Vec<Term>) -> Result<(), Reason> {
        let symbols = body.symbols();
        let footprint = body.footprint();
        let vars: Vec<VarId> = footprint.reads.union(&footprint.writes).copied().collect();
        let ints = |t: &Term| t.sort() == Sort::Int;
        let before: Vec<Term> = footprint.reads.iter().map(|&v| symbols.state(v)).filter(ints).collect();
        if let Some(domain) = hull(self.context, self.budget, body.guard, &before, effort())? {
            facts.push(domain.to_term(&before));
        }
        let values: Vec<Term> = vars.iter().map(|&v| body.value(v)).filter(ints).collect();
        let last: Vec<Term> =
            vars.iter().map(|v| after.get(v).copied().unwrap_or_else(|| symbols.state(*v))).filter(ints).collect();
        if let Some(range) = hull(self.context, self.budget, body.guard, &values, effort())? {
            facts.push(range.to_term(&last));
        }
        if self.kind >= StarKind::Full
            && let Some(range) = lattice(self.context, self.budget, body.guard, &values, limits().star.lattice_models)?
        {
            facts.extend(range.congruences().iter().map(|c| congruence_term(c, &last)));
        }
        Ok(())
    }

    /// What each step adds at least and at most, times k.
    fn translations(
        &self,
        body: &Transition,
        after: &BTreeMap<VarId, Term>,
        count: Term,
        facts: &mut Vec<Term>,
    ) -> Result<(), Reason> {
        let symbols = body.symbols();
        let vars: Vec<VarId> = after.keys().copied().filter(|&v| symbols.state(v).sort() == Sort::Int).collect();
        let steps: Vec<Term> = vars.iter().map(|&v| body.value(v).sub(symbols.state(v))).collect();
        let total: Vec<Term> = vars.iter().map(|v| after[v].sub(symbols.state(*v))).collect();
        if let Some(shape) = hull(self.context, self.budget, body.guard, &steps, effort())? {
            facts.extend(shape.hull.constraints().iter().map(|c| repeated_constraint(c, &total, count)));
        }
        if self.kind >= StarKind::Full
            && let Some(found) = lattice(self.context, self.budget, body.guard, &steps, limits().star.lattice_models)?
        {
            for congruence in found.congruences() {
                let sum = combination(&congruence.term, &total);
                let drift = count.scale(congruence.residue.to_big());
                facts.push(sum.sub(drift).divisible_by(congruence.modulus.to_big()));
            }
        }
        Ok(())
    }

    /// Conditions that the body preserves.
    fn stable_facts(
        &self,
        body: &Transition,
        after: &BTreeMap<VarId, Term>,
        facts: &mut Vec<Term>,
    ) -> Result<(), Reason> {
        let symbols = body.symbols();
        let last: FxHashMap<Term, Term> = after.iter().map(|(v, t)| (symbols.state(*v), *t)).collect();
        for condition in self.stable_conditions(body)? {
            facts.push(condition.implies(condition.substitute(&last)));
        }
        Ok(())
    }

    /// The atoms of the body over the state before, and their negations, that hold after a step if they held before.
    fn stable_conditions(&self, body: &Transition) -> Result<Vec<Term>, Reason> {
        let symbols = body.symbols();
        let mut candidates: BTreeSet<Term> = BTreeSet::new();
        let mut sources: Vec<Term> = body.post.values().copied().collect();
        sources.push(body.guard);
        for source in sources {
            for atom in source.subterms(Term::is_atom) {
                let over_state = !atom.any_var(|v| symbols.var_of(v).is_none());
                if over_state {
                    candidates.insert(atom);
                    candidates.insert(atom.not());
                }
            }
        }
        let mut solver = self.context.solver("stable");
        solver.set_resource_limit(limits().hull.query / 4);
        solver.assert(body.guard);
        let mut stable = Vec::new();
        for candidate in candidates.into_iter().take(limits().star.candidates) {
            self.budget.poll()?;
            let broken = [candidate, body.pull_back(candidate).not()];
            if solver.check_assuming(&[Term::and(&broken)]).is_unsat() {
                stable.push(candidate);
            }
        }
        Ok(stable)
    }

    /// Adds, for each condition that the body preserves and that divides it, "first without it, then with it".
    fn with_phases(&self, body: &Transition, all: Repeated) -> Result<Closed, Reason> {
        let symbols = body.symbols();
        let mut result = all.transition;
        let mut phases = Vec::new();
        let most = phases_of_size(body);
        for condition in self.stable_conditions(body)? {
            if phases.len() == most {
                break;
            }
            let before = restricted(body, condition.not());
            let since = restricted(body, condition);
            let splits = |t: &Transition| self.context.check("phase", t.guard).is_sat() == Some(true);
            if !splits(&before) || !splits(&since) {
                continue;
            }
            phases.push(condition);
            let first = self.repeat(&before)?;
            let second = self.repeat(&since)?;
            let both = first.transition.compose(&second.transition);
            let mut parts = vec![result.guard, both.guard, all.count.eq(first.count.add(second.count))];
            // Each phase that happens begins in a state of its own kind.
            parts.push(first.count.ge(1).implies(condition.not()));
            parts.push(second.count.ge(1).implies(first.transition.pull_back(condition)));
            for (&var, &value) in &result.post {
                parts.push(value.eq(both.value(var)));
            }
            let mut locals = result.locals.clone();
            locals.extend_from_slice(&both.locals);
            result = Transition::new(symbols, Term::and(&parts), result.post, locals);
            result.approximate = true;
        }
        Ok(Closed { star: result, phases })
    }
}

/// Phase conditions that are used at most, each for a conjunct of its own: the larger the body, the fewer.
fn phases_of_size(body: &Transition) -> usize {
    let size = body.guard.size() + body.post.values().map(|t| t.size()).sum::<usize>();
    match size {
        0..=120 => 6,
        121..=250 => 3,
        251..=500 => 1,
        _ => 0,
    }
}

/// The body's steps from states with `condition`.
fn restricted(body: &Transition, condition: Term) -> Transition {
    Transition::assume(body.symbols(), condition).compose(body)
}

/// `a·step ⋈ b` summed over `count` steps.
fn repeated_constraint(constraint: &Constraint, total: &[Term], count: Term) -> Term {
    let sum = combination(&constraint.term, total);
    let bound = count.scale(constraint.bound.to_big());
    match constraint.relation {
        Relation::Equal => sum.eq(bound),
        // Strict steps add up to a strict sum only for k ≥ 1; the weak form holds for all k.
        Relation::LessOrEqual | Relation::Less => sum.le(bound),
    }
}

/// How much a hull may cost here.
fn effort() -> Effort {
    Effort { cubes: limits().star.cubes, kept: limits().star.kept }
}
