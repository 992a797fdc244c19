//! A cube of literals that is true in a model and implies the formula.

use crate::term::{Kind, Term};
use crate::value::Assignment;
use rustc_hash::FxHashSet;

/// Literals that are true under the assignment and together imply the formula, in the order of creation. Conditional integer
/// terms are resolved to the branch taken. `None` unless the assignment decides the formula to be true.
pub fn implicant(formula: Term, model: &Assignment) -> Option<Vec<Term>> {
    if formula.holds(model) != Some(true) {
        return None;
    }
    let mut literals = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut pending = vec![formula.nnf()];
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match term.kind() {
            Kind::True => {}
            Kind::And(members) => pending.extend(members.iter().copied()),
            Kind::Or(members) => pending.push(choose(members, model)?),
            _ => match conditional(term) {
                Some(condition) => {
                    let taken = condition.holds(model)?;
                    let decided = if taken { condition } else { condition.not() };
                    pending.push(decided.nnf());
                    pending.push(resolve(term, condition, taken).nnf());
                }
                None => literals.push(term),
            },
        }
    }
    literals.sort_unstable();
    Some(literals)
}

/// The smallest true member: simple cubes generalise better.
fn choose(members: &[Term], model: &Assignment) -> Option<Term> {
    members
        .iter()
        .copied()
        .filter(|member| member.holds(model) == Some(true))
        .min_by_key(|member| (member.size(), *member))
}

/// The condition of a conditional term inside a literal, an innermost one first.
pub(super) fn conditional(literal: Term) -> Option<Term> {
    let conditionals = literal.subterms(|t| matches!(t.kind(), Kind::Ite(..)));
    conditionals.first().and_then(|t| match t.kind() {
        Kind::Ite(condition, _, _) => Some(*condition),
        _ => None,
    })
}

/// Replaces every conditional on that condition by the branch taken.
pub(super) fn resolve(literal: Term, condition: Term, taken: bool) -> Term {
    literal.map_bottom_up(|t| match t.kind() {
        Kind::Ite(c, yes, no) if *c == condition => {
            if taken {
                *yes
            } else {
                *no
            }
        }
        _ => t,
    })
}
