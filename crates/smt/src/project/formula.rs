//! Elimination from formulas with any Boolean structure.
//!
//! Quantification distributes over disjunction; over a conjunction only where the variable occurs in one member. A conjunction of
//! several disjunctions is multiplied out as long as that stays small; beyond, each member is projected alone, which relaxes.

use super::cube::{self, Policy};
use super::implicant::{conditional, resolve};
use super::{Exact, OverApprox, Relaxed};
use crate::Sort;
use crate::limits::limits;
use crate::term::{Kind, Term};

/// What exactness may cost.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Effort {
    Cheap,
    Thorough,
}

impl Effort {
    /// Cases that a conjunction of disjunctions may be multiplied out into.
    fn max_cases(self) -> usize {
        match self {
            Effort::Cheap => 4,
            Effort::Thorough => 64,
        }
    }

    /// Parts of formulas that are looked at before the rest is given up.
    fn fuel(self) -> usize {
        match self {
            Effort::Cheap => 500,
            Effort::Thorough => 2_000,
        }
    }
}

pub(super) fn project(formula: Term, vars: &[Term], effort: Effort) -> Relaxed {
    let mut elimination = Elimination { effort, fuel: effort.fuel(), lost: false };
    let mut current = formula.nnf();
    let free = current.free_vars();
    let mut remaining: Vec<Term> = vars.iter().copied().filter(|var| free.binary_search(var).is_ok()).collect();
    remaining.sort_unstable();
    remaining.dedup();
    while !remaining.is_empty() {
        // Definitions are free and shrink what the others have to look at.
        let conjuncts = current.conjuncts();
        let next = remaining.iter().position(|var| cube::definition(&conjuncts, *var).is_some()).unwrap_or(0);
        let var = remaining.remove(next);
        current = elimination.eliminate(current, var, 0);
    }
    if elimination.lost { Relaxed::Over(OverApprox(current)) } else { Relaxed::Exact(Exact(current)) }
}

struct Elimination {
    effort: Effort,
    fuel: usize,
    lost: bool,
}

impl Elimination {
    /// `exists var. formula` for a formula in negation normal form.
    fn eliminate(&mut self, formula: Term, var: Term, depth: usize) -> Term {
        if !formula.contains(var) {
            return formula;
        }
        if depth > limits().projection.depth || self.fuel == 0 {
            self.lost = true;
            return Term::tt();
        }
        self.fuel -= 1;
        if var.sort() == Sort::Bool
            && (self.effort == Effort::Thorough || formula.size() <= limits().projection.doubled)
        {
            return Term::or(&[formula.replace(var, Term::tt()), formula.replace(var, Term::ff())]).nnf();
        }
        match formula.kind() {
            Kind::Or(members) => {
                let parts: Vec<Term> = members.iter().map(|member| self.eliminate(*member, var, depth + 1)).collect();
                Term::or(&parts)
            }
            Kind::And(members) => self.eliminate_from(members, var, depth),
            _ => self.eliminate_from(&[formula], var, depth),
        }
    }

    fn eliminate_from(&mut self, members: &[Term], var: Term, depth: usize) -> Term {
        if let Some((position, value)) = cube::definition(members, var) {
            let others = members.iter().enumerate().filter(|(i, _)| *i != position).map(|(_, member)| *member);
            return Term::and(&others.collect::<Vec<_>>()).replace(var, value).nnf();
        }
        let (mentioning, mut kept): (Vec<Term>, Vec<Term>) = members.iter().partition(|member| member.contains(var));
        let mentioning: Vec<Term> = mentioning.into_iter().map(|member| lift_conditional(member, var)).collect();
        let (complex, literals): (Vec<Term>, Vec<Term>) =
            mentioning.iter().partition(|member| matches!(member.kind(), Kind::Or(_) | Kind::And(_)));
        if complex.is_empty() {
            kept.push(self.eliminate_cube(&literals, var));
        } else if mentioning.len() == 1 {
            kept.push(self.eliminate(complex[0], var, depth + 1));
        } else if let Some(cases) = multiply(&complex, self.effort.max_cases()) {
            let parts = cases.into_iter().map(|mut case| {
                case.extend_from_slice(&literals);
                self.eliminate(Term::and(&case), var, depth + 1)
            });
            kept.push(Term::or(&parts.collect::<Vec<_>>()));
        } else {
            self.lost = true;
            kept.push(self.eliminate_cube(&literals, var));
            kept.extend(complex.into_iter().map(|member| self.eliminate(member, var, depth + 1)));
        }
        Term::and(&kept)
    }

    fn eliminate_cube(&mut self, literals: &[Term], var: Term) -> Term {
        let lost = &mut self.lost;
        let mut policy = match self.effort {
            Effort::Cheap => Policy::Relax { lost },
            Effort::Thorough => Policy::Split { lost },
        };
        match cube::eliminate(literals, var, &mut policy) {
            Some(cubes) => Term::or(&cubes.iter().map(|cube| Term::and(cube)).collect::<Vec<_>>()),
            None => {
                self.lost = true;
                Term::tt()
            }
        }
    }
}

/// A literal with the variable inside a conditional term, as the disjunction of its two cases.
fn lift_conditional(member: Term, var: Term) -> Term {
    if matches!(member.kind(), Kind::Or(_) | Kind::And(_)) || !member.contains(var) {
        return member;
    }
    match conditional(member) {
        Some(condition) => {
            let case = |truth: Term, taken: bool| Term::and(&[truth, resolve(member, condition, taken)]).nnf();
            Term::or(&[case(condition, true), case(condition.not(), false)])
        }
        None => member,
    }
}

/// The cases of a conjunction of disjunctions, if there are not too many.
fn multiply(members: &[Term], limit: usize) -> Option<Vec<Vec<Term>>> {
    let mut cases: Vec<Vec<Term>> = vec![Vec::new()];
    for member in members {
        let disjuncts = member.disjuncts();
        if cases.len() * disjuncts.len() > limit {
            return None;
        }
        let extend = |case: &Vec<Term>, disjunct: &Term| {
            let mut extended = case.clone();
            extended.push(*disjunct);
            extended
        };
        cases = cases.iter().flat_map(|case| disjuncts.iter().map(|d| extend(case, d)).collect::<Vec<_>>()).collect();
    }
    Some(cases)
}
