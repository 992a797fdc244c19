//! Cubes: from a formula and a model, a conjunction of linear constraints that the model satisfies and that implies the formula
//! as far as linear arithmetic sees it.
//!
//! Where the formula branches (disjunction, `ite`, disequality) the cube follows the model. What is not linear is treated as a
//! variable of its own (a *part*): products, array reads, and the quotient of a division by a constant, whose remainder is
//! expressed through it exactly. Boolean variables, bit-vectors and the like are left out, so a cube of a formula with such
//! literals is weaker than the formula's implicant; it is always implied by it.

use rustc_hash::FxHashSet;

use crate::eval::Evaluator;
use crate::term::{Kind, Linear, Term};
use crate::{Assignment, Int};

/// `linear <= 0` or `linear = 0`, over variables and non-linear parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearAtom {
    pub linear: Linear,
    pub equality: bool,
}

impl LinearAtom {
    /// The atom as a term.
    pub fn to_term(&self) -> Term {
        let sum = self.linear.clone().to_term();
        if self.equality { sum.eq_zero() } else { sum.le_zero() }
    }
}

/// A conjunction of linear atoms.
#[derive(Clone, Debug, Default)]
pub struct Cube {
    pub atoms: Vec<LinearAtom>,
    /// Literals that are not linear constraints were met: the cube is weaker than the implicant it stands for.
    pub incomplete: bool,
}

/// Extracts cubes of formulas under one model. Several formulas may be collected into one cube.
pub struct CubeCollector<'a> {
    evaluator: Evaluator<'a>,
    cube: Cube,
    seen: FxHashSet<(Term, bool)>,
    parts: FxHashSet<Term>,
}

impl<'a> CubeCollector<'a> {
    pub fn new(model: &'a Assignment) -> CubeCollector<'a> {
        CubeCollector {
            evaluator: Evaluator::new(model),
            cube: Cube::default(),
            seen: FxHashSet::default(),
            parts: FxHashSet::default(),
        }
    }

    pub fn finish(self) -> Cube {
        self.cube
    }

    /// Adds an implicant of `formula`. `None` if the model does not satisfy it, or does not say.
    pub fn require(&mut self, formula: Term) -> Option<()> {
        let mut work = vec![(formula, true)];
        while let Some((term, positive)) = work.pop() {
            if !self.seen.insert((term, positive)) {
                continue;
            }
            if self.evaluator.holds(term)? != positive {
                return None;
            }
            match term.kind() {
                Kind::True | Kind::False => {}
                Kind::Not(inner) => work.push((*inner, !positive)),
                Kind::And(members) if positive => work.extend(members.iter().map(|&m| (m, true))),
                Kind::Or(members) if !positive => work.extend(members.iter().map(|&m| (m, false))),
                Kind::And(members) | Kind::Or(members) => {
                    let chosen = self.cheapest(members, positive)?;
                    work.push((chosen, positive));
                }
                Kind::Eq(a, b) if a.sort() == crate::Sort::Bool => {
                    let (left, right) = (self.evaluator.holds(*a)?, self.evaluator.holds(*b)?);
                    work.extend([(*a, left), (*b, right)]);
                }
                Kind::Le(sum) => {
                    let linear = self.purify(*sum, &mut work)?;
                    if positive {
                        self.push(linear, false);
                    } else {
                        // not (sum <= 0) is 1 - sum <= 0
                        self.push(Linear::constant(1).plus_scaled(&linear, &Int::NEG_ONE), false);
                    }
                }
                Kind::EqZero(sum) => {
                    let linear = self.purify(*sum, &mut work)?;
                    if positive {
                        self.push(linear, true);
                    } else {
                        let value = self.evaluator.value(*sum)?;
                        let side = if *value.as_int()? > Int::ZERO { Int::NEG_ONE } else { Int::ONE };
                        self.push(Linear::constant(1).plus_scaled(&linear, &side), false);
                    }
                }
                _ => self.cube.incomplete = true,
            }
        }
        Some(())
    }

    /// `term` as a linear form over variables and parts, valid in the cube. `None` if the model does not say.
    pub fn express(&mut self, term: Term) -> Option<Linear> {
        let mut work = Vec::new();
        let linear = self.purify(term, &mut work)?;
        for (condition, positive) in work {
            self.require(if positive { condition } else { condition.not() })?;
        }
        Some(linear)
    }

    fn push(&mut self, linear: Linear, equality: bool) {
        if !linear.is_constant() {
            self.cube.atoms.push(LinearAtom { linear, equality });
        }
    }

    /// Of the members that have the truth value `wanted`, one that adds least: already required, or small.
    fn cheapest(&mut self, members: &[Term], wanted: bool) -> Option<Term> {
        let mut best: Option<(usize, Term)> = None;
        for &member in members {
            if self.evaluator.holds(member)? != wanted {
                continue;
            }
            if self.seen.contains(&(member, wanted)) {
                return Some(member);
            }
            let cost = match member.kind() {
                Kind::And(list) | Kind::Or(list) => list.len(),
                _ => 1,
            };
            if best.is_none_or(|(other, _)| cost < other) {
                best = Some((cost, member));
            }
        }
        best.map(|(_, member)| member)
    }

    /// Resolves `ite`s by the model and remainders by quotients; conditions that were used go to `work`.
    fn purify(&mut self, term: Term, work: &mut Vec<(Term, bool)>) -> Option<Linear> {
        let form = term.linear();
        let mut result = Linear::constant(form.constant.clone());
        let mut pending: Vec<(Term, Int)> = form.terms.clone();
        while let Some((part, factor)) = pending.pop() {
            match part.kind() {
                Kind::Ite(condition, yes, no) => {
                    let holds = self.evaluator.holds(*condition)?;
                    work.push((*condition, holds));
                    let branch = (if holds { *yes } else { *no }).linear();
                    result.constant += &branch.constant * &factor;
                    pending.extend(branch.terms.iter().map(|(t, c)| (*t, c * &factor)));
                }
                Kind::Mod(dividend, divisor) if divisor.as_int().is_some_and(|d| *d > Int::ZERO) => {
                    // a mod d = a - d·(a div d)
                    let quotient = dividend.div(*divisor);
                    let value = divisor.as_int()? * &factor;
                    let inner = dividend.linear();
                    result.constant += &inner.constant * &factor;
                    pending.extend(inner.terms.iter().map(|(t, c)| (*t, c * &factor)));
                    pending.push((quotient, -value));
                }
                Kind::Div(dividend, divisor) if divisor.as_int().is_some_and(|d| *d > Int::ZERO) => {
                    if self.parts.insert(part) {
                        // 0 <= a - d·q <= d - 1
                        let divisor = divisor.as_int()?;
                        let inner = self.purify(*dividend, work)?;
                        let rest = inner
                            .plus_scaled(&Linear { constant: Int::ZERO, terms: vec![(part, Int::ONE)] }, &-divisor);
                        self.push(rest.scaled(&Int::NEG_ONE), false);
                        self.push(Linear::constant(Int::ONE - divisor).plus_scaled(&rest, &Int::ONE), false);
                    }
                    add(&mut result, part, &factor);
                }
                Kind::Var(_) => add(&mut result, part, &factor),
                Kind::Sum(inner) => {
                    result.constant += &inner.constant * &factor;
                    pending.extend(inner.terms.iter().map(|(t, c)| (*t, c * &factor)));
                }
                _ => {
                    self.cube.incomplete = true;
                    add(&mut result, part, &factor);
                }
            }
        }
        Some(result)
    }
}

fn add(linear: &mut Linear, part: Term, factor: &Int) {
    *linear = linear.plus_scaled(&Linear { constant: Int::ZERO, terms: vec![(part, Int::ONE)] }, factor);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    fn cube(formula: Term, values: &[(Term, i64)]) -> Cube {
        let mut model = Assignment::new();
        for (var, value) in values {
            model.insert(*var, Value::int(*value));
        }
        let mut collector = CubeCollector::new(&model);
        collector.require(formula).expect("the model satisfies the formula");
        collector.finish()
    }

    fn conjunction(cube: &Cube) -> Term {
        let atoms: Vec<Term> = cube.atoms.iter().map(LinearAtom::to_term).collect();
        Term::and(&atoms)
    }

    #[test]
    fn a_disjunction_follows_the_model() {
        let (x, y) = (Term::int_var("x"), Term::int_var("y"));
        let formula = Term::or(&[x.le(3), y.eq(x.add(2))]);
        assert_eq!(conjunction(&cube(formula, &[(x, 5), (y, 7)])), y.eq(x.add(2)));
        assert_eq!(conjunction(&cube(formula, &[(x, 3), (y, 7)])), x.le(3));
    }

    #[test]
    fn a_disequality_takes_the_models_side() {
        let x = Term::int_var("x");
        assert_eq!(conjunction(&cube(x.ne(4), &[(x, 9)])), x.ge(5));
        assert_eq!(conjunction(&cube(x.ne(4), &[(x, 1)])), x.le(3));
    }

    #[test]
    fn an_ite_is_resolved_and_its_condition_kept() {
        let (x, y) = (Term::int_var("x"), Term::int_var("y"));
        let formula = Term::ite(x.gt(0), x.add(y), y).le(10);
        let expected = Term::and(&[x.ge(1), x.add(y).le(10)]);
        assert_eq!(conjunction(&cube(formula, &[(x, 3), (y, 4)])), expected);
    }

    #[test]
    fn a_remainder_becomes_exact_linear_facts() {
        let x = Term::int_var("x");
        let result = cube(x.modulo(3).eq(1), &[(x, 7)]);
        assert!(!result.incomplete);
        let quotient = x.div(3);
        assert_eq!(result.atoms.len(), 3);
        assert!(result.atoms.iter().any(|a| a.equality && a.to_term() == x.sub(quotient.scale(3)).eq(1)));
    }
}
