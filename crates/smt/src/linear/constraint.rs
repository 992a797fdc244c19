//! Linear terms and constraints with integer coefficients, sparse: the language in which everything here talks to its users.

use std::fmt;

use super::integer::Integer;
use super::rational::Rational;

/// Index of a variable.
pub type Dimension = usize;

/// `Σ cᵢ·xᵢ`: sorted by dimension, no zero coefficients.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LinearTerm {
    entries: Vec<(Dimension, Integer)>,
}

impl LinearTerm {
    /// Repeated dimensions are added up, zero coefficients dropped.
    pub fn new(entries: impl IntoIterator<Item = (Dimension, Integer)>) -> LinearTerm {
        let mut entries: Vec<(Dimension, Integer)> = entries.into_iter().collect();
        if !entries.is_sorted_by(|left, right| left.0 < right.0) {
            entries.sort_by_key(|entry| entry.0);
            entries.dedup_by(|later, earlier| {
                let same = later.0 == earlier.0;
                if same {
                    earlier.1 += &later.1;
                }
                same
            });
        }
        entries.retain(|entry| !entry.1.is_zero());
        LinearTerm { entries }
    }

    /// The single variable `x`.
    pub fn variable(dimension: Dimension) -> LinearTerm {
        LinearTerm { entries: vec![(dimension, Integer::ONE)] }
    }

    pub fn entries(&self) -> &[(Dimension, Integer)] {
        &self.entries
    }

    /// True of the term without variables.
    pub fn is_zero(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn coefficient(&self, dimension: Dimension) -> Integer {
        match self.entries.binary_search_by_key(&dimension, |entry| entry.0) {
            Ok(position) => self.entries[position].1.clone(),
            Err(_) => Integer::ZERO,
        }
    }

    /// Greatest common divisor of the coefficients, zero for the zero term.
    pub fn content(&self) -> Integer {
        let mut divisor = Integer::ZERO;
        for (_, coefficient) in &self.entries {
            divisor = divisor.gcd(coefficient);
            if divisor.is_one() {
                break;
            }
        }
        divisor
    }

    pub fn negated(&self) -> LinearTerm {
        LinearTerm { entries: self.entries.iter().map(|(dimension, c)| (*dimension, -c)).collect() }
    }

    pub fn scaled(&self, factor: &Integer) -> LinearTerm {
        LinearTerm::new(self.entries.iter().map(|(dimension, c)| (*dimension, c * factor)))
    }

    /// Every coefficient divided by a common divisor of them.
    pub(crate) fn divided(&self, divisor: &Integer) -> LinearTerm {
        if divisor.is_one() {
            return self.clone();
        }
        LinearTerm { entries: self.entries.iter().map(|(dimension, c)| (*dimension, c.div_exact(divisor))).collect() }
    }

    pub fn plus(&self, other: &LinearTerm) -> LinearTerm {
        LinearTerm::new(self.entries.iter().chain(&other.entries).cloned())
    }

    /// The same term with its variables renamed.
    pub fn renamed(&self, rename: impl Fn(Dimension) -> Dimension) -> LinearTerm {
        LinearTerm::new(self.entries.iter().map(|(dimension, c)| (rename(*dimension), c.clone())))
    }

    /// Value at a point that assigns every dimension of the term.
    pub fn evaluate(&self, point: &[Rational]) -> Rational {
        let mut sum = Rational::ZERO;
        for (dimension, coefficient) in &self.entries {
            sum.add_product(&Rational::from(coefficient), &point[*dimension]);
        }
        sum
    }
}

impl fmt::Display for LinearTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.entries.is_empty() {
            return f.write_str("0");
        }
        for (position, (dimension, coefficient)) in self.entries.iter().enumerate() {
            let sign = match (coefficient.is_negative(), position) {
                (true, 0) => "-",
                (false, 0) => "",
                (true, _) => " - ",
                (false, _) => " + ",
            };
            let size = coefficient.abs();
            match size.is_one() {
                true => write!(f, "{sign}x{dimension}")?,
                false => write!(f, "{sign}{size}*x{dimension}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for LinearTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How a term compares to its bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    Equal,
    LessOrEqual,
    Less,
}

/// `term ⋈ bound`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    pub term: LinearTerm,
    pub relation: Relation,
    pub bound: Integer,
}

impl Constraint {
    pub fn new(term: LinearTerm, relation: Relation, bound: impl Into<Integer>) -> Constraint {
        Constraint { term, relation, bound: bound.into() }
    }

    /// `term <= bound`.
    pub fn at_most(term: LinearTerm, bound: impl Into<Integer>) -> Constraint {
        Constraint::new(term, Relation::LessOrEqual, bound)
    }

    /// `term >= bound`, as `-term <= -bound`.
    pub fn at_least(term: LinearTerm, bound: impl Into<Integer>) -> Constraint {
        Constraint::new(term.negated(), Relation::LessOrEqual, -bound.into())
    }

    /// `term = bound`.
    pub fn equal(term: LinearTerm, bound: impl Into<Integer>) -> Constraint {
        Constraint::new(term, Relation::Equal, bound)
    }

    /// The constraint that everything satisfies.
    pub fn verum() -> Constraint {
        Constraint::at_most(LinearTerm::default(), 0)
    }

    /// The constraint that nothing satisfies.
    pub fn falsum() -> Constraint {
        Constraint::at_most(LinearTerm::default(), -1)
    }

    /// `Some(truth)` when no variable occurs.
    pub fn constant_truth(&self) -> Option<bool> {
        self.term.is_zero().then(|| match self.relation {
            Relation::Equal => self.bound.is_zero(),
            Relation::LessOrEqual => !self.bound.is_negative(),
            Relation::Less => self.bound.is_positive(),
        })
    }

    /// An equality, or a plain contradiction (which is how spaces without points state their equalities).
    pub(crate) fn restricts_affinely(&self) -> bool {
        self.relation == Relation::Equal || self.constant_truth() == Some(false)
    }

    /// Divided by the greatest common divisor of all numbers in it; an equality starts with a positive coefficient.
    pub fn normalized(&self) -> Constraint {
        let divisor = self.term.content().gcd(&self.bound);
        if divisor.is_zero() {
            return self.clone();
        }
        let divided = Constraint::new(self.term.divided(&divisor), self.relation, self.bound.div_exact(&divisor));
        divided.oriented()
    }

    fn oriented(self) -> Constraint {
        match self.term.entries.first() {
            Some((_, first)) if self.relation == Relation::Equal && first.is_negative() => {
                Constraint::new(self.term.negated(), self.relation, -self.bound)
            }
            _ => self,
        }
    }

    /// The strongest constraint with the same integer solutions: divided by the coefficients' common divisor, the bound rounded,
    /// `<` turned into `<=`. An equality without integer solutions becomes [`Constraint::falsum`].
    pub fn tightened(&self) -> Constraint {
        let bound = match self.relation {
            Relation::Less => &self.bound - &Integer::ONE,
            _ => self.bound.clone(),
        };
        let divisor = self.term.content();
        if divisor.is_zero() {
            return match self.constant_truth() {
                Some(false) => Constraint::falsum(),
                _ => Constraint::verum(),
            };
        }
        let (quotient, remainder) = bound.div_rem_floor(&divisor);
        match self.relation {
            Relation::Equal if !remainder.is_zero() => Constraint::falsum(),
            Relation::Equal => Constraint::equal(self.term.divided(&divisor), quotient).oriented(),
            _ => Constraint::at_most(self.term.divided(&divisor), quotient),
        }
    }

    pub fn holds_at(&self, point: &[Rational]) -> bool {
        let (value, bound) = (self.term.evaluate(point), Rational::from(&self.bound));
        match self.relation {
            Relation::Equal => value == bound,
            Relation::LessOrEqual => value <= bound,
            Relation::Less => value < bound,
        }
    }

    pub fn renamed(&self, rename: impl Fn(Dimension) -> Dimension) -> Constraint {
        Constraint::new(self.term.renamed(rename), self.relation, self.bound.clone())
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match self.relation {
            Relation::Equal => "=",
            Relation::LessOrEqual => "<=",
            Relation::Less => "<",
        };
        write!(f, "{} {symbol} {}", self.term, self.bound)
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(coefficients: &[i64]) -> LinearTerm {
        LinearTerm::new(coefficients.iter().enumerate().map(|(dimension, c)| (dimension, Integer::from(*c))))
    }

    #[test]
    fn terms_are_canonical() {
        let doubled = LinearTerm::new([(2, Integer::from(3)), (0, Integer::ONE), (2, Integer::from(-3))]);
        assert_eq!(doubled, LinearTerm::variable(0));
        assert_eq!(term(&[2, 0, -4]).to_string(), "2*x0 - 4*x2");
    }

    #[test]
    fn tightening_keeps_the_integer_points() {
        assert_eq!(Constraint::at_most(term(&[2, 4]), 7).tightened(), Constraint::at_most(term(&[1, 2]), 3));
        assert_eq!(Constraint::new(term(&[3]), Relation::Less, 6).tightened(), Constraint::at_most(term(&[1]), 1));
        assert_eq!(Constraint::at_most(term(&[-2]), -1).tightened(), Constraint::at_most(term(&[-1]), -1));
        assert_eq!(Constraint::equal(term(&[2, 2]), 1).tightened(), Constraint::falsum());
        assert_eq!(Constraint::equal(term(&[-2, 2]), 4).tightened(), Constraint::equal(term(&[1, -1]), -2));
        assert_eq!(Constraint::new(term(&[]), Relation::Less, 0).tightened(), Constraint::falsum());
    }

    #[test]
    fn normal_forms_divide_by_everything() {
        assert_eq!(Constraint::at_most(term(&[2, 4]), 6).normalized(), Constraint::at_most(term(&[1, 2]), 3));
        assert_eq!(Constraint::at_most(term(&[2, 4]), 7).normalized(), Constraint::at_most(term(&[2, 4]), 7));
    }
}
