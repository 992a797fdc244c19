//! Shifts and bit operations over mathematical integers.
//!
//! Integers are read as infinite two's complement, which agrees with every width. All three bit operations come down to
//! the conjunction: a | b = a + b − (a & b) and a ^ b = a + b − 2·(a & b). A conjunction with a constant is exact, as a sum
//! over the runs of ones in the constant; one of two small numbers is exact bit by bit; any other is a fresh local of which
//! the facts that arithmetic can tell are known. Its transition is then approximate.

use landfall_smt::{Int, Term};

use super::integer::{IntegerEncoder, Number, floor_div, power_of_two, range_of};
use super::transition::Origin;
use crate::cfa::{BinaryOp, IntType};
use crate::limits::limits;

impl IntegerEncoder<'_> {
    /// `value << amount` or `value >> amount`: bits that are shifted out to the left are lost, also of signed values.
    pub(super) fn shift(&mut self, op: BinaryOp, value: Number, amount: Number, ty: IntType) -> Number {
        let last = Int::from(ty.bits - 1);
        let in_range = Term::and(&[Term::int(0).le(amount.term), amount.term.le(Term::int(last.clone()))]);
        self.require(in_range);
        let low = amount.low.clone().max(Int::ZERO).min(last.clone());
        let high = amount.high.clone().min(last).max(low.clone());
        let (low, high) = (small(&low), small(&high));
        // From the largest amount down: the innermost alternative is the largest amount.
        let mut result = shifted(op, &value, high, ty);
        for by in (low..high).rev() {
            let case = shifted(op, &value, by, ty);
            result = super::integer::select(amount.term.eq(Term::int(by)), case, result);
        }
        if op == BinaryOp::Shl { self.wrap(result, ty) } else { result }
    }

    pub(super) fn bitwise(&mut self, op: BinaryOp, a: Number, b: Number, ty: IntType) -> Number {
        if a.term == b.term {
            return if op == BinaryOp::BitXor { Number::constant(Int::ZERO) } else { a };
        }
        let both = self.conjunction(&a, &b, ty);
        let certain = a.certain && b.certain && both.certain;
        match op {
            BinaryOp::BitAnd => both,
            BinaryOp::BitOr => {
                let (low, high) = if a.is_nonnegative() && b.is_nonnegative() {
                    (a.low.clone().max(b.low.clone()), ones_covering(&a.high, &b.high))
                } else {
                    range_of(ty)
                };
                Number { term: a.term.add(b.term).sub(both.term), low, high, certain }
            }
            _ => {
                let (low, high) = if a.is_nonnegative() && b.is_nonnegative() {
                    (Int::ZERO, ones_covering(&a.high, &b.high))
                } else {
                    range_of(ty)
                };
                Number { term: a.term.add(b.term).sub(both.term.scale(2)), low, high, certain }
            }
        }
    }

    fn conjunction(&mut self, a: &Number, b: &Number, ty: IntType) -> Number {
        let exact = match (a.as_constant(), b.as_constant()) {
            (_, Some(mask)) => masked(a, mask, ty),
            (Some(mask), None) => masked(b, mask, ty),
            (None, None) => None,
        };
        if let Some(exact) = exact {
            return exact;
        }
        let limit = power_of_two(limits().encode.small_bits);
        if a.is_nonnegative() && b.is_nonnegative() && a.high < limit && b.high < limit {
            return bit_by_bit(a, b);
        }
        self.approximate_conjunction(a, b, ty)
    }

    /// The facts hold for all integers in two's complement, so they need not be conditional.
    fn approximate_conjunction(&mut self, a: &Number, b: &Number, ty: IntType) -> Number {
        let result = self.local("bits", Origin::Approximate);
        let zero = Term::int(0);
        let negative = |n: &Number| if n.is_nonnegative() { Term::ff() } else { n.term.lt(zero) };
        let (a_negative, b_negative) = (negative(a), negative(b));
        // A set sign bit in both is a set sign bit in the result.
        self.assert(result.lt(zero).eq(Term::and(&[a_negative, b_negative])));
        // Conjunction with b only clears bits of a: it makes a smaller, unless it clears the sign.
        self.assert(Term::or(&[a_negative, result.le(a.term)]));
        self.assert(Term::or(&[b_negative, result.le(b.term)]));
        self.assert(Term::or(&[b_negative.not(), result.le(a.term)]));
        self.assert(Term::or(&[a_negative.not(), result.le(b.term)]));
        self.assert(Term::or(&[a.term.eq(b.term).not(), result.eq(a.term)]));
        if a.is_nonnegative() && b.is_nonnegative() {
            // a | b = a + b − (a & b) has no more bits than the longer one.
            let most = Term::int(ones_covering(&a.high, &b.high));
            self.require(a.term.add(b.term).sub(result).le(most));
            let high = a.high.clone().min(b.high.clone());
            return Number { term: result, low: Int::ZERO, high, certain: a.certain && b.certain };
        }
        let (low, high) = range_of(ty);
        Number { term: result, low, high, certain: false }
    }
}

fn small(value: &Int) -> u32 {
    u32::try_from(value).expect("a shift amount below 128")
}

/// The exact result of a shift by a constant, before it wraps.
fn shifted(op: BinaryOp, value: &Number, by: u32, ty: IntType) -> Number {
    let factor = power_of_two(by);
    if op == BinaryOp::Shr {
        return Number {
            term: value.term.div(Term::int(factor.clone())),
            low: floor_div(&value.low, &factor),
            high: floor_div(&value.high, &factor),
            certain: value.certain,
        };
    }
    if let Some(constant) = value.as_constant() {
        return Number::constant(wrap_constant(&(constant * &factor), ty));
    }
    Number {
        term: value.term.scale(factor.clone()),
        low: &value.low * &factor,
        high: &value.high * &factor,
        certain: value.certain,
    }
}

fn wrap_constant(value: &Int, ty: IntType) -> Int {
    let modulus = power_of_two(u32::from(ty.bits));
    let low = range_of(ty).0;
    let times = floor_div(&(value - &low), &modulus);
    value - times * modulus
}

/// The smallest 2ᵏ − 1 that is at least as large as both (which are not negative).
fn ones_covering(a: &Int, b: &Int) -> Int {
    let largest = a.max(b);
    let mut ones = Int::ZERO;
    while ones < *largest {
        ones = ones * Int::from(2) + Int::ONE;
    }
    ones
}

/// `value & mask` for a constant mask, if that is a short sum.
fn masked(value: &Number, mask: &Int, ty: IntType) -> Option<Number> {
    if *mask < Int::ZERO {
        // value & mask = value − (value & ¬mask), and ¬mask is not negative.
        let rest = masked_by_runs(value, &(-mask - Int::ONE))?;
        return Some(without(value, rest, ty));
    }
    let all = range_of(ty).1;
    if !ty.signed {
        let missing = &all - mask;
        if runs_of(&missing).len() < runs_of(mask).len() {
            let rest = masked_by_runs(value, &missing)?;
            return Some(without(value, rest, ty));
        }
    }
    masked_by_runs(value, mask)
}

fn without(value: &Number, rest: Number, ty: IntType) -> Number {
    let low = if value.is_nonnegative() { Int::ZERO } else { range_of(ty).0 };
    Number { term: value.term.sub(rest.term), low, high: value.high.clone(), certain: value.certain && rest.certain }
}

/// `value & mask` for a mask that is not negative: each run of ones cuts a field out of the value.
fn masked_by_runs(value: &Number, mask: &Int) -> Option<Number> {
    let runs = runs_of(mask);
    if runs.len() > limits().encode.runs {
        return None;
    }
    let covers = |end: u32| value.is_nonnegative() && value.high < power_of_two(end);
    let fields: Vec<Term> = runs
        .iter()
        .map(|&(start, length)| {
            let above = value.term.div(Term::int(power_of_two(start)));
            // Where the value has no bits beyond the run there is nothing to cut off.
            let field = if covers(start + length) { above } else { above.modulo(Term::int(power_of_two(length))) };
            field.scale(power_of_two(start))
        })
        .collect();
    let high = if value.is_nonnegative() { mask.clone().min(value.high.clone()) } else { mask.clone() };
    Some(Number { term: Term::sum(&fields), low: Int::ZERO, high, certain: value.certain })
}

/// The runs of ones of a number that is not negative, from low to high: start and length.
fn runs_of(mask: &Int) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let mut rest = mask.clone();
    let mut position = 0;
    let two = Int::from(2);
    while rest > Int::ZERO {
        if &rest % &two == Int::ONE {
            match runs.last_mut() {
                Some((start, length)) if *start + *length == position => *length += 1,
                _ => runs.push((position, 1)),
            }
        }
        rest /= &two;
        position += 1;
    }
    runs
}

/// The conjunction of two small numbers, exactly.
fn bit_by_bit(a: &Number, b: &Number) -> Number {
    let bit = |n: &Number, i: u32| n.term.div(Term::int(power_of_two(i))).modulo(Term::int(2)).eq(Term::int(1));
    let parts: Vec<Term> = (0..limits().encode.small_bits)
        .map(|i| Term::ite(Term::and(&[bit(a, i), bit(b, i)]), Term::int(power_of_two(i)), Term::int(0)))
        .collect();
    let high = a.high.clone().min(b.high.clone());
    Number { term: Term::sum(&parts), low: Int::ZERO, high, certain: a.certain && b.certain }
}

#[cfg(test)]
mod tests {
    use super::super::integer::complement;
    use super::*;

    #[test]
    fn runs_of_ones() {
        assert_eq!(runs_of(&Int::from(0)), vec![]);
        assert_eq!(runs_of(&Int::from(0b1110011)), vec![(0, 2), (4, 3)]);
    }

    #[test]
    fn wrapping_constants() {
        let byte = IntType::new(8, true);
        assert_eq!(wrap_constant(&Int::from(200), byte), Int::from(-56));
        assert_eq!(wrap_constant(&Int::from(-129), byte), Int::from(127));
        let complemented = complement(Number::constant(Int::from(5)), IntType::new(8, false));
        assert_eq!(complemented.term, Term::int(250));
    }
}
