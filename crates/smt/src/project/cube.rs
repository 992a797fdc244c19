//! Elimination of one variable from a conjunction of literals.

use crate::limits::limits;
use crate::term::{Kind, Linear, Term};
use crate::value::{Assignment, Value};
use crate::{Int, Sort};
use dashu_base::{DivEuclid, Gcd, RemEuclid, UnsignedAbs};
use rustc_hash::FxHashMap;

/// How to go on where there is a choice.
pub(super) enum Policy<'a> {
    /// Lose what would need a case split; tells so.
    Relax { lost: &'a mut bool },
    /// Split cases and use quotients, and lose only what cannot be expressed.
    Split { lost: &'a mut bool },
    /// Follow the model; the result is one cube, true in the model.
    Model(&'a mut Assignment),
}

impl Policy<'_> {
    fn lose(&mut self) {
        match self {
            Policy::Relax { lost } | Policy::Split { lost } => **lost = true,
            Policy::Model(_) => unreachable!("following a model loses nothing"),
        }
    }
}

/// Eliminates all `vars` from a cube that is true in the model; `None` if the model does not give values.
pub(super) fn project_by_model(mut cube: Vec<Term>, vars: &[Term], model: &Assignment) -> Option<Vec<Term>> {
    let mut values = model.clone();
    // A definition found late may serve earlier variables too, so equalities go first for all of them.
    let occurring = Term::free_vars_of(&cube);
    let mut remaining: Vec<Term> = vars.iter().copied().filter(|var| occurring.binary_search(var).is_ok()).collect();
    remaining.sort_by_cached_key(|var| (definition(&cube, *var).is_none(), *var));
    for var in remaining {
        let mut cubes = eliminate(&cube, var, &mut Policy::Model(&mut values))?;
        cube = cubes.pop()?;
    }
    Some(cube)
}

/// The cubes whose disjunction is the projection (as far as the policy goes). `None` only when following a model that has no
/// value for something.
pub(super) fn eliminate(cube: &[Term], var: Term, policy: &mut Policy) -> Option<Vec<Vec<Term>>> {
    let (mentioning, mut kept): (Vec<Term>, Vec<Term>) = cube.iter().partition(|literal| literal.contains(var));
    if mentioning.is_empty() {
        return Some(vec![kept]);
    }
    if let Some((position, value)) = definition(&mentioning, var) {
        kept.extend(substituted(&mentioning, Some(position), var, value));
        return Some(vec![kept]);
    }
    if var.sort() == Sort::Int {
        return eliminate_integer(mentioning, kept, var, policy);
    }
    if var.sort() == Sort::Bool {
        return eliminate_boolean(&mentioning, kept, var, policy);
    }
    match policy {
        Policy::Model(values) => {
            let value = values.get(var)?.to_term();
            kept.extend(substituted(&mentioning, None, var, value));
        }
        _ => policy.lose(),
    }
    Some(vec![kept])
}

/// All literals but the one at `skip`, with `var` replaced.
fn substituted(literals: &[Term], skip: Option<usize>, var: Term, value: Term) -> Vec<Term> {
    let map = FxHashMap::from_iter([(var, value)]);
    let others = literals.iter().enumerate().filter(|(position, _)| Some(*position) != skip);
    others.flat_map(|(_, literal)| literal.substitute(&map).conjuncts()).collect()
}

/// A literal that defines the variable by a term without it.
pub(super) fn definition(literals: &[Term], var: Term) -> Option<(usize, Term)> {
    literals.iter().enumerate().find_map(|(position, literal)| {
        let value = match literal.kind() {
            Kind::EqZero(zero) => {
                let linear = zero.linear();
                let coefficient = linear.coefficient(var);
                if coefficient.is_one() {
                    Term::from_linear(linear.without(var).scaled(&Int::NEG_ONE))
                } else if coefficient == Int::NEG_ONE {
                    Term::from_linear(linear.without(var))
                } else {
                    return None;
                }
            }
            Kind::Eq(a, b) if *a == var => *b,
            Kind::Eq(a, b) if *b == var => *a,
            Kind::Var(_) if *literal == var => Term::tt(),
            Kind::Not(inner) if *inner == var => Term::ff(),
            _ => return None,
        };
        (!value.contains(var)).then_some((position, value))
    })
}

fn eliminate_boolean(mentioning: &[Term], kept: Vec<Term>, var: Term, policy: &mut Policy) -> Option<Vec<Vec<Term>>> {
    let case = |truth: Term| {
        let mut cube = kept.clone();
        cube.extend(substituted(mentioning, None, var, truth));
        cube
    };
    Some(match policy {
        Policy::Model(values) => vec![case(values.get(var)?.to_term())],
        Policy::Split { .. } => vec![case(Term::tt()), case(Term::ff())],
        Policy::Relax { .. } => {
            policy.lose();
            vec![kept]
        }
    })
}

/// The literals on an integer variable, by form.
#[derive(Default)]
struct Shape {
    /// `coefficient·x + rest <= 0`
    bounds: Vec<(Int, Linear)>,
    /// `coefficient·x + rest = 0`
    equalities: Vec<(Int, Linear)>,
    /// `coefficient·x + rest != 0`
    disequalities: Vec<(Int, Linear)>,
    /// Everything else: the variable below a remainder, a quotient, a product, a function.
    nested: Vec<Term>,
}

impl Shape {
    fn of(literals: &[Term], var: Term) -> Shape {
        let mut shape = Shape::default();
        for literal in literals {
            let split = |zero: &Term| {
                let linear = zero.linear();
                let rest = linear.without(var);
                let direct = !rest.terms.iter().any(|(t, _)| t.contains(var));
                direct.then(|| (linear.coefficient(var), rest))
            };
            match literal.kind() {
                Kind::Le(zero) => shape.sort_in(*literal, split(zero), |shape| &mut shape.bounds),
                Kind::EqZero(zero) => shape.sort_in(*literal, split(zero), |shape| &mut shape.equalities),
                Kind::Not(inner) => match inner.kind() {
                    Kind::EqZero(zero) => shape.sort_in(*literal, split(zero), |shape| &mut shape.disequalities),
                    _ => shape.nested.push(*literal),
                },
                _ => shape.nested.push(*literal),
            }
        }
        shape
    }

    fn sort_in(
        &mut self,
        literal: Term,
        split: Option<(Int, Linear)>,
        list: impl FnOnce(&mut Shape) -> &mut Vec<(Int, Linear)>,
    ) {
        match split {
            Some(parts) => list(self).push(parts),
            None => self.nested.push(literal),
        }
    }
}

fn eliminate_integer(mentioning: Vec<Term>, kept: Vec<Term>, var: Term, policy: &mut Policy) -> Option<Vec<Vec<Term>>> {
    let mut shape = Shape::of(&mentioning, var);
    if let Some(position) = smallest(&shape.equalities) {
        return Some(vec![substitute_scaled(shape, position, kept, var)]);
    }
    if !shape.nested.is_empty() {
        match modulus_of(&shape.nested, var) {
            Some(modulus) => {
                if let Some(cubes) = split_residues(&mentioning, &kept, var, &modulus, policy) {
                    return cubes;
                }
            }
            None => {
                if let Policy::Model(values) = policy {
                    let value = values.get(var)?.to_term();
                    let mut cube = kept;
                    cube.extend(substituted(&mentioning, None, var, value));
                    return Some(vec![cube]);
                }
            }
        }
        policy.lose();
        shape.nested.clear();
    }
    eliminate_bounds(shape, kept, var, policy)
}

fn smallest(equalities: &[(Int, Linear)]) -> Option<usize> {
    (0..equalities.len()).min_by_key(|i| (&equalities[*i].0).unsigned_abs())
}

/// `a·x = t` with `|a| > 1`: other literals are multiplied by `a`, `t` must be divisible by it. Exact.
fn substitute_scaled(shape: Shape, position: usize, mut kept: Vec<Term>, var: Term) -> Vec<Term> {
    let (coefficient, rest) = &shape.equalities[position];
    let size = Int::from(coefficient.unsigned_abs());
    // size·x = value
    let value = if *coefficient > Int::ZERO { rest.scaled(&Int::NEG_ONE) } else { rest.clone() };
    kept.push(Term::from_linear(value.clone()).divisible_by(size.clone()));
    // b·x + s becomes b·value + size·s
    let multiplied = |(b, s): &(Int, Linear)| Term::from_linear(s.scaled(&size).plus_scaled(&value, b));
    kept.extend(shape.bounds.iter().map(|parts| multiplied(parts).le_zero()));
    let others = shape.equalities.iter().enumerate().filter(|(i, _)| *i != position);
    kept.extend(others.map(|(_, parts)| multiplied(parts).eq_zero()));
    kept.extend(shape.disequalities.iter().map(|parts| multiplied(parts).eq_zero().not()));
    let quotient = Term::from_linear(value).div(Term::int(size));
    kept.extend(substituted(&shape.nested, None, var, quotient));
    kept
}

/// A number such that the residue of `var` decides all remainders and quotients above it; `None` when it occurs elsewhere.
fn modulus_of(nested: &[Term], var: Term) -> Option<Int> {
    let mut modulus = Int::ONE;
    for literal in nested {
        for part in literal.subterms(|t| t.contains(var)) {
            match part.kind() {
                Kind::Mod(_, m) | Kind::Div(_, m) => {
                    let m = m.as_int().filter(|m| !m.is_zero())?;
                    modulus = &modulus * m / Int::from((&modulus).gcd(m));
                }
                Kind::Var(_) | Kind::Sum(_) | Kind::Le(_) | Kind::EqZero(_) | Kind::Not(_) => {}
                _ => return None,
            }
        }
    }
    Some(Int::from(modulus.unsigned_abs()))
}

/// Writes `x = modulus·y + residue`; the simplifying constructors then resolve remainders and quotients. `None` when the policy
/// does not allow it.
#[allow(clippy::option_option)]
fn split_residues(
    mentioning: &[Term],
    kept: &[Term],
    var: Term,
    modulus: &Int,
    policy: &mut Policy,
) -> Option<Option<Vec<Vec<Term>>>> {
    let count = i64::try_from(modulus).ok().filter(|count| *count > 1);
    let quotient = reserved(var);
    let case = |residue: Int| {
        let value = quotient.scale(modulus.clone()).add(Term::int(residue));
        let mut cube = kept.to_vec();
        cube.extend(substituted(mentioning, None, var, value));
        cube
    };
    match policy {
        Policy::Relax { .. } => None,
        Policy::Split { .. } => {
            let count = count.filter(|count| *count <= limits().projection.residues)?;
            let mut cubes = Vec::new();
            for residue in 0..count {
                cubes.extend(eliminate(&case(Int::from(residue)), quotient, policy)?);
            }
            Some(Some(cubes))
        }
        Policy::Model(values) => {
            let Some(Value::Int(value)) = values.get(var).cloned() else { return Some(None) };
            let residue = Int::from((&value).rem_euclid(modulus));
            values.insert(quotient, Value::Int((&value).div_euclid(modulus)));
            Some(eliminate(&case(residue), quotient, policy))
        }
    }
}

/// A variable for the quotient that is eliminated at once; two alternate, so that one never stands for itself.
fn reserved(var: Term) -> Term {
    let first = Term::int_var("project!0");
    if var == first { Term::int_var("project!1") } else { first }
}

fn eliminate_bounds(shape: Shape, mut kept: Vec<Term>, var: Term, policy: &mut Policy) -> Option<Vec<Vec<Term>>> {
    let mut bounds = shape.bounds;
    let one_sided = |bounds: &[(Int, Linear)]| {
        bounds.iter().all(|(c, _)| *c > Int::ZERO) || bounds.iter().all(|(c, _)| *c < Int::ZERO)
    };
    // Finitely many holes do not matter towards infinity.
    if one_sided(&bounds) {
        return Some(vec![kept]);
    }
    if !shape.disequalities.is_empty() {
        match policy {
            Policy::Model(values) => {
                let Some(Value::Int(value)) = values.get(var).cloned() else { return None };
                for (coefficient, rest) in shape.disequalities {
                    let at = Term::from_linear(rest.clone()).eval(values)?.as_int()? + &coefficient * &value;
                    bounds.push(if at < Int::ZERO { strictly(coefficient, rest) } else { flipped(coefficient, rest) });
                }
            }
            Policy::Split { .. } => return split_disequalities(bounds, shape.disequalities, kept, var, policy),
            Policy::Relax { .. } => policy.lose(),
        }
    }
    let (uppers, lowers): (Vec<_>, Vec<_>) = bounds.into_iter().partition(|(c, _)| *c > Int::ZERO);
    let lowers: Vec<(Int, Linear)> = lowers.into_iter().map(|(c, rest)| (-c, rest)).collect();
    // lowers: rest <= a·x; uppers: b·x <= -rest
    let uppers: Vec<(Int, Linear)> = uppers.into_iter().map(|(c, rest)| (c, rest.scaled(&Int::NEG_ONE))).collect();
    if let Policy::Model(values) = policy {
        kept.extend(between_by_model(&lowers, &uppers, values)?);
        return Some(vec![kept]);
    }
    if lowers.len() * uppers.len() > limits().projection.pairs {
        policy.lose();
        return Some(vec![kept]);
    }
    for (a, lower) in &lowers {
        for (b, upper) in &uppers {
            kept.push(combine(a, lower, b, upper, policy));
        }
    }
    Some(vec![tightest(kept)])
}

/// `c·x + rest < 0`
fn strictly(coefficient: Int, mut rest: Linear) -> (Int, Linear) {
    rest.constant += Int::ONE;
    (coefficient, rest)
}

/// `c·x + rest > 0`
fn flipped(coefficient: Int, rest: Linear) -> (Int, Linear) {
    strictly(-coefficient, rest.scaled(&Int::NEG_ONE))
}

fn split_disequalities(
    bounds: Vec<(Int, Linear)>,
    mut disequalities: Vec<(Int, Linear)>,
    kept: Vec<Term>,
    var: Term,
    policy: &mut Policy,
) -> Option<Vec<Vec<Term>>> {
    // Each hole doubles the cases; beyond a few the loss is accepted.
    if disequalities.len() > limits().projection.holes {
        policy.lose();
        disequalities.truncate(limits().projection.holes);
    }
    let mut cases = vec![bounds];
    for (coefficient, rest) in disequalities {
        let mut split = Vec::with_capacity(cases.len() * 2);
        for case in cases {
            for side in [strictly(coefficient.clone(), rest.clone()), flipped(coefficient.clone(), rest.clone())] {
                let mut with_side = case.clone();
                with_side.push(side);
                split.push(with_side);
            }
        }
        cases = split;
    }
    let mut cubes = Vec::new();
    for bounds in cases {
        cubes.extend(eliminate_bounds(Shape { bounds, ..Shape::default() }, kept.clone(), var, policy)?);
    }
    Some(cubes)
}

/// The condition under which some integer lies between `lower/a` and `upper/b`.
fn combine(a: &Int, lower: &Linear, b: &Int, upper: &Linear, policy: &mut Policy) -> Term {
    if a.is_one() || b.is_one() {
        // b·lower <= a·upper is exact when one coefficient is one.
        return Term::from_linear(lower.scaled(b).plus_scaled(upper, &-a)).le_zero();
    }
    match policy {
        Policy::Split { .. } => {
            let quotient = Term::from_linear(upper.clone()).div(Term::int(b.clone()));
            Term::from_linear(lower.clone()).le(quotient.scale(a.clone()))
        }
        _ => {
            policy.lose();
            Term::from_linear(lower.scaled(b).plus_scaled(upper, &-a)).le_zero()
        }
    }
}

/// Puts the variable at the greatest lower bound of the model (rounded up by a residue of the model) and says that it is one.
fn between_by_model(lowers: &[(Int, Linear)], uppers: &[(Int, Linear)], values: &Assignment) -> Option<Vec<Term>> {
    let value_of = |linear: &Linear| Term::from_linear(linear.clone()).eval(values)?.as_int().cloned();
    // The least integer that satisfies a lower bound: ceil(rest / a).
    let mut best: Option<(Int, usize)> = None;
    for (position, (a, rest)) in lowers.iter().enumerate() {
        let least = -(-value_of(rest)?).div_euclid(a);
        let better = match &best {
            None => true,
            Some((known, at)) => least > *known || (least == *known && *a < lowers[*at].0),
        };
        if better {
            best = Some((least, position));
        }
    }
    let (_, position) = best?;
    let (a, lower) = &lowers[position];
    // a·x = lower + shift, with the shift that makes it divisible in this model
    let shift = Int::from((-value_of(lower)?).rem_euclid(a));
    let mut scaled = lower.clone();
    scaled.constant += shift;
    let mut result = Vec::new();
    if !a.is_one() {
        result.push(Term::from_linear(scaled.clone()).divisible_by(a.clone()));
    }
    for (i, (c, rest)) in lowers.iter().enumerate() {
        if i != position {
            // rest <= c·x, times a
            result.push(Term::from_linear(rest.scaled(a).plus_scaled(&scaled, &-c)).le_zero());
        }
    }
    for (c, rest) in uppers {
        // c·x <= rest, times a
        result.push(Term::from_linear(scaled.scaled(c).plus_scaled(rest, &-a)).le_zero());
    }
    result.retain(|term| !term.is_true());
    Some(result)
}

/// Of several bounds on the same linear term keeps the tightest.
pub(super) fn tightest(literals: Vec<Term>) -> Vec<Term> {
    let mut best: FxHashMap<&[(Term, Int)], (usize, &Int)> = FxHashMap::default();
    let linears: Vec<Option<std::borrow::Cow<'static, Linear>>> = literals
        .iter()
        .map(|literal| match literal.kind() {
            Kind::Le(zero) => Some(zero.linear()),
            _ => None,
        })
        .collect();
    let mut keep = vec![true; literals.len()];
    for (position, linear) in linears.iter().enumerate() {
        let Some(linear) = linear else { continue };
        match best.get(linear.terms.as_slice()) {
            Some((known, constant)) if **constant < linear.constant => {
                keep[*known] = false;
                best.insert(&linear.terms, (position, &linear.constant));
            }
            Some(_) => keep[position] = false,
            None => {
                best.insert(&linear.terms, (position, &linear.constant));
            }
        }
    }
    literals.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(literal, _)| *literal).collect()
}
