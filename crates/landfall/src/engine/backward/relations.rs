//! Relations between variables that hold in a set of states: the first step of `Overapproximate` (section 4.3).
//!
//! The paper asks the solver for the constant of each relation. Here one model proposes all relations at once, further models
//! refute those that do not hold in general, and the solver confirms the rest together.

use std::collections::BTreeSet;

use landfall_smt::{Assignment, Int, Kind, Model, Sort, Term};

use super::super::kit::sift::{drop_others, sift};
use super::bself::Bself;
use super::graph::PlaceId;
use super::system::System;
use crate::limits::limits;
use crate::verdict::Reason;

/// What holds in a set of states.
#[derive(Default)]
pub(super) struct Relations {
    /// Type 1: x = c.
    pub constants: Vec<Term>,
    /// Types 2 to 4, the strongest and simplest first.
    pub others: Vec<Term>,
}

impl Bself<'_, '_> {
    /// The relations that `part` (ψ′) implies; type 3 looks at `last` (ψ) as well.
    pub fn relations(&mut self, place: PlaceId, part: Term, last: Term) -> Result<Relations, Reason> {
        let system = self.system;
        let variables = self.variables(place, part);
        let Some(model) = system.model("relations", part)? else { return Ok(Relations::default()) };
        let model = model.assignment(&variables);
        let proposed = proposals(&variables, &model);
        let holding = confirmed(system, part, proposed)?;
        let constants: Vec<Term> = holding.iter().copied().filter(|r| as_constant(*r).is_some()).collect();
        let mut others: Vec<Term> = holding.iter().copied().filter(|r| as_constant(*r).is_none()).collect();
        // Between variables that are constants everything is related; what says less than both constants comes later.
        let fixed: BTreeSet<Term> = constants.iter().filter_map(|r| as_constant(*r)).map(|(x, _)| x).collect();
        let both_fixed = |r: &Term| r.free_vars().iter().filter(|v| fixed.contains(v)).count() > 1;
        others.sort_by_key(|r| (both_fixed(r), weight(*r)));
        others.truncate(limits().relations.related);
        let mut result = self.not_implied(others)?;
        let equalities: Vec<Term> = constants.iter().chain(&result).copied().collect();
        // A constant may be worth keeping while others are dropped.
        let first_fixed = result.iter().position(both_fixed).unwrap_or(result.len());
        result.splice(first_fixed..first_fixed, constants.iter().copied());
        result.extend(substitutions(part, &equalities).into_iter().take(limits().relations.substituted));
        result.extend(self.between(&constants, last)?);
        let fixed: Vec<Term> = fixed.into_iter().collect();
        result.extend(self.effort.beyond.relations(system, part, &variables, &fixed)?);
        Ok(Relations { constants, others: result })
    }

    /// The integer variables that the loop or the states speak of.
    pub fn variables(&self, place: PlaceId, part: Term) -> Vec<Term> {
        let mut terms = vec![part];
        for path in &self.loops[place].paths {
            terms.push(path.guard);
            terms.extend(path.updates.iter().flat_map(|(symbol, value)| [*symbol, *value]));
        }
        let counter = self.system.graph.places[place].counter;
        let is_wanted = |v: &Term| v.sort() == Sort::Int && self.system.graph.is_state(*v) && Some(*v) != counter;
        Term::free_vars_of(&terms).into_iter().filter(is_wanted).take(limits().relations.variables).collect()
    }

    /// Relations that no earlier one implies.
    fn not_implied(&self, relations: Vec<Term>) -> Result<Vec<Term>, Reason> {
        let mut kept: Vec<Term> = Vec::new();
        for relation in relations {
            let mut implied = false;
            for other in &kept {
                implied = implied || self.system.implies("relations", *other, relation)?;
            }
            if !implied {
                kept.push(relation);
            }
        }
        Ok(kept)
    }

    /// Type 3: x is a in one set and b in the other: between them, in steps of their distance. Besides, in such steps anywhere.
    fn between(&self, constants: &[Term], last: Term) -> Result<Vec<Term>, Reason> {
        let mut found = Vec::new();
        if last.is_false() {
            return Ok(found);
        }
        let variables: Vec<Term> = constants.iter().filter_map(|r| as_constant(*r)).map(|(x, _)| x).collect();
        let Some(model) = self.system.model("relations", last)? else { return Ok(found) };
        let model = model.assignment(&variables);
        let proposed = variables.iter().copied().filter_map(|x| Some(x.eq(model.get(x)?.to_term()))).collect();
        for other in confirmed(self.system, last, proposed)? {
            let Some((x, b)) = as_constant(other) else { continue };
            let here = constants.iter().filter_map(|r| as_constant(*r)).find(|(y, _)| *y == x);
            let Some((_, a)) = here else { continue };
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            let distance = &high - &low;
            if distance > Int::ZERO {
                let bounds = [x.ge(Term::int(low.clone())), x.le(Term::int(high))];
                let aligned = x.sub(Term::int(low)).divisible_by(distance);
                found.extend([Term::and(&[Term::and(&bounds), aligned]), aligned]);
            }
        }
        Ok(found)
    }
}

/// x = c as x and c.
fn as_constant(relation: Term) -> Option<(Term, Int)> {
    let Kind::EqZero(sum) = relation.kind() else { return None };
    let linear = sum.linear();
    match &linear.terms[..] {
        [(x, factor)] if *factor == Int::ONE && x.is_var() => Some((*x, -linear.constant.clone())),
        _ => None,
    }
}

/// Simple relations first: those without a constant, of few variables.
fn weight(relation: Term) -> (usize, bool, usize) {
    let Kind::EqZero(sum) = relation.kind() else { return (9, true, 0) };
    let linear = sum.linear();
    let plus = linear.terms.iter().filter(|(_, factor)| *factor > Int::ZERO).count();
    (linear.terms.len(), linear.constant != Int::ZERO, plus)
}

/// The relations of types 1 and 2 that hold in one state.
fn proposals(variables: &[Term], model: &Assignment) -> Vec<Term> {
    let value = |x: &Term| model.get(*x).and_then(|v| v.as_int().cloned());
    let known: Vec<(Term, Int)> = variables.iter().filter_map(|x| Some((*x, value(x)?))).collect();
    let mut proposed: Vec<Term> = known.iter().map(|(x, a)| (*x).eq(Term::int(a.clone()))).collect();
    for (index, (x, a)) in known.iter().enumerate() {
        for (y, b) in &known[index + 1..] {
            for (sum, total) in [(x.sub(*y), a - b), (x.add(*y), a + b)] {
                proposed.push(sum.eq(Term::int(total.clone())));
                for (z, c) in known.iter().filter(|(z, c)| z != x && z != y && *c != Int::ZERO) {
                    let factor = &total / c;
                    let is_small = factor <= Int::from(limits().relations.factor)
                        && factor >= Int::from(-limits().relations.factor);
                    if factor != Int::ZERO && is_small && &factor * c == total {
                        proposed.push(sum.eq(z.scale(factor)));
                    }
                }
            }
            // x = a·y is x − y = (a − 1)·y, with the middle variable for the third.
            for (s, t, u, v) in [(x, a, y, b), (y, b, x, a)] {
                if *v != Int::ZERO {
                    let factor = t / v;
                    let is_small = factor <= Int::from(limits().relations.factor)
                        && factor >= Int::from(-limits().relations.factor);
                    if is_small && factor != Int::ZERO && factor != Int::ONE && &factor * v == *t {
                        proposed.push((*s).eq(u.scale(factor)));
                    }
                }
            }
        }
    }
    proposed
}

/// The proposed relations that hold in all states of `part`.
fn confirmed(system: &System<'_>, part: Term, proposed: Vec<Term>) -> Result<Vec<Term>, Reason> {
    let ask = |negated| system.check("relations", Term::and(&[part, negated]));
    let drop_refuted = |left: &mut Vec<Term>, model: &Model| {
        let model = model.assignment(&Term::free_vars_of(left));
        drop_others(left, |relation| relation.holds(&model) == Some(true))
    };
    let sifted = sift(proposed, limits().relations.models, |relation| *relation, ask, drop_refuted)?;
    Ok(if sifted.holds { sifted.left } else { Vec::new() })
}

/// Type 4, and more: comparisons of the states with an equality added or subtracted. Replacing a variable or a constant by
/// something equal is a case of it.
fn substitutions(part: Term, equalities: &[Term]) -> Vec<Term> {
    let clauses = part.conjuncts();
    let mut found: Vec<Term> = Vec::new();
    for &clause in clauses.iter().filter(|clause| clause.disjuncts().len() <= limits().relations.literals) {
        for literal in clause.disjuncts() {
            for equality in equalities.iter().filter(|e| **e != literal) {
                found.extend(combined(literal, *equality).into_iter().map(|l| clause.replace(literal, l)));
            }
        }
    }
    let mut distinct: Vec<Term> = Vec::new();
    for relation in found {
        if relation.as_bool().is_none() && !distinct.contains(&relation) && !clauses.contains(&relation) {
            distinct.push(relation);
        }
    }
    distinct.retain(|relation| !equalities.contains(relation));
    // Equalities and conditional facts say more than bounds; few variables and small constants are likely.
    distinct.sort_by_key(|relation| {
        let simplicity = relation.atoms().iter().map(|atom| complexity(*atom)).max();
        (matches!(relation.kind(), Kind::Le(_)), simplicity)
    });
    distinct
}

/// How many variables a comparison has besides the first two, and whether its constant is large.
fn complexity(atom: Term) -> (usize, bool) {
    match atom.kind() {
        Kind::Le(sum) | Kind::EqZero(sum) => {
            let linear = sum.linear();
            let is_large = linear.constant > Int::ONE || linear.constant < Int::NEG_ONE;
            (linear.terms.len().saturating_sub(2), is_large)
        }
        _ => (limits().relations.terms, true),
    }
}

/// A comparison with an equality added, and with it subtracted.
fn combined(literal: Term, equality: Term) -> Vec<Term> {
    let (atom, negated) = match literal.kind() {
        Kind::Not(inner) => (*inner, true),
        _ => (literal, false),
    };
    let (Kind::EqZero(sum) | Kind::Le(sum), Kind::EqZero(zero)) = (atom.kind(), equality.kind()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for sign in [Int::ONE, Int::NEG_ONE] {
        let linear = sum.linear().plus_scaled(&zero.linear(), &sign);
        if linear.terms.len() <= limits().relations.terms {
            let sum = linear.to_term();
            let atom = if matches!(atom.kind(), Kind::Le(_)) { sum.le_zero() } else { sum.eq_zero() };
            found.push(if negated { atom.not() } else { atom });
        }
    }
    found
}
