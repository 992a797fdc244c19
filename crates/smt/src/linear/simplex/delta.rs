//! Rationals extended by a symbolic positive infinitesimal δ: strict bounds `x < b` become `x <= b - δ`.

use std::cmp::Ordering;

use crate::linear::rational::Rational;

/// `real + infinitesimal·δ`, ordered lexicographically.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Delta {
    pub(crate) real: Rational,
    pub(crate) infinitesimal: Rational,
}

impl Delta {
    pub(crate) const ZERO: Delta = Delta { real: Rational::ZERO, infinitesimal: Rational::ZERO };

    pub(crate) fn new(real: Rational, infinitesimal: Rational) -> Delta {
        Delta { real, infinitesimal }
    }

    #[inline]
    pub(crate) fn minus(&self, other: &Delta) -> Delta {
        Delta { real: &self.real - &other.real, infinitesimal: &self.infinitesimal - &other.infinitesimal }
    }

    #[inline]
    pub(crate) fn scaled(&self, factor: &Rational) -> Delta {
        let infinitesimal = if self.infinitesimal.is_zero() { Rational::ZERO } else { &self.infinitesimal * factor };
        Delta { real: &self.real * factor, infinitesimal }
    }

    /// `self += factor · other`.
    #[inline]
    pub(crate) fn add_product(&mut self, factor: &Rational, other: &Delta) {
        self.real.add_product(factor, &other.real);
        if !other.infinitesimal.is_zero() {
            self.infinitesimal.add_product(factor, &other.infinitesimal);
        }
    }
}

impl Ord for Delta {
    #[inline]
    fn cmp(&self, other: &Delta) -> Ordering {
        self.real.cmp(&other.real).then_with(|| self.infinitesimal.cmp(&other.infinitesimal))
    }
}

impl PartialOrd for Delta {
    #[inline]
    fn partial_cmp(&self, other: &Delta) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
