//! The condition under which an execution comes somewhere: a list of facts that grows at one end and shares its beginning with
//! the conditions of other places. What two ways have in common is what their lists share; where they meet again, the facts of
//! both since they parted become one.

use std::cell::OnceCell;
use std::rc::Rc;

use landfall_smt::{BitSolver, Sort, Term};

struct Link {
    fact: Term,
    before: Guard,
    length: usize,
    /// A variable that stands for the whole list, once the solver knows it.
    name: OnceCell<Term>,
}

/// A conjunction of facts. Cloning is free.
#[derive(Clone, Default)]
pub struct Guard(Option<Rc<Link>>);

impl Drop for Guard {
    /// Link by link: a long list must not need a deep stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut only) => next = only.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// Two ways that meet.
pub struct Meeting {
    pub guard: Guard,
    /// Tells the first way from the second where the guard holds.
    pub first: Term,
}

impl Guard {
    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.length)
    }

    /// The latest facts, at most so many.
    pub fn latest(&self, most: usize) -> Vec<Term> {
        let links = std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref());
        links.take(most).map(|link| link.fact).collect()
    }

    fn is_same(&self, other: &Guard) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// Adds a fact; `None` if that is false.
    #[must_use]
    pub fn and(mut self, fact: Term) -> Option<Guard> {
        for fact in fact.conjuncts() {
            if fact.is_false() {
                return None;
            }
            let known = self.0.as_ref().is_some_and(|link| link.fact == fact);
            if !known {
                self = self.then(fact);
            }
        }
        Some(self)
    }

    fn then(self, fact: Term) -> Guard {
        let length = self.len() + 1;
        Guard(Some(Rc::new(Link { fact, before: self, length, name: OnceCell::new() })))
    }

    /// Whether neither of two ways that met can be taken.
    pub fn is_never(&self) -> bool {
        self.0.as_ref().is_some_and(|link| link.fact.is_false())
    }

    /// Either of two conditions that exclude each other.
    pub fn meet(first: &Guard, second: &Guard) -> Meeting {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let (mut a, mut b) = (first.clone(), second.clone());
        while !a.is_same(&b) {
            let (longer, facts) = if a.len() >= b.len() { (&mut a, &mut ours) } else { (&mut b, &mut theirs) };
            let Some(link) = longer.0.clone() else { break };
            facts.push(link.fact);
            *longer = link.before.clone();
        }
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
        let mut at = self;
        while let Some(link) = &at.0 {
            if !holds(link.fact) {
                return false;
            }
            at = &link.before;
        }
        true
    }

    /// The condition as a term for the solver, which is told what the names in it mean.
    pub fn term(&self, solver: &mut BitSolver) -> Term {
        let mut unnamed: Vec<&Rc<Link>> = Vec::new();
        let mut at = self;
        while let Some(link) = at.0.as_ref().filter(|link| link.name.get().is_none()) {
            unnamed.push(link);
            at = &link.before;
        }
        let mut name = at.0.as_ref().and_then(|link| link.name.get()).copied().unwrap_or_else(Term::tt);
        while let Some(link) = unnamed.pop() {
            // Named by what it says, so that the same condition has the same name in every round.
            let here = Term::var(format!("reach!{}!{}", name.id(), link.fact.id()), Sort::Bool);
            solver.define(here, Term::and(&[name, link.fact]));
            name = *link.name.get_or_init(|| here);
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
