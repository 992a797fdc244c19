//! Optimisation over a feasible tableau: primal simplex (steepest ascent, then Bland's rule), the objective kept as a row of its own.

use super::tableau::{Entries, Variable, add_multiple};
use super::{Certificate, Delta, FREE_PIVOTS, Side, Simplex};
use crate::linear::constraint::{Constraint, LinearTerm, Relation};
use crate::linear::rational::Rational;

/// Least upper (or greatest lower) bound of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    Unbounded,
    /// `attained` is false when only strict constraints stand in the way.
    Bounded {
        value: Rational,
        attained: bool,
    },
}

/// How far an entering variable can go, and which row stops it (`None`: its own bound).
struct Block {
    step: Delta,
    row: Option<u32>,
}

impl Simplex {
    /// Supremum of a term over everything asserted.
    pub fn maximize(&mut self, term: &LinearTerm) -> Result<Optimum, Certificate> {
        self.check()?;
        let objective = self.entries_of(term);
        Ok(match self.climb(objective, None) {
            None => Optimum::Unbounded,
            Some(value) => Optimum::Bounded { attained: value.infinitesimal.is_zero(), value: value.real },
        })
    }

    /// Infimum of a term over everything asserted.
    pub fn minimize(&mut self, term: &LinearTerm) -> Result<Optimum, Certificate> {
        Ok(match self.maximize(&term.negated())? {
            Optimum::Bounded { value, attained } => Optimum::Bounded { value: -value, attained },
            Optimum::Unbounded => Optimum::Unbounded,
        })
    }

    /// Does every solution satisfy the constraint? True of everything when there is no solution.
    pub fn entails(&mut self, constraint: &Constraint) -> bool {
        if self.check().is_err() {
            return true;
        }
        let limit = Delta::new(Rational::from(&constraint.bound), Rational::ZERO);
        match constraint.relation {
            Relation::LessOrEqual => self.top_within(&constraint.term, &limit, true),
            Relation::Less => self.top_within(&constraint.term, &limit, false),
            Relation::Equal => {
                let opposite = limit.scaled(&Rational::MINUS_ONE);
                self.top_within(&constraint.term, &limit, true)
                    && self.top_within(&constraint.term.negated(), &opposite, true)
            }
        }
    }

    /// Is the supremum of a term below the limit, or equal to it where that is allowed?
    fn top_within(&mut self, term: &LinearTerm, limit: &Delta, or_equal: bool) -> bool {
        let objective = self.entries_of(term);
        match self.climb(objective, Some(limit)) {
            None => false,
            Some(top) => top < *limit || (or_equal && top == *limit),
        }
    }

    /// Is an asserted inequality implied by the others? If so its bound is dropped for good, otherwise it stays.
    ///
    /// The constraint must be the one whose bound is in force, no scope may be open, and the system must be feasible. Strictness is ignored.
    pub(crate) fn drop_if_redundant(&mut self, constraint: &Constraint) -> bool {
        debug_assert!(self.scopes.is_empty() && constraint.relation != Relation::Equal);
        let (term, factor) = super::primitive(&constraint.term);
        let variable = self.variable_for(&term);
        let side = if factor.is_positive() { Side::Upper } else { Side::Lower };
        let Some(bound) = self.set_bound(variable, side, None) else { return true };
        let sign = if side == Side::Upper { Rational::ONE } else { Rational::MINUS_ONE };
        let limit = Delta::new(&bound.value.real * &sign, Rational::ZERO);
        let objective = self.tableau.over_nonbasic(&[(variable, sign)]);
        let redundant = self.climb(objective, Some(&limit)).is_some_and(|top| top <= limit);
        if !redundant {
            self.set_bound(variable, side, Some(bound));
        } else if variable as usize >= self.dimensions && self.is_unbounded(variable) {
            self.tableau.forget_row(variable);
            self.slacks.remove(&term);
        }
        redundant
    }

    fn is_unbounded(&self, variable: Variable) -> bool {
        self.lower[variable as usize].is_none() && self.upper[variable as usize].is_none()
    }

    /// Maximises an objective from a feasible point. `None`: unbounded. Stops as soon as it is clear that `enough` can be exceeded, with a
    /// value that does, but without moving there.
    fn climb(&mut self, mut objective: Entries, enough: Option<&Delta>) -> Option<Delta> {
        let mut steps = 0;
        loop {
            steps += 1;
            let mut value = self.value_of(&objective);
            let Some(position) = self.improving(&objective, steps) else { return Some(value) };
            let (entering, slope) = &objective[position];
            let block = self.ratio_test(*entering, slope.is_positive())?;
            value.add_product(slope, &block.step);
            if enough.is_some_and(|limit| value > *limit) {
                return Some(value);
            }
            self.advance(&mut objective, position, &block);
        }
    }

    /// A solution that violates a non-strict inequality, `None` if there is none.
    pub(crate) fn escape(&mut self, constraint: &Constraint) -> Option<Vec<Rational>> {
        self.check().ok()?;
        let limit = Delta::new(Rational::from(&constraint.bound), Rational::ZERO);
        let mut objective = self.entries_of(&constraint.term);
        let mut steps = 0;
        loop {
            steps += 1;
            let value = self.value_of(&objective);
            if value > limit {
                return Some(self.model());
            }
            let position = self.improving(&objective, steps)?;
            let (entering, slope) = &objective[position];
            let block = self.ratio_test(*entering, slope.is_positive()).unwrap_or_else(|| {
                // Free to go: as far as it takes, and one further.
                let mut step = limit.minus(&value).scaled(&slope.recip());
                step.real += if slope.is_positive() { &Rational::ONE } else { &Rational::MINUS_ONE };
                Block { step, row: None }
            });
            self.advance(&mut objective, position, &block);
        }
    }

    /// Moves the objective's variable at a position up to its block.
    fn advance(&mut self, objective: &mut Entries, position: usize, block: &Block) {
        let entering = objective[position].0;
        match block.row {
            None => {
                let mut target = self.value[entering as usize].clone();
                target.add_product(&Rational::ONE, &block.step);
                self.move_nonbasic(entering, &target);
            }
            Some(row) => {
                self.pivot_by(row, entering, &block.step);
                let (_, slope) = objective.remove(position);
                let definition = &self.tableau.rows[row as usize].entries;
                *objective = add_multiple(objective, &slope, definition, |_, _| ());
            }
        }
    }

    fn value_of(&self, entries: &Entries) -> Delta {
        let mut value = Delta::ZERO;
        for (variable, coefficient) in entries {
            value.add_product(coefficient, &self.value[*variable as usize]);
        }
        value
    }

    /// The position of a variable whose movement raises the objective: the steepest for a while, then the first (Bland's rule).
    fn improving(&self, objective: &Entries, steps: usize) -> Option<usize> {
        let mut movable = (0..objective.len()).filter(|at| {
            let (variable, slope) = &objective[*at];
            self.can_move(*variable, slope.is_positive())
        });
        if steps >= FREE_PIVOTS {
            return movable.next();
        }
        movable.reduce(|best, at| if objective[at].1.abs() > objective[best].1.abs() { at } else { best })
    }

    /// The signed step at which the entering variable meets the first bound; `None` if there is no such bound.
    fn ratio_test(&self, entering: Variable, increase: bool) -> Option<Block> {
        let limit = |variable: Variable, up: bool| {
            let bounds = if up { &self.upper } else { &self.lower };
            bounds[variable as usize].as_ref().map(|bound| bound.value.minus(&self.value[variable as usize]))
        };
        let own = limit(entering, increase);
        let mut best = own.map(|step| (entering, Block { step, row: None }));
        for &row in &self.tableau.columns[entering as usize] {
            let source = &self.tableau.rows[row as usize];
            let coefficient = source.coefficient(entering).expect("columns list exactly the rows of a variable");
            let Some(room) = limit(source.basic, coefficient.is_positive() == increase) else {
                continue;
            };
            let step = room.scaled(&coefficient.recip());
            let replaces = match &best {
                None => true,
                Some((holder, block)) => match step.cmp(&block.step) {
                    std::cmp::Ordering::Equal => source.basic < *holder,
                    order => order.is_lt() == increase,
                },
            };
            if replaces {
                best = Some((source.basic, Block { step, row: Some(row) }));
            }
        }
        best.map(|(_, block)| block)
    }
}
