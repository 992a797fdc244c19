//! Exact rationals with a machine-word fast path.
//!
//! Numerator and denominator are coprime and the denominator is positive; a value whose two parts fit into `i64` is always
//! stored as two words (16 bytes in all). Additions and multiplications keep the operands of `gcd` small (Knuth, TAOCP 4.5.1).

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroI64;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use dashu_base::Gcd;
use dashu_int::IBig;

use super::integer::{Integer, gcd_u64};

/// An exact rational number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

/// Invariant: coprime parts, positive denominator, and `Big` only when one part does not fit into `i64`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64, NonZeroI64),
    Big(Box<(IBig, IBig)>),
}

const UNIT: NonZeroI64 = NonZeroI64::new(1).expect("one is not zero");

impl Rational {
    pub const ZERO: Rational = Rational(Repr::Small(0, UNIT));
    pub const ONE: Rational = Rational(Repr::Small(1, UNIT));
    pub const MINUS_ONE: Rational = Rational(Repr::Small(-1, UNIT));

    /// `numerator / denominator`; the denominator must not be zero.
    pub fn new(numerator: &Integer, denominator: &Integer) -> Rational {
        assert!(!denominator.is_zero(), "a fraction needs a nonzero denominator");
        match (numerator.to_i64(), denominator.to_i64()) {
            (Some(a), Some(b)) if a != i64::MIN && b != i64::MIN => {
                let divisor = gcd_u64(a.unsigned_abs(), b.unsigned_abs()) as i64;
                let (a, b) = (a / divisor, b / divisor);
                Rational::small(if b < 0 { -a } else { a }, b.abs())
            }
            _ => Rational::from_big(numerator.to_big(), denominator.to_big()),
        }
    }

    #[inline]
    fn small(numerator: i64, denominator: i64) -> Rational {
        debug_assert!(denominator > 0);
        Rational(Repr::Small(numerator, NonZeroI64::new(denominator).unwrap_or(UNIT)))
    }

    /// From coprime parts with a positive denominator, products of machine words.
    #[inline]
    fn from_wide(numerator: i128, denominator: i128) -> Rational {
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(a), Ok(b)) => Rational::small(a, b),
            _ => Rational(Repr::Big(Box::new((IBig::from(numerator), IBig::from(denominator))))),
        }
    }

    fn from_big(numerator: IBig, denominator: IBig) -> Rational {
        if numerator == IBig::ZERO {
            return Rational::ZERO;
        }
        let divisor = IBig::from((&numerator).gcd(&denominator));
        let (mut a, mut b) = (numerator / &divisor, denominator / divisor);
        if b < IBig::ZERO {
            (a, b) = (-a, -b);
        }
        match (i64::try_from(&a), i64::try_from(&b)) {
            (Ok(a), Ok(b)) => Rational::small(a, b),
            _ => Rational(Repr::Big(Box::new((a, b)))),
        }
    }

    fn parts(&self) -> (IBig, IBig) {
        match &self.0 {
            Repr::Small(a, b) => (IBig::from(*a), IBig::from(b.get())),
            Repr::Big(parts) => (parts.0.clone(), parts.1.clone()),
        }
    }

    pub fn numerator(&self) -> Integer {
        match &self.0 {
            Repr::Small(a, _) => Integer::from(*a),
            Repr::Big(parts) => Integer::from_big(parts.0.clone()),
        }
    }

    /// Always positive.
    pub fn denominator(&self) -> Integer {
        match &self.0 {
            Repr::Small(_, b) => Integer::from(b.get()),
            Repr::Big(parts) => Integer::from_big(parts.1.clone()),
        }
    }

    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1, UNIT))
    }

    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, b) => b.get() == 1,
            Repr::Big(parts) => parts.1 == IBig::ONE,
        }
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(a, _) => a.signum() as i32,
            Repr::Big(parts) => match parts.0.cmp(&IBig::ZERO) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            },
        }
    }

    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    pub fn abs(&self) -> Rational {
        if self.is_negative() { -self } else { self.clone() }
    }

    pub fn floor(&self) -> Integer {
        match &self.0 {
            Repr::Small(a, b) => Integer::from(a.div_euclid(b.get())),
            Repr::Big(_) => self.numerator().div_floor(&self.denominator()),
        }
    }

    pub fn ceil(&self) -> Integer {
        -(-self).floor()
    }

    /// The reciprocal; the value must not be zero.
    pub fn recip(&self) -> Rational {
        match &self.0 {
            Repr::Small(1, UNIT) => Rational::ONE,
            Repr::Small(-1, UNIT) => Rational::MINUS_ONE,
            Repr::Small(a, b) if *a > 0 => Rational::small(b.get(), *a),
            _ => Rational::new(&self.denominator(), &self.numerator()),
        }
    }

    /// `self += factor · other`, the inner step of every pivot.
    #[inline]
    pub fn add_product(&mut self, factor: &Rational, other: &Rational) {
        if let (Repr::Small(s, UNIT), Repr::Small(a, UNIT), Repr::Small(b, UNIT)) = (&mut self.0, &factor.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
            && let Some(sum) = s.checked_add(product)
        {
            *s = sum;
            return;
        }
        *self = &*self + &(factor * other);
    }
}

#[inline]
fn add_small(a: i64, b: i64, c: i64, d: i64) -> Rational {
    let divisor = gcd_u64(b as u64, d as u64) as i64;
    if divisor == 1 {
        return Rational::from_wide(a as i128 * d as i128 + c as i128 * b as i128, b as i128 * d as i128);
    }
    let total = a as i128 * (d / divisor) as i128 + c as i128 * (b / divisor) as i128;
    // Machine-word division is several times faster than the wide one, and nearly always enough.
    let (rest, small) = match i64::try_from(total) {
        Ok(total) => ((total % divisor).unsigned_abs(), Some(total)),
        Err(_) => ((total % divisor as i128).unsigned_abs() as u64, None),
    };
    let common = gcd_u64(rest, divisor as u64) as i64;
    let numerator = small.map_or_else(|| total / common as i128, |total| (total / common) as i128);
    Rational::from_wide(numerator, (b / divisor) as i128 * (d / common) as i128)
}

impl<'a> Add<&'a Rational> for &'a Rational {
    type Output = Rational;
    #[inline]
    fn add(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, UNIT), Repr::Small(c, UNIT)) => match a.checked_add(*c) {
                Some(sum) => Rational(Repr::Small(sum, UNIT)),
                None => Rational::from_wide(*a as i128 + *c as i128, 1),
            },
            (Repr::Small(a, b), Repr::Small(c, d)) => add_small(*a, b.get(), *c, d.get()),
            _ => {
                let ((a, b), (c, d)) = (self.parts(), other.parts());
                Rational::from_big(a * &d + c * &b, b * d)
            }
        }
    }
}

impl<'a> Sub<&'a Rational> for &'a Rational {
    type Output = Rational;
    #[inline]
    fn sub(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, UNIT), Repr::Small(c, UNIT)) => match a.checked_sub(*c) {
                Some(difference) => Rational(Repr::Small(difference, UNIT)),
                None => Rational::from_wide(*a as i128 - *c as i128, 1),
            },
            _ => self + &-other,
        }
    }
}

impl<'a> Mul<&'a Rational> for &'a Rational {
    type Output = Rational;
    #[inline]
    fn mul(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, UNIT), Repr::Small(c, UNIT)) => match a.checked_mul(*c) {
                Some(product) => Rational(Repr::Small(product, UNIT)),
                None => Rational::from_wide(*a as i128 * *c as i128, 1),
            },
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                // Divisors of positive machine words are positive machine words.
                let left = gcd_u64(a.unsigned_abs(), d.get() as u64) as i64;
                let right = gcd_u64(c.unsigned_abs(), b.get() as u64) as i64;
                Rational::from_wide(
                    (a / left) as i128 * (c / right) as i128,
                    (b.get() / right) as i128 * (d.get() / left) as i128,
                )
            }
            _ => {
                let ((a, b), (c, d)) = (self.parts(), other.parts());
                Rational::from_big(a * c, b * d)
            }
        }
    }
}

impl<'a> Div<&'a Rational> for &'a Rational {
    type Output = Rational;
    #[inline]
    #[expect(clippy::suspicious_arithmetic_impl, reason = "a quotient is a product with the reciprocal")]
    fn div(self, other: &Rational) -> Rational {
        self * &other.recip()
    }
}

impl Neg for &Rational {
    type Output = Rational;
    #[inline]
    fn neg(self) -> Rational {
        match &self.0 {
            Repr::Small(a, b) if *a != i64::MIN => Rational(Repr::Small(-a, *b)),
            _ => {
                let (a, b) = self.parts();
                Rational::from_big(-a, b)
            }
        }
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl AddAssign<&Rational> for Rational {
    #[inline]
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl SubAssign<&Rational> for Rational {
    #[inline]
    fn sub_assign(&mut self, other: &Rational) {
        *self = &*self - other;
    }
}

impl Ord for Rational {
    #[inline]
    fn cmp(&self, other: &Rational) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) if b == d => a.cmp(c),
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                (*a as i128 * d.get() as i128).cmp(&(*c as i128 * b.get() as i128))
            }
            _ => {
                let ((a, b), (c, d)) = (self.parts(), other.parts());
                (a * d).cmp(&(c * b))
            }
        }
    }
}

impl PartialOrd for Rational {
    #[inline]
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Rational {
    fn default() -> Rational {
        Rational::ZERO
    }
}

impl From<i64> for Rational {
    #[inline]
    fn from(value: i64) -> Rational {
        Rational::small(value, 1)
    }
}

impl From<&Integer> for Rational {
    #[inline]
    fn from(value: &Integer) -> Rational {
        match value.to_i64() {
            Some(small) => Rational::small(small, 1),
            None => Rational(Repr::Big(Box::new((value.to_big(), IBig::ONE)))),
        }
    }
}

impl From<Integer> for Rational {
    fn from(value: Integer) -> Rational {
        Rational::from(&value)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator())
        } else {
            write!(f, "{}/{}", self.numerator(), self.denominator())
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::random::Random;

    fn sample(random: &mut Random) -> i64 {
        match random.below(4) {
            0 => random.range(-6, 6),
            1 => [i64::MAX, i64::MIN, i64::MIN + 1, 1 << 62, 1 << 31][random.below(5)],
            2 => 1,
            _ => (random.next() as i64) >> random.below(50),
        }
    }

    fn fraction(random: &mut Random) -> Rational {
        let denominator = sample(random);
        let denominator = if denominator == 0 { 1 } else { denominator };
        Rational::new(&Integer::from(sample(random)), &Integer::from(denominator))
    }

    /// The same operations on unbounded integers only, without the fast path.
    fn reference(x: &Rational, y: &Rational, sum: bool) -> Rational {
        let ((a, b), (c, d)) = (x.parts(), y.parts());
        if sum { Rational::from_big(a * &d + c * &b, b * d) } else { Rational::from_big(a * c, b * d) }
    }

    #[test]
    fn fast_path_agrees_with_unbounded_arithmetic() {
        let mut random = Random::new(2);
        for _ in 0..20_000 {
            let (x, y, z) = (fraction(&mut random), fraction(&mut random), fraction(&mut random));
            assert_eq!(&x + &y, reference(&x, &y, true));
            assert_eq!(&x - &y, reference(&x, &-&y, true));
            assert_eq!(&x * &y, reference(&x, &y, false));
            assert_eq!(x.cmp(&y), (&x - &y).signum().cmp(&0));
            let mut fused = z.clone();
            fused.add_product(&x, &y);
            assert_eq!(fused, &z + &(&x * &y));
            if !y.is_zero() {
                assert_eq!(&(&x / &y) * &y, x);
            }
            let floor = Rational::from(x.floor());
            assert!(floor <= x && x < &floor + &Rational::ONE);
            assert!(Rational::from(x.ceil()) >= x);
        }
    }

    #[test]
    fn is_two_words() {
        assert_eq!(std::mem::size_of::<Rational>(), 16);
    }
}
