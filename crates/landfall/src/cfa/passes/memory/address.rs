//! Addresses as an object (or a pointer) and a distance that is a sum of multiples.

use super::super::super::expr::{BinaryOp, Expr, INDEX};
use super::super::super::memory::{MemoryExpr, ObjId};

/// What an address is measured from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// The start of a declared object.
    Object(ObjId),
    /// The value of a pointer.
    Value(Expr),
}

/// A distance in bytes: a constant, and numbers of type `INDEX` with the bytes that each counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Linear {
    pub constant: i128,
    pub terms: Vec<(Expr, i128)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub root: Root,
    pub distance: Linear,
}

impl Linear {
    pub fn constant(constant: i128) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    /// The sum of multiples that a number of type `INDEX` is. Overflow is undefined on the way there, so nothing is lost.
    pub fn of(e: &Expr) -> Linear {
        let mut sum = Linear::default();
        sum.add(e, 1);
        sum
    }

    fn add(&mut self, e: &Expr, factor: i128) {
        match e {
            Expr::Int(value, _) => self.constant += value * factor,
            Expr::Binary(BinaryOp::Add, a, b) => {
                self.add(a, factor);
                self.add(b, factor);
            }
            Expr::Binary(BinaryOp::Sub, a, b) => {
                self.add(a, factor);
                self.add(b, -factor);
            }
            Expr::Binary(BinaryOp::Mul, a, b) => match (&**a, &**b) {
                (Expr::Int(by, _), of) | (of, Expr::Int(by, _)) if by.unsigned_abs() < 1 << 40 => {
                    self.add(of, factor * by);
                }
                _ => self.term(e, factor),
            },
            _ => self.term(e, factor),
        }
    }

    fn term(&mut self, e: &Expr, factor: i128) {
        match self.terms.iter().position(|(known, _)| known == e) {
            Some(place) => {
                self.terms[place].1 += factor;
                if self.terms[place].1 == 0 {
                    self.terms.remove(place);
                }
            }
            None if factor != 0 => self.terms.push((e.clone(), factor)),
            None => {}
        }
    }

    /// Terms that are alike added up.
    pub fn gathered(self) -> Linear {
        let mut sum = Linear::constant(self.constant);
        for (term, factor) in &self.terms {
            sum.term(term, *factor);
        }
        sum
    }

    /// The largest number of bytes that all terms count in; 0 if there are none.
    pub fn stride(&self) -> u64 {
        self.terms.iter().fold(0, |all, (_, factor)| gcd(all, factor.unsigned_abs() as u64))
    }

    /// The distance divided by `unit`, which divides everything, as a number of type `INDEX`.
    pub fn divided(&self, unit: i128) -> Expr {
        let mut sum: Option<Expr> = None;
        for (term, factor) in &self.terms {
            let by = factor / unit;
            let scaled = match by.abs() {
                1 => term.clone(),
                by => Expr::binary(BinaryOp::Mul, term.clone(), Expr::Int(by, INDEX)),
            };
            sum = Some(match (sum, by < 0) {
                (None, false) => scaled,
                (None, true) => Expr::binary(BinaryOp::Sub, Expr::Int(0, INDEX), scaled),
                (Some(sum), false) => Expr::binary(BinaryOp::Add, sum, scaled),
                (Some(sum), true) => Expr::binary(BinaryOp::Sub, sum, scaled),
            });
        }
        let constant = self.constant.div_euclid(unit);
        match sum {
            None => Expr::Int(constant, INDEX),
            Some(sum) if constant == 0 => sum,
            Some(sum) if constant < 0 => Expr::binary(BinaryOp::Sub, sum, Expr::Int(-constant, INDEX)),
            Some(sum) => Expr::binary(BinaryOp::Add, sum, Expr::Int(constant, INDEX)),
        }
    }
}

impl Address {
    pub fn of(e: &Expr) -> Address {
        match e {
            Expr::Memory(MemoryExpr::Address(object, _), _) => {
                Address { root: Root::Object(*object), distance: Linear::default() }
            }
            Expr::Memory(MemoryExpr::Offset(_), operands) => {
                let mut address = Address::of(&operands[0]);
                let more = Linear::of(&operands[1]);
                address.distance.constant += more.constant;
                for (term, factor) in more.terms {
                    address.distance.term(&term, factor);
                }
                address
            }
            _ => Address { root: Root::Value(e.clone()), distance: Linear::default() },
        }
    }
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
