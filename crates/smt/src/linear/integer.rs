//! Integers of any size with a machine-word fast path.
//!
//! A value that fits into an `i64` is always stored as one, so equality, ordering and hashing never have to compare
//! representations. Operations try the machine word first and leave it only when they overflow.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use dashu_base::{Gcd, Sign};
use dashu_int::{IBig, UBig};

/// An integer. Cheap to clone and allocation-free while it fits into 64 bits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

/// Invariant: `Big` holds only values outside the range of `i64`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<IBig>),
}

/// Greatest common divisor of two machine words (binary algorithm); `gcd(0, x) = x`.
pub(crate) fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    if a == 1 || b == 1 {
        return 1;
    }
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
        if b == 0 {
            return a << shift;
        }
    }
}

impl Integer {
    pub const ZERO: Integer = Integer(Repr::Small(0));
    pub const ONE: Integer = Integer(Repr::Small(1));
    pub const MINUS_ONE: Integer = Integer(Repr::Small(-1));

    /// The value as a machine word, when it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(value) => Some(value),
            Repr::Big(_) => None,
        }
    }

    pub fn to_big(&self) -> IBig {
        match &self.0 {
            Repr::Small(value) => IBig::from(*value),
            Repr::Big(value) => (**value).clone(),
        }
    }

    pub fn from_big(value: IBig) -> Integer {
        match i64::try_from(&value) {
            Ok(small) => Integer(Repr::Small(small)),
            Err(_) => Integer(Repr::Big(Box::new(value))),
        }
    }

    #[inline]
    pub(crate) fn from_i128(value: i128) -> Integer {
        match i64::try_from(value) {
            Ok(small) => Integer(Repr::Small(small)),
            Err(_) => Integer(Repr::Big(Box::new(IBig::from(value)))),
        }
    }

    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1))
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(value) => value.signum() as i32,
            Repr::Big(value) => match value.sign() {
                Sign::Positive => 1,
                Sign::Negative => -1,
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

    pub fn abs(&self) -> Integer {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Greatest common divisor, never negative; zero only when both are zero.
    pub fn gcd(&self, other: &Integer) -> Integer {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            return Integer::from_i128(gcd_u64(a.unsigned_abs(), b.unsigned_abs()) as i128);
        }
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        let divisor: UBig = self.to_big().gcd(other.to_big());
        Integer::from_big(IBig::from(divisor))
    }

    /// Least common multiple, never negative.
    pub fn lcm(&self, other: &Integer) -> Integer {
        if self.is_zero() || other.is_zero() {
            return Integer::ZERO;
        }
        (&self.div_exact(&self.gcd(other)) * other).abs()
    }

    /// Quotient of a division known to leave no remainder.
    pub fn div_exact(&self, divisor: &Integer) -> Integer {
        debug_assert!(self.rem_floor(divisor).is_zero());
        match (&self.0, &divisor.0) {
            (Repr::Small(a), Repr::Small(b)) => Integer::from_i128(*a as i128 / *b as i128),
            _ => Integer::from_big(self.to_big() / divisor.to_big()),
        }
    }

    /// Quotient and remainder of floored division: the remainder has the divisor's sign.
    pub fn div_rem_floor(&self, divisor: &Integer) -> (Integer, Integer) {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &divisor.0) {
            let (a, b) = (*a as i128, *b as i128);
            let (mut quotient, mut remainder) = (a / b, a % b);
            if remainder != 0 && (remainder < 0) != (b < 0) {
                quotient -= 1;
                remainder += b;
            }
            return (Integer::from_i128(quotient), Integer::from_i128(remainder));
        }
        let (a, b) = (self.to_big(), divisor.to_big());
        let quotient = Integer::from_big(&a / &b);
        let remainder = Integer::from_big(a % b);
        if !remainder.is_zero() && remainder.signum() != divisor.signum() {
            (&quotient - &Integer::ONE, &remainder + divisor)
        } else {
            (quotient, remainder)
        }
    }

    pub fn div_floor(&self, divisor: &Integer) -> Integer {
        self.div_rem_floor(divisor).0
    }

    pub fn rem_floor(&self, divisor: &Integer) -> Integer {
        self.div_rem_floor(divisor).1
    }

    /// `a·x + b·y` in one step: the row operation of every elimination.
    #[inline]
    pub(crate) fn combine(a: &Integer, x: &Integer, b: &Integer, y: &Integer) -> Integer {
        if let (Repr::Small(a), Repr::Small(x), Repr::Small(b), Repr::Small(y)) = (&a.0, &x.0, &b.0, &y.0) {
            let (left, right) = (*a as i128 * *x as i128, *b as i128 * *y as i128);
            if let Some(sum) = left.checked_add(right) {
                return Integer::from_i128(sum);
            }
        }
        &(a * x) + &(b * y)
    }

    /// Bézout: `(g, s, t)` with `s·self + t·other = g = gcd(self, other)`.
    pub fn extended_gcd(&self, other: &Integer) -> (Integer, Integer, Integer) {
        let (mut old, mut new) =
            ((self.clone(), Integer::ONE, Integer::ZERO), (other.clone(), Integer::ZERO, Integer::ONE));
        while !new.0.is_zero() {
            let quotient = old.0.div_floor(&new.0);
            let step = |a: &Integer, b: &Integer| a - &(&quotient * b);
            let next = (step(&old.0, &new.0), step(&old.1, &new.1), step(&old.2, &new.2));
            old = std::mem::replace(&mut new, next);
        }
        if old.0.is_negative() { (-&old.0, -&old.1, -&old.2) } else { old }
    }
}

impl Default for Integer {
    fn default() -> Integer {
        Integer::ZERO
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(value: i64) -> Integer {
        Integer(Repr::Small(value))
    }
}

impl From<i32> for Integer {
    fn from(value: i32) -> Integer {
        Integer(Repr::Small(value as i64))
    }
}

impl From<i128> for Integer {
    fn from(value: i128) -> Integer {
        Integer::from_i128(value)
    }
}

impl From<IBig> for Integer {
    fn from(value: IBig) -> Integer {
        Integer::from_big(value)
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            // A big value lies outside the small range, on the side its sign says.
            (Repr::Small(_), Repr::Big(_)) => 0.cmp(&other.signum()),
            (Repr::Big(_), Repr::Small(_)) => self.signum().cmp(&0),
        }
    }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Add<&'a Integer> for &'a Integer {
    type Output = Integer;
    #[inline]
    fn add(self, other: &Integer) -> Integer {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Integer(Repr::Small(sum)),
                None => Integer::from_i128(*a as i128 + *b as i128),
            },
            _ => Integer::from_big(self.to_big() + other.to_big()),
        }
    }
}

impl<'a> Sub<&'a Integer> for &'a Integer {
    type Output = Integer;
    #[inline]
    fn sub(self, other: &Integer) -> Integer {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_sub(*b) {
                Some(difference) => Integer(Repr::Small(difference)),
                None => Integer::from_i128(*a as i128 - *b as i128),
            },
            _ => Integer::from_big(self.to_big() - other.to_big()),
        }
    }
}

impl<'a> Mul<&'a Integer> for &'a Integer {
    type Output = Integer;
    #[inline]
    fn mul(self, other: &Integer) -> Integer {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Integer(Repr::Small(product)),
                None => Integer::from_i128(*a as i128 * *b as i128),
            },
            _ => Integer::from_big(self.to_big() * other.to_big()),
        }
    }
}

impl Neg for &Integer {
    type Output = Integer;
    #[inline]
    fn neg(self) -> Integer {
        match &self.0 {
            Repr::Small(value) => match value.checked_neg() {
                Some(negated) => Integer(Repr::Small(negated)),
                None => Integer::from_i128(-(*value as i128)),
            },
            Repr::Big(value) => Integer::from_big(-(**value).clone()),
        }
    }
}

impl Neg for Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        -&self
    }
}

impl Add for Integer {
    type Output = Integer;
    fn add(self, other: Integer) -> Integer {
        &self + &other
    }
}

impl Sub for Integer {
    type Output = Integer;
    fn sub(self, other: Integer) -> Integer {
        &self - &other
    }
}

impl Mul for Integer {
    type Output = Integer;
    fn mul(self, other: Integer) -> Integer {
        &self * &other
    }
}

impl AddAssign<&Integer> for Integer {
    #[inline]
    fn add_assign(&mut self, other: &Integer) {
        *self = &*self + other;
    }
}

impl SubAssign<&Integer> for Integer {
    #[inline]
    fn sub_assign(&mut self, other: &Integer) {
        *self = &*self - other;
    }
}

impl MulAssign<&Integer> for Integer {
    #[inline]
    fn mul_assign(&mut self, other: &Integer) {
        *self = &*self * other;
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value) => fmt::Display::fmt(value, f),
            Repr::Big(value) => fmt::Display::fmt(value, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a decimal number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseNumberError;

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal number")
    }
}

impl std::error::Error for ParseNumberError {}

impl FromStr for Integer {
    type Err = ParseNumberError;
    fn from_str(text: &str) -> Result<Integer, ParseNumberError> {
        match text.parse::<i64>() {
            Ok(value) => Ok(Integer::from(value)),
            Err(_) => text.parse::<IBig>().map(Integer::from_big).map_err(|_| ParseNumberError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::random::Random;

    /// Values around the edges of the fast path, where the representations meet.
    fn sample(random: &mut Random) -> i128 {
        let edges = [0, 1, -1, i64::MAX as i128, i64::MIN as i128, 1 << 62, -(1 << 62), 1 << 32];
        match random.below(3) {
            0 => edges[random.below(edges.len())] + random.range(-3, 3) as i128,
            1 => random.range(-20, 20) as i128,
            _ => (random.next() as i64 as i128) >> random.below(40),
        }
    }

    #[test]
    fn agrees_with_wide_machine_arithmetic() {
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let (a, b) = (sample(&mut random), sample(&mut random));
            let (x, y) = (Integer::from(a), Integer::from(b));
            assert_eq!(&x + &y, Integer::from(a + b));
            assert_eq!(&x - &y, Integer::from(a - b));
            assert_eq!(x.cmp(&y), a.cmp(&b));
            assert_eq!(-&x, Integer::from(-a));
            if let Some(product) = a.checked_mul(b) {
                assert_eq!(&x * &y, Integer::from(product));
            }
            if b != 0 {
                assert_eq!(x.div_floor(&y), Integer::from(a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)));
                let (quotient, remainder) = x.div_rem_floor(&y);
                assert_eq!(&(&quotient * &y) + &remainder, x);
                assert!(remainder.is_zero() || remainder.signum() == y.signum());
            }
            let (g, s, t) = x.extended_gcd(&y);
            assert_eq!(g, x.gcd(&y));
            assert_eq!(Integer::combine(&s, &x, &t, &y), g);
            assert_eq!(x.to_string().parse::<Integer>(), Ok(x));
        }
    }

    #[test]
    fn is_two_words() {
        assert_eq!(std::mem::size_of::<Integer>(), 16);
    }
}
