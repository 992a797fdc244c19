//! Relations beyond the four types of the paper, as plug-ins of the same step of `Overapproximate`. Each can be left out, to
//! measure what it is worth.
//!
//! Both kinds are learned from models of the states: a model proposes, further ones weaken, and the solver confirms the rest.

use landfall_smt::{Assignment, Int, Model, Term};

use super::super::kit::sift::sift;
use super::system::System;
use crate::limits::limits;
use crate::verdict::Reason;

/// Which relations beyond the paper are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beyond {
    /// `±x ± y <= c`.
    pub octagons: bool,
    /// `x`, `x + y` or `x - y` leaves a remainder when it is divided by a number.
    pub congruences: bool,
}

impl Default for Beyond {
    fn default() -> Self {
        Beyond { octagons: true, congruences: true }
    }
}

impl Beyond {
    /// Relations that hold in all states of `part`; `fixed` are the variables that have one value there.
    pub(super) fn relations(
        self,
        system: &System<'_>,
        part: Term,
        variables: &[Term],
        fixed: &[Term],
    ) -> Result<Vec<Term>, Reason> {
        let free: Vec<Term> =
            variables.iter().copied().filter(|x| !fixed.contains(x)).take(limits().octagons.variables).collect();
        let mut found = Vec::new();
        if free.is_empty() {
            return Ok(found);
        }
        if self.octagons {
            found.extend(octagons(system, part, &free)?);
        }
        if self.congruences {
            found.extend(congruences(system, part, &free)?);
        }
        Ok(found)
    }
}

/// The variables, their sums and their differences.
fn combinations(variables: &[Term]) -> Vec<Term> {
    let pairs =
        variables.iter().enumerate().flat_map(|(i, x)| variables[i + 1..].iter().flat_map(|y| [x.sub(*y), x.add(*y)]));
    variables.iter().copied().chain(pairs).collect()
}

fn value(term: Term, model: &Assignment) -> Option<Int> {
    term.eval(model)?.as_int().cloned()
}

/// A term that grows no further than a bound.
struct Bounded {
    term: Term,
    bound: Int,
    moves: usize,
}

fn octagons(system: &System<'_>, part: Term, variables: &[Term]) -> Result<Vec<Term>, Reason> {
    let Some(model) = system.model("octagons", part)? else { return Ok(Vec::new()) };
    let model = model.assignment(variables);
    let both = combinations(variables).into_iter().flat_map(|term| [term, term.neg()]);
    let bounded: Vec<Bounded> =
        both.filter_map(|term| Some(Bounded { term, bound: value(term, &model)?, moves: 0 })).collect();
    let relation = |b: &Bounded| b.term.le(Term::int(b.bound.clone()));
    let weaken = |bounded: &mut Vec<Bounded>, model: &Assignment| {
        for b in bounded.iter_mut() {
            if let Some(seen) = value(b.term, model)
                && seen > b.bound
            {
                b.bound = seen;
                b.moves += 1;
            }
        }
        bounded.retain(|b| b.moves < limits().octagons.moves);
    };
    let mut bounded = settled(system, part, variables, bounded, relation, weaken)?;
    bounded.sort_by_key(|b| (b.term.free_vars().len(), b.moves));
    Ok(bounded.iter().map(relation).take(limits().octagons.relations).collect())
}

/// A term with the same remainder in all states: that of `first`. The divisor is zero while only one value was seen.
struct Periodic {
    term: Term,
    first: Int,
    divisor: Int,
}

fn congruences(system: &System<'_>, part: Term, variables: &[Term]) -> Result<Vec<Term>, Reason> {
    let Some(model) = system.model("congruences", part)? else { return Ok(Vec::new()) };
    let model = model.assignment(variables);
    let terms = combinations(variables).into_iter();
    let periodic: Vec<Periodic> =
        terms.filter_map(|term| Some(Periodic { term, first: value(term, &model)?, divisor: Int::ZERO })).collect();
    let relation = |p: &Periodic| {
        let difference = p.term.sub(Term::int(p.first.clone()));
        if p.divisor == Int::ZERO { difference.eq_zero() } else { difference.divisible_by(p.divisor.clone()) }
    };
    let weaken = |periodic: &mut Vec<Periodic>, model: &Assignment| {
        for p in periodic.iter_mut() {
            if let Some(seen) = value(p.term, model) {
                p.divisor = greatest_divisor(p.divisor.clone(), seen - &p.first);
            }
        }
        periodic.retain(|p| p.divisor != Int::ONE);
    };
    let mut periodic = settled(system, part, variables, periodic, relation, weaken)?;
    periodic.retain(|p| p.divisor > Int::ONE && p.divisor <= Int::from(limits().octagons.divisor));
    Ok(periodic.iter().map(relation).take(limits().octagons.relations).collect())
}

/// The greatest common divisor, not negative; that of zero and a number is the number.
fn greatest_divisor(mut a: Int, mut b: Int) -> Int {
    while b != Int::ZERO {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    if a < Int::ZERO { -a } else { a }
}

/// Weakens relations by models until all hold; none if that does not come to an end.
fn settled<R>(
    system: &System<'_>,
    part: Term,
    variables: &[Term],
    proposed: Vec<R>,
    relation: impl Fn(&R) -> Term,
    weaken: impl Fn(&mut Vec<R>, &Assignment),
) -> Result<Vec<R>, Reason> {
    let ask = |negated| system.check("relations", Term::and(&[part, negated]));
    let weaken = |proposed: &mut Vec<R>, model: &Model| {
        weaken(proposed, &model.assignment(variables));
        true
    };
    let sifted = sift(proposed, limits().octagons.models, relation, ask, weaken)?;
    Ok(if sifted.holds { sifted.left } else { Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cfa::graph::Loops;
    use crate::cfa::text::read_program;
    use crate::encode::{CutGraph, Encoder};
    use crate::solving::Solving;

    /// The relations of the states that `part` describes over x, y and z.
    fn relations(beyond: Beyond, part: impl Fn([Term; 3]) -> Term) -> (Vec<Term>, [Term; 3]) {
        let text = "proc main() entry a exit z { a -> z: skip; } entry main;";
        let program = read_program(text).unwrap_or_else(|e| panic!("{e:?}"));
        let encoder = Encoder::new(&program);
        let cuts = CutGraph::new(&encoder, &Loops::new(&program));
        let solving = Solving::new(&Default::default(), &Budget::unlimited());
        let system = System::new(&encoder, &cuts, &solving, Budget::unlimited());
        let vars = ["further_x", "further_y", "further_z"].map(Term::int_var);
        let found = beyond.relations(&system, part(vars), &vars, &vars[2..]).expect("nothing stops it");
        for relation in &found {
            assert_eq!(solving.implies("test", part(vars), *relation), Some(true), "{relation:?}");
        }
        (found, vars)
    }

    #[test]
    fn bounds_of_sums_and_differences_are_found() {
        let beyond = Beyond { octagons: true, congruences: false };
        // Few values, so that whatever states the solver shows, no bound moves often.
        let within = |[x, y, z]: [Term; 3]| [x.ge(0), x.le(2), y.ge(0), y.le(2), z.eq(0)];
        let equal = |vars: [Term; 3]| Term::and(&[Term::and(&within(vars)), vars[0].eq(vars[1])]);
        let (found, [x, y, _]) = relations(beyond, equal);
        for expected in [x.sub(y).le(0), y.sub(x).le(0)] {
            assert!(found.contains(&expected), "{expected:?} in {found:?}");
        }
        let opposite = |vars: [Term; 3]| Term::and(&[Term::and(&within(vars)), vars[0].add(vars[1]).eq(2)]);
        let (found, [x, y, _]) = relations(beyond, opposite);
        assert!(found.contains(&x.ge(0)) && found.contains(&y.le(2)), "{found:?}");
        assert!(found.contains(&x.add(y).le(2)) || found.contains(&x.add(y).ge(2)), "{found:?}");
        assert!(relations(Beyond { octagons: false, congruences: false }, equal).0.is_empty());
    }

    #[test]
    fn remainders_are_found() {
        let beyond = Beyond { octagons: false, congruences: true };
        let k = Term::int_var("further_k");
        let (found, [x, y, _]) =
            relations(beyond, |[x, y, z]| Term::and(&[x.eq(k.scale(6) + 1), y.eq(z.scale(2).sub(x))]));
        assert!(found.contains(&x.sub(1).divisible_by(Int::from(6))), "{found:?}");
        assert!(found.iter().any(|r| r.free_vars().contains(&y)), "{found:?}");
    }

    #[test]
    fn divisors() {
        let divisor = |a: i64, b: i64| greatest_divisor(Int::from(a), Int::from(b));
        assert_eq!([divisor(0, 6), divisor(4, -6), divisor(-9, 0)], [6, 2, 9].map(Int::from));
    }
}
