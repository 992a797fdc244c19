//! Bit-vectors that are one of a few constants.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Kind, Term};

/// Terms that are looked at.
const MOST_TERMS: usize = 400;
/// How deep choices are looked at that a condition may decide.
const MOST_DECIDED: usize = 6;
/// How deep choices are nested.
const MOST_DEEP: usize = 100;

/// Constants with the conditions under which the term is that; just one of the conditions holds.
type Choices = Rc<BTreeMap<u128, Term>>;

impl Term {
    /// The constants that a bit-vector may be, in ascending order, each with the condition that it is the one. `None` if that is
    /// not plain, or if there are more than `most`.
    pub fn choices(self, most: usize) -> Option<Vec<(u128, Term)>> {
        let mut search = Search { most, known: FxHashMap::default() };
        let found = search.of(self, 0)?;
        Some(found.iter().map(|(value, condition)| (*value, *condition)).collect())
    }

    /// A term that is equal where the condition holds: choices that one of its conjuncts decides are made.
    pub fn under(self, condition: Term) -> Term {
        self.where_all_hold(&condition.conjuncts())
    }

    /// A term that is equal where all facts hold: choices that one of them decides are made.
    pub fn where_all_hold(self, facts: &[Term]) -> Term {
        if !matches!(self.kind(), Kind::Ite(..)) || facts.is_empty() {
            return self;
        }
        decided(self, facts, MOST_DECIDED)
    }

    /// The term as one choice among constants, each of which comes once, if it is one of at most so many; else the term.
    pub fn chosen_once(self, most: usize) -> Term {
        if !matches!(self.kind(), Kind::Ite(..)) {
            return self;
        }
        let choices = self.choices(most).unwrap_or_default();
        Term::choice(&choices, self.width()).unwrap_or(self)
    }

    /// One of some constants, each where its condition holds, the last where no other does; `None` without any.
    pub fn choice(choices: &[(u128, Term)], width: u32) -> Option<Term> {
        let constants = choices.iter().rev().map(|(value, here)| (*here, Term::bv_const(*value, width)));
        let chain = constants.reduce(|(_, other), (here, value)| (here, Term::ite(here, value, other)));
        chain.map(|(_, chain)| chain)
    }
}

/// The choices at the top of a term, so many deep, with those made that facts decide.
fn decided(term: Term, facts: &[Term], depth: usize) -> Term {
    let Kind::Ite(condition, yes, no) = term.kind() else { return term };
    if depth == 0 {
        return term;
    }
    if facts.contains(condition) {
        return decided(*yes, facts, depth - 1);
    }
    if facts.contains(&condition.not()) {
        return decided(*no, facts, depth - 1);
    }
    let (a, b) = (decided(*yes, facts, depth - 1), decided(*no, facts, depth - 1));
    if (a, b) == (*yes, *no) { term } else { Term::ite(*condition, a, b) }
}

struct Search {
    most: usize,
    known: FxHashMap<Term, Option<Choices>>,
}

impl Search {
    fn of(&mut self, term: Term, depth: usize) -> Option<Choices> {
        if let Some(value) = term.as_bv() {
            return Some(Rc::new(BTreeMap::from([(value, Term::tt())])));
        }
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        if depth > MOST_DEEP || self.known.len() > MOST_TERMS {
            return None;
        }
        let found = self.computed(term, depth + 1).filter(|found| found.len() <= self.most).map(Rc::new);
        self.known.insert(term, found.clone());
        found
    }

    fn computed(&mut self, term: Term, depth: usize) -> Option<BTreeMap<u128, Term>> {
        let mut found: BTreeMap<u128, Term> = BTreeMap::new();
        let mut add = |value: u128, condition: Term| {
            let known = found.entry(value).or_insert_with(Term::ff);
            *known = Term::or(&[*known, condition]);
        };
        match term.kind() {
            Kind::Ite(condition, yes, no) => {
                let (yes, no) = (self.of(*yes, depth)?, self.of(*no, depth)?);
                for value in yes.keys().chain(no.keys().filter(|value| !yes.contains_key(value))) {
                    let in_branch = |branch: &Choices| branch.get(value).copied().unwrap_or_else(Term::ff);
                    add(*value, Term::ite(*condition, in_branch(&yes), in_branch(&no)));
                }
            }
            Kind::Bv(op, operands) => match &operands[..] {
                [a] => {
                    for (value, condition) in &*self.of(*a, depth)? {
                        add(Term::bv_const(*value, a.width()).bv_unary(*op).as_bv()?, *condition);
                    }
                }
                [a, b] => {
                    let (first, second) = (self.of(*a, depth)?, self.of(*b, depth)?);
                    if first.len() * second.len() > self.most {
                        return None;
                    }
                    for (x, if_x) in &*first {
                        for (y, if_y) in &*second {
                            let value = Term::bv_const(*x, a.width()).bv(*op, Term::bv_const(*y, b.width())).as_bv()?;
                            add(value, Term::and(&[*if_x, *if_y]));
                        }
                    }
                }
                _ => return None,
            },
            _ => return None,
        }
        // Operands may be chosen together: what cannot be is left out.
        found.retain(|_, condition| !condition.is_false());
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sort;
    use super::*;

    #[test]
    fn a_condition_makes_the_choices_that_it_decides() {
        let [a, b] = ["a", "b"].map(|name| Term::var(name, Sort::Bool));
        let [x, y, z] = ["x", "y", "z"].map(|name| Term::var(name, Sort::BitVec(8)));
        let choice = Term::ite(b, Term::ite(a, x, y), z);
        assert_eq!(choice.under(Term::and(&[a, b])), x);
        assert_eq!(choice.under(a.not()), Term::ite(b, y, z));
        assert_eq!(choice.under(Term::or(&[a, b])), choice);
    }
}
