//! The condition under which an execution comes somewhere: a list of facts that grows at one end and shares its beginning with
//! the conditions of other places. What two ways have in common is what their lists share; where they meet again, the facts of
//! both since they parted become one.

use std::cell::OnceCell;

use landfall_smt::{BitSolver, Sort, Term};

use crate::engine::kit::trail::Trail;

/// A fact, and a variable that stands for it and all before it, once the solver knows it.
#[derive(Clone)]
struct Fact {
    says: Term,
    name: OnceCell<Term>,
}

/// A conjunction of facts. Cloning is free.
#[derive(Clone, Default)]
pub struct Guard(Trail<Fact>);

/// Two ways that meet.
pub struct Meeting {
    pub guard: Guard,
    /// Tells the first way from the second where the guard holds.
    pub first: Term,
}

impl Guard {
    /// The latest facts, at most so many.
    pub fn latest(&self, most: usize) -> Vec<Term> {
        self.0.prefixes().filter_map(|prefix| prefix.last()).take(most).map(|fact| fact.says).collect()
    }

    /// Adds a fact; `None` if that is false.
    #[must_use]
    pub fn and(mut self, fact: Term) -> Option<Guard> {
        for fact in fact.conjuncts() {
            if fact.is_false() {
                return None;
            }
            if self.0.last().is_none_or(|last| last.says != fact) {
                self = self.then(fact);
            }
        }
        Some(self)
    }

    fn then(mut self, says: Term) -> Guard {
        self.0.push(Fact { says, name: OnceCell::new() });
        self
    }

    /// Whether neither of two ways that met can be taken.
    pub fn is_never(&self) -> bool {
        self.0.last().is_some_and(|fact| fact.says.is_false())
    }

    /// Either of two conditions that exclude each other.
    pub fn meet(first: &Guard, second: &Guard) -> Meeting {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let (mut a, mut b) = (first.0.clone(), second.0.clone());
        while a != b {
            let (longer, facts) = if a.len() >= b.len() { (&mut a, &mut ours) } else { (&mut b, &mut theirs) };
            facts.extend(longer.last().map(|fact| fact.says));
            *longer = longer.before();
        }
        let a = Guard(a);
        let split = ours.iter().rev().find(|fact| theirs.contains(&fact.not())).copied();
        let Some(split) = split else {
            // One list that is a beginning of the other leaves the other no way of its own.
            let (ours, theirs) = (Term::and(&ours), Term::and(&theirs));
            let first = if ours.is_true() { theirs.not() } else { ours };
            let guard = a.clone().and(Term::or(&[ours, theirs]));
            return Meeting { guard: guard.unwrap_or_else(|| a.then(Term::ff())), first };
        };
        let rest = |facts: &[Term], without: Term| {
            Term::and(&facts.iter().copied().filter(|fact| *fact != without).collect::<Vec<_>>())
        };
        let (ours, theirs) = (rest(&ours, split), rest(&theirs, split.not()));
        let implied = [Term::or(&[split.not(), ours]), Term::or(&[split, theirs])];
        let guard = implied.into_iter().try_fold(a.clone(), Guard::and);
        Meeting { guard: guard.unwrap_or_else(|| a.then(Term::ff())), first: split }
    }

    /// Whether all facts hold, the latest first.
    pub fn holds(&self, holds: &mut dyn FnMut(Term) -> bool) -> bool {
        self.0.prefixes().filter_map(|prefix| prefix.last()).all(|fact| holds(fact.says))
    }

    /// The condition as a term for the solver, which is told what the names in it mean.
    pub fn term(&self, solver: &mut BitSolver) -> Term {
        let facts = || self.0.prefixes().filter_map(|prefix| prefix.last());
        let unnamed: Vec<&Fact> = facts().take_while(|fact| fact.name.get().is_none()).collect();
        let mut name = facts().find_map(|fact| fact.name.get()).copied().unwrap_or_else(Term::tt);
        for fact in unnamed.into_iter().rev() {
            // Named by what it says, so that the same condition has the same name in every round.
            let here = Term::var(format!("reach!{}!{}", name.id(), fact.says.id()), Sort::Bool);
            solver.define(here, Term::and(&[name, fact.says]));
            name = *fact.name.get_or_init(|| here);
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_that_exclude_themselves_meet_in_none() {
        let [a, b] = ["a", "b"].map(|name| Term::var(name, Sort::Bool));
        let way = |facts: &[Term]| facts.iter().try_fold(Guard::default(), |guard, fact| guard.and(*fact));
        let (Some(first), Some(second)) = (way(&[a, a.not()]), way(&[b, b.not()])) else {
            panic!("single facts are possible")
        };
        let met = Guard::meet(&first, &second).guard;
        assert!(met.is_never());
        assert!(!met.holds(&mut |fact| fact.is_true()));
    }
}
