//! Rewrites of whole Boolean terms: negation normal form, and removal of `ite` below atoms.

use super::{Kind, Term};
use rustc_hash::FxHashMap;

impl Term {
    /// Negation normal form: negation only on atoms, Boolean equalities expanded.
    pub fn nnf(self) -> Term {
        // `done` maps a term to its normal form; the negative side is asked for through the negated term.
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![(self, false)];
        while let Some((term, expanded)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            let parts = nnf_parts(term);
            if parts.is_empty() {
                done.insert(term, term);
            } else if expanded {
                let parts: Vec<Vec<Term>> = parts.iter().map(|group| group.iter().map(|t| done[t]).collect()).collect();
                let result = if is_conjunctive(term) {
                    Term::and(&parts.iter().map(|group| Term::or(group)).collect::<Vec<_>>())
                } else {
                    Term::or(&parts.iter().map(|group| Term::and(group)).collect::<Vec<_>>())
                };
                done.insert(term, result);
            } else {
                stack.push((term, true));
                stack.extend(parts.into_iter().flatten().map(|t| (t, false)));
            }
        }
        done[&self]
    }
}

fn is_conjunctive(term: Term) -> bool {
    match term.kind() {
        Kind::And(_) => true,
        Kind::Not(inner) => matches!(inner.kind(), Kind::Or(_)),
        _ => false,
    }
}

/// The term as a conjunction of disjunctions, or a disjunction of conjunctions (see [`is_conjunctive`]); empty for literals.
fn nnf_parts(term: Term) -> Vec<Vec<Term>> {
    let single = |list: &[Term], negated: bool| -> Vec<Vec<Term>> {
        list.iter().map(|t| vec![if negated { t.not() } else { *t }]).collect()
    };
    let iff = |a: Term, b: Term| vec![vec![a, b], vec![a.not(), b.not()]];
    match term.kind() {
        Kind::And(list) | Kind::Or(list) => single(list, false),
        Kind::Eq(a, b) if !term.is_atom() => iff(*a, *b),
        Kind::Not(inner) => match inner.kind() {
            Kind::And(list) | Kind::Or(list) => single(list, true),
            Kind::Eq(a, b) if !inner.is_atom() => iff(*a, b.not()),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
