//! Forward invariants from summaries: what holds whenever an execution arrives at a node, as convex and congruence facts.
//!
//! The same elimination as for conditions, on the reversed graph with reversed composition: every node gets the relation between
//! the entry and it. Its hull and its lattice over the variables are facts that hold at the node.

use std::collections::BTreeSet;
use std::sync::Arc;

use landfall_smt::{Kind, Sort, Term};
use rustc_hash::FxHashMap;

use super::abstraction::{Effort, hull, lattice, lattice_term, polyhedron_term};
use super::elimination::{Algebra, single_target};
use super::star::Stars;
use crate::cfa::VarId;
use crate::encode::{Symbols, Transition};
use crate::limits::limits;
use crate::verdict::Reason;

/// For every node a formula over state symbols that holds in each state that reaches it from `source`, which has no incoming
/// edges. `order` as for the conditions, but with `source` last. With `by_phases` loops have facts for each of their phases, which
/// makes them stronger and larger.
pub fn forward_invariants(
    stars: &Stars<'_>,
    symbols: &Arc<Symbols>,
    order: &[usize],
    edges: impl IntoIterator<Item = (usize, usize, Transition)>,
    source: usize,
    wanted: &dyn Fn(usize) -> BTreeSet<VarId>,
    by_phases: bool,
) -> Result<Vec<Term>, Reason> {
    let mut algebra = Reversed { stars, symbols: symbols.clone(), phases: FxHashMap::default() };
    let reversed = edges.into_iter().map(|(from, to, weight)| (to, from, weight));
    let solution = single_target(&mut algebra, order, reversed, source)?;
    let mut facts = Vec::with_capacity(solution.conditions.len());
    for (node, reached) in solution.conditions.iter().enumerate() {
        facts.push(match reached {
            Some(reached) if node != source => {
                let mut split = splits(symbols, reached, solution.stars[node].as_ref());
                if by_phases {
                    split.extend(algebra.phases.get(&node).into_iter().flatten().take(limits().forward.phases));
                }
                facts_of(stars, symbols, reached, &wanted(node), &split)?
            }
            Some(_) => Term::tt(),
            None => Term::ff(),
        });
    }
    Ok(facts)
}

fn facts_of(
    stars: &Stars<'_>,
    symbols: &Symbols,
    reached: &Transition,
    wanted: &BTreeSet<VarId>,
    split: &[Term],
) -> Result<Term, Reason> {
    let vars: Vec<VarId> = wanted.iter().copied().filter(|&v| symbols.state(v).sort() == Sort::Int).collect();
    if vars.is_empty() || vars.len() > limits().forward.variables {
        return Ok(Term::tt());
    }
    let values: Vec<Term> = vars.iter().map(|&v| reached.value(v)).collect();
    let states: Vec<Term> = vars.iter().map(|&v| symbols.state(v)).collect();
    let facts = |case: Term| -> Result<Term, Reason> {
        let formula = Term::and(&[reached.guard, reached.pull_back(case)]);
        let mut facts = Vec::new();
        if let Some(shape) = hull(stars.context, stars.budget, formula, &values, effort())? {
            facts.push(polyhedron_term(&shape.hull, &states));
        }
        if let Some(found) = lattice(stars.context, stars.budget, formula, &values, limits().forward.lattice_models)? {
            facts.push(lattice_term(&found, &states));
        }
        Ok(Term::and(&facts))
    };
    let always = facts(Term::tt())?;
    let mut result = vec![always];
    for case in split.iter().flat_map(|&p| [p, p.not()]) {
        // One implication a fact, so that each can be kept or dropped by itself; what always holds is not said again.
        let premise = Term::and(&[always, case]);
        let new = |fact: &Term| stars.context.implies("split", premise, *fact) != Some(true);
        result.extend(facts(case)?.conjuncts().into_iter().filter(new).map(|fact| case.implies(fact)));
    }
    Ok(Term::and(&result))
}

/// Conditions that a loop asks but does not change: each case has facts of its own.
fn splits(symbols: &Symbols, reached: &Transition, star: Option<&Transition>) -> Vec<Term> {
    let Some(star) = star else { return Vec::new() };
    let mut found = BTreeSet::new();
    for atom in star.guard.subterms(Term::is_atom).into_iter().chain(reached.guard.subterms(Term::is_atom)) {
        let constant = !atom.any_var(|v| symbols.var_of(v).is_none_or(|v| star.post.contains_key(&v)));
        // Comparisons with bounds of types come with every variable; remainders do not.
        if constant && !atom.subterms(|t| matches!(t.kind(), Kind::Mod(..))).is_empty() {
            found.insert(atom);
        }
    }
    found.into_iter().take(limits().forward.splits).collect()
}

/// Transitions with the order of composition reversed; a condition is the relation from the source.
struct Reversed<'a> {
    stars: &'a Stars<'a>,
    symbols: Arc<Symbols>,
    /// By head: the conditions that divide the rounds of its loop into phases.
    phases: FxHashMap<usize, Vec<Term>>,
}

impl Algebra for Reversed<'_> {
    type Weight = Transition;
    type Condition = Transition;
    type Stop = Reason;

    fn compose(&mut self, first: &Transition, then: &Transition) -> Result<Transition, Reason> {
        self.stars.budget.poll()?;
        Ok(then.compose(first))
    }

    fn choose(&mut self, a: &Transition, b: &Transition) -> Result<Transition, Reason> {
        Ok(Transition::choose(&self.symbols, &[a.clone(), b.clone()]))
    }

    fn star(&mut self, node: usize, body: &Transition) -> Result<Transition, Reason> {
        let (star, phases) = self.stars.star_and_phases(body)?;
        self.phases.insert(node, phases);
        Ok(star)
    }

    fn before(&mut self, weight: &Transition, after: &Transition) -> Result<Transition, Reason> {
        self.compose(weight, after)
    }

    fn either(&mut self, a: &Transition, b: &Transition) -> Result<Transition, Reason> {
        self.choose(a, b)
    }

    fn arrived(&mut self) -> Transition {
        Transition::identity(&self.symbols)
    }
}

/// How much a hull may cost here.
fn effort() -> Effort {
    Effort { cubes: limits().forward.cubes, kept: limits().forward.kept }
}
