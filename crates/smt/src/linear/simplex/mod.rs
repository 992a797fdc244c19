//! Exact general simplex (Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)", CAV 2006).
//!
//! Constraints become bounds of variables; a term with several variables gets a slack variable and a row of the tableau, shared by
//! all constraints over a multiple of the same term. Bounds are cheap to push and pop. Infeasibility is explained by a
//! [`Certificate`] (Farkas multipliers). Termination: violated rows are repaired smallest variable first, and after a while entering
//! variables are chosen the same way (Bland's rule).

mod delta;
mod optimize;
mod tableau;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::constraint::{Constraint, LinearTerm, Relation};
use super::integer::Integer;
use super::rational::Rational;
pub(crate) use delta::Delta;
pub use optimize::Optimum;
use tableau::{Tableau, Variable};

/// Pivots that may choose the sparsest column before Bland's rule takes over.
const FREE_PIVOTS: usize = 60;

/// Proof of infeasibility: multipliers whose weighted sum of constraints is `0 <= b` with `b < 0` (or `0 < 0`).
///
/// Multipliers of inequalities are positive, those of equalities have any sign. Sorted by constraint; zero ones are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    pub multipliers: Vec<(usize, Rational)>,
}

impl Certificate {
    pub(crate) fn new(weights: impl IntoIterator<Item = (usize, Rational)>) -> Certificate {
        let mut sums: BTreeMap<usize, Rational> = BTreeMap::new();
        for (reason, weight) in weights {
            *sums.entry(reason).or_default() += &weight;
        }
        Certificate { multipliers: sums.into_iter().filter(|(_, weight)| !weight.is_zero()).collect() }
    }

    /// Checks by definition that this refutes the constraints, indexed by the reasons in the certificate.
    pub fn refutes(&self, constraints: &[Constraint]) -> bool {
        let mut sums: BTreeMap<usize, Rational> = BTreeMap::new();
        let (mut bound, mut strict) = (Rational::ZERO, false);
        for (reason, weight) in &self.multipliers {
            let Some(constraint) = constraints.get(*reason) else {
                return false;
            };
            if constraint.relation != Relation::Equal && !weight.is_positive() {
                return false;
            }
            strict |= constraint.relation == Relation::Less;
            bound.add_product(weight, &Rational::from(&constraint.bound));
            for (dimension, coefficient) in constraint.term.entries() {
                sums.entry(*dimension).or_default().add_product(weight, &Rational::from(coefficient));
            }
        }
        sums.values().all(Rational::is_zero) && (bound.is_negative() || (strict && bound.is_zero()))
    }
}

/// A bound and the multiple of the constraint it came from.
#[derive(Clone, Debug)]
struct Bound {
    value: Delta,
    reason: usize,
    weight: Rational,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Lower,
    Upper,
}

/// A conjunction of linear constraints under construction.
#[derive(Clone, Debug)]
pub struct Simplex {
    dimensions: usize,
    tableau: Tableau,
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
    value: Vec<Delta>,
    slacks: BTreeMap<LinearTerm, Variable>,
    /// Overwritten bounds, newest last, and where each scope began.
    trail: Vec<(Variable, Side, Option<Bound>)>,
    scopes: Vec<usize>,
    /// Contains every basic variable outside its bounds (and possibly others).
    violated: BinaryHeap<Reverse<Variable>>,
    queued: Vec<bool>,
}

/// A term as `factor · primitive`, where the primitive term has coprime coefficients and a positive first one.
fn primitive(term: &LinearTerm) -> (LinearTerm, Integer) {
    let content = term.content();
    let negative = term.entries().first().is_some_and(|(_, first)| first.is_negative());
    let factor = if negative { -content } else { content };
    (term.divided(&factor), factor)
}

impl Simplex {
    /// Over the variables `0..dimensions`, unconstrained.
    pub fn new(dimensions: usize) -> Simplex {
        let mut simplex = Simplex {
            dimensions,
            tableau: Tableau::default(),
            lower: Vec::new(),
            upper: Vec::new(),
            value: Vec::new(),
            slacks: BTreeMap::new(),
            trail: Vec::new(),
            scopes: Vec::new(),
            violated: BinaryHeap::new(),
            queued: Vec::new(),
        };
        for _ in 0..dimensions {
            simplex.tableau.add_variable();
            simplex.add_state(Delta::ZERO);
        }
        simplex
    }

    fn add_state(&mut self, value: Delta) {
        self.value.push(value);
        self.lower.push(None);
        self.upper.push(None);
        self.queued.push(false);
    }

    /// Opens a scope: bounds asserted from here on vanish with [`Simplex::pop`].
    pub fn push(&mut self) {
        self.scopes.push(self.trail.len());
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        let start = self.scopes.pop().expect("pop closes a scope that push opened");
        while self.trail.len() > start {
            if let Some((variable, side, bound)) = self.trail.pop() {
                self.set_bound(variable, side, bound);
            }
        }
    }

    fn set_bound(&mut self, variable: Variable, side: Side, bound: Option<Bound>) -> Option<Bound> {
        let slot = match side {
            Side::Lower => &mut self.lower[variable as usize],
            Side::Upper => &mut self.upper[variable as usize],
        };
        std::mem::replace(slot, bound)
    }

    /// The variable that stands for a primitive term, with a new row if need be.
    fn variable_for(&mut self, term: &LinearTerm) -> Variable {
        if let [(dimension, _)] = term.entries() {
            return *dimension as Variable;
        }
        if let Some(variable) = self.slacks.get(term) {
            return *variable;
        }
        let entries = self.entries_of(term);
        let mut value = Delta::ZERO;
        for (variable, coefficient) in &entries {
            value.add_product(coefficient, &self.value[*variable as usize]);
        }
        let slack = self.tableau.add_row(entries);
        self.add_state(value);
        self.slacks.insert(term.clone(), slack);
        slack
    }

    /// A term over the current nonbasic variables.
    fn entries_of(&self, term: &LinearTerm) -> tableau::Entries {
        let entries: Vec<(Variable, Rational)> =
            term.entries().iter().map(|(dimension, c)| (*dimension as Variable, Rational::from(c))).collect();
        self.tableau.over_nonbasic(&entries)
    }

    /// Adds a constraint, known by `reason` in certificates. Fails only on contradictions visible without pivoting.
    pub fn assert(&mut self, constraint: &Constraint, reason: usize) -> Result<(), Certificate> {
        match constraint.constant_truth() {
            Some(true) => return Ok(()),
            Some(false) => {
                let negate = constraint.relation == Relation::Equal && constraint.bound.is_positive();
                let weight = if negate { Rational::MINUS_ONE } else { Rational::ONE };
                return Err(Certificate { multipliers: vec![(reason, weight)] });
            }
            None => {}
        }
        let (term, factor) = primitive(&constraint.term);
        let variable = self.variable_for(&term);
        let real = Rational::new(&constraint.bound, &factor);
        let weight = Rational::from(&factor).recip();
        if constraint.relation == Relation::Equal {
            let value = Delta::new(real, Rational::ZERO);
            let lower = Bound { value: value.clone(), reason, weight: -&weight };
            self.assert_bound(variable, Side::Upper, Bound { value, reason, weight })?;
            return self.assert_bound(variable, Side::Lower, lower);
        }
        let strict = constraint.relation == Relation::Less;
        let side = if factor.is_positive() { Side::Upper } else { Side::Lower };
        let infinitesimal = match (strict, side) {
            (false, _) => Rational::ZERO,
            (true, Side::Upper) => Rational::MINUS_ONE,
            (true, Side::Lower) => Rational::ONE,
        };
        self.assert_bound(
            variable,
            side,
            Bound { value: Delta::new(real, infinitesimal), reason, weight: weight.abs() },
        )
    }

    fn assert_bound(&mut self, variable: Variable, side: Side, bound: Bound) -> Result<(), Certificate> {
        let index = variable as usize;
        let (same, opposite) = match side {
            Side::Lower => (&self.lower[index], &self.upper[index]),
            Side::Upper => (&self.upper[index], &self.lower[index]),
        };
        let stronger = |left: &Delta, right: &Delta| match side {
            Side::Lower => left > right,
            Side::Upper => left < right,
        };
        if same.as_ref().is_some_and(|known| !stronger(&bound.value, &known.value)) {
            return Ok(());
        }
        if let Some(limit) = opposite
            && stronger(&bound.value, &limit.value)
        {
            return Err(Certificate::new([(bound.reason, bound.weight.clone()), (limit.reason, limit.weight.clone())]));
        }
        let value = bound.value.clone();
        let outside = stronger(&value, &self.value[index]);
        let previous = self.set_bound(variable, side, Some(bound));
        if !self.scopes.is_empty() {
            self.trail.push((variable, side, previous));
        }
        if outside && self.tableau.row_of[index].is_none() {
            self.move_nonbasic(variable, &value);
        } else if outside {
            self.enqueue(variable);
        }
        Ok(())
    }

    fn enqueue(&mut self, variable: Variable) {
        if !self.queued[variable as usize] {
            self.queued[variable as usize] = true;
            self.violated.push(Reverse(variable));
        }
    }

    /// The side on which a variable is out of its bounds.
    fn violation(&self, variable: Variable) -> Option<Side> {
        let index = variable as usize;
        let value = &self.value[index];
        if self.lower[index].as_ref().is_some_and(|bound| *value < bound.value) {
            Some(Side::Lower)
        } else if self.upper[index].as_ref().is_some_and(|bound| *value > bound.value) {
            Some(Side::Upper)
        } else {
            None
        }
    }

    /// Gives a nonbasic variable a new value and carries the change into the basic ones.
    fn move_nonbasic(&mut self, variable: Variable, value: &Delta) {
        let change = value.minus(&self.value[variable as usize]);
        self.value[variable as usize] = value.clone();
        self.carry(variable, &change);
    }

    fn carry(&mut self, variable: Variable, change: &Delta) {
        for position in 0..self.tableau.columns[variable as usize].len() {
            let row = &self.tableau.rows[self.tableau.columns[variable as usize][position] as usize];
            let coefficient = row.coefficient(variable).expect("columns list exactly the rows of a variable");
            let basic = row.basic;
            self.value[basic as usize].add_product(coefficient, change);
            if self.violation(basic).is_some() {
                self.enqueue(basic);
            }
        }
    }

    /// Decides feasibility of everything asserted.
    pub fn check(&mut self) -> Result<(), Certificate> {
        let mut pivots = 0;
        while let Some(Reverse(basic)) = self.violated.pop() {
            self.queued[basic as usize] = false;
            let (Some(row), Some(side)) = (self.tableau.row_of[basic as usize], self.violation(basic)) else {
                continue;
            };
            let Some(entering) = self.choose_entering(row, side, pivots >= FREE_PIVOTS) else {
                self.enqueue(basic);
                return Err(self.shortest_explanation(row, side));
            };
            let target = match side {
                Side::Lower => &self.lower[basic as usize],
                Side::Upper => &self.upper[basic as usize],
            };
            let target = target.as_ref().expect("a violated side has a bound").value.clone();
            self.pivot_to(row, entering, &target);
            pivots += 1;
        }
        Ok(())
    }

    /// A nonbasic variable of the row that can move its basic variable back inside the violated side.
    fn choose_entering(&self, row: u32, side: Side, bland: bool) -> Option<Variable> {
        let mut best: Option<(usize, Variable)> = None;
        for (variable, coefficient) in &self.tableau.rows[row as usize].entries {
            let increase = coefficient.is_positive() == (side == Side::Lower);
            if !self.can_move(*variable, increase) {
                continue;
            }
            if bland {
                return Some(*variable);
            }
            let cost = self.tableau.columns[*variable as usize].len();
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *variable));
            }
        }
        best.map(|(_, variable)| variable)
    }

    fn can_move(&self, variable: Variable, increase: bool) -> bool {
        let index = variable as usize;
        let limit = if increase { &self.upper[index] } else { &self.lower[index] };
        limit.as_ref().is_none_or(|bound| bound.value != self.value[index])
    }

    /// Pivots so that the row's basic variable leaves the basis with the value `target`.
    fn pivot_to(&mut self, row: u32, entering: Variable, target: &Delta) {
        let source = &self.tableau.rows[row as usize];
        let coefficient = source.coefficient(entering).expect("the entering variable occurs in the row");
        let step = target.minus(&self.value[source.basic as usize]).scaled(&coefficient.recip());
        self.pivot_by(row, entering, &step);
    }

    /// Moves a nonbasic variable by a step and exchanges it with the basic variable of a row it occurs in.
    fn pivot_by(&mut self, row: u32, entering: Variable, step: &Delta) {
        self.value[entering as usize].add_product(&Rational::ONE, step);
        self.carry(entering, step);
        self.tableau.pivot(row, entering);
        if self.violation(entering).is_some() {
            self.enqueue(entering);
        }
    }

    /// Several rows may be stuck at once: the one with the fewest entries gives the simplest certificate.
    fn shortest_explanation(&self, row: u32, side: Side) -> Certificate {
        let length = |row: u32| self.tableau.rows[row as usize].entries.len();
        let mut best = (row, side);
        for Reverse(basic) in &self.violated {
            if let (Some(row), Some(side)) = (self.tableau.row_of[*basic as usize], self.violation(*basic))
                && (length(row), row) < (length(best.0), best.0)
                && self.choose_entering(row, side, true).is_none()
            {
                best = (row, side);
            }
        }
        self.explain(best.0, best.1)
    }

    /// The bounds that keep a row's basic variable outside: each nonbasic variable is at the bound that blocks it.
    fn explain(&self, row: u32, side: Side) -> Certificate {
        let source = &self.tableau.rows[row as usize];
        let own = |variable: Variable, upper: bool| {
            let bounds = if upper { &self.upper } else { &self.lower };
            bounds[variable as usize].as_ref().expect("a blocking side has a bound")
        };
        let broken = own(source.basic, side == Side::Upper);
        let mut weights = vec![(broken.reason, broken.weight.clone())];
        for (variable, coefficient) in &source.entries {
            let upper = coefficient.is_positive() == (side == Side::Lower);
            let bound = own(*variable, upper);
            weights.push((bound.reason, &bound.weight * &coefficient.abs()));
        }
        Certificate::new(weights)
    }

    /// A point that satisfies everything asserted; call after a successful [`Simplex::check`].
    pub fn model(&self) -> Vec<Rational> {
        let delta = self.concrete_delta();
        let concrete = |value: &Delta| {
            let mut real = value.real.clone();
            real.add_product(&delta, &value.infinitesimal);
            real
        };
        self.value[..self.dimensions].iter().map(concrete).collect()
    }

    /// A positive value for δ under which all bounds hold.
    fn concrete_delta(&self) -> Rational {
        let mut delta = Rational::ONE;
        let mut restrict = |small: &Delta, large: &Delta| {
            if small.real < large.real && small.infinitesimal > large.infinitesimal {
                let limit = &(&large.real - &small.real) / &(&small.infinitesimal - &large.infinitesimal);
                if limit < delta {
                    delta = limit;
                }
            }
        };
        for (index, value) in self.value.iter().enumerate() {
            if let Some(bound) = &self.lower[index] {
                restrict(&bound.value, value);
            }
            if let Some(bound) = &self.upper[index] {
                restrict(value, &bound.value);
            }
        }
        delta
    }
}

/// Answer of [`solve`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// A point satisfying all constraints.
    Feasible(Vec<Rational>),
    /// Multipliers that refute them, by position.
    Infeasible(Certificate),
}

/// Decides a conjunction of constraints over `0..dimensions` in the rationals.
pub fn solve(dimensions: usize, constraints: &[Constraint]) -> Feasibility {
    let mut simplex = Simplex::new(dimensions);
    for (reason, constraint) in constraints.iter().enumerate() {
        if let Err(certificate) = simplex.assert(constraint, reason) {
            return Feasibility::Infeasible(certificate);
        }
    }
    match simplex.check() {
        Ok(()) => Feasibility::Feasible(simplex.model()),
        Err(certificate) => Feasibility::Infeasible(certificate),
    }
}
