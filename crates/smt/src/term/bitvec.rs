//! Bit-vectors of at most 128 bits: operators with constant folding, and conversions to and from integers.

use super::{Kind, Term};
use crate::{Int, Sort};
use dashu_base::RemEuclid;

/// Operators on bit-vectors, with SMT-LIB's meaning (division by zero included).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum BvOp {
    Add,
    Sub,
    Mul,
    Neg,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    Not,
    Shl,
    Lshr,
    Ashr,
    /// The first argument holds the high bits.
    Concat,
    /// Bits from high to low, both inclusive.
    Extract(u32, u32),
    /// Adds that many zero bits.
    ZeroExt(u32),
    /// Adds that many copies of the sign bit.
    SignExt(u32),
    Ult,
    Ule,
    Slt,
    Sle,
}

/// All ones in the low `width` bits.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The signed reading of the low `width` bits.
pub(crate) fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

impl BvOp {
    /// The sort of the result for arguments of these sorts.
    pub fn result(self, arguments: &[Term]) -> Sort {
        let width = arguments[0].width();
        match self {
            BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle => Sort::Bool,
            BvOp::Concat => Sort::BitVec(width + arguments[1].width()),
            BvOp::Extract(high, low) => Sort::BitVec(high - low + 1),
            BvOp::ZeroExt(extra) | BvOp::SignExt(extra) => Sort::BitVec(width + extra),
            _ => Sort::BitVec(width),
        }
    }

    /// The value on constants. `width` is that of the first argument, `second` of the second (for `Concat`).
    pub(crate) fn apply(self, width: u32, second: u32, a: u128, b: u128) -> u128 {
        let all = mask(width);
        let (sa, sb) = (signed(a, width), if second == width { signed(b, width) } else { 0 });
        let truth = |value: bool| u128::from(value);
        match self {
            BvOp::Add => a.wrapping_add(b) & all,
            BvOp::Sub => a.wrapping_sub(b) & all,
            BvOp::Mul => a.wrapping_mul(b) & all,
            BvOp::Neg => a.wrapping_neg() & all,
            BvOp::Udiv => a.checked_div(b).unwrap_or(all),
            BvOp::Urem => a.checked_rem(b).unwrap_or(a),
            // SMT-LIB defines signed division through the unsigned one on absolute values, so x / 0 is -1 or 1.
            BvOp::Sdiv if b == 0 => (if sa < 0 { 1 } else { u128::MAX }) & all,
            BvOp::Sdiv => (sa.wrapping_div(sb) as u128) & all,
            BvOp::Srem if b == 0 => a,
            BvOp::Srem => (sa.wrapping_rem(sb) as u128) & all,
            BvOp::And => a & b,
            BvOp::Or => a | b,
            BvOp::Xor => a ^ b,
            BvOp::Not => !a & all,
            BvOp::Shl if b >= u128::from(width) => 0,
            BvOp::Shl => (a << b) & all,
            BvOp::Lshr if b >= u128::from(width) => 0,
            BvOp::Lshr => a >> b,
            BvOp::Ashr => ((sa >> b.min(127)) as u128) & all,
            BvOp::Concat => (a << second) | b,
            BvOp::Extract(high, low) => (a >> low) & mask(high - low + 1),
            BvOp::ZeroExt(_) => a,
            BvOp::SignExt(extra) => (sa as u128) & mask(width + extra),
            BvOp::Ult => truth(a < b),
            BvOp::Ule => truth(a <= b),
            BvOp::Slt => truth(sa < sb),
            BvOp::Sle => truth(sa <= sb),
        }
    }

    fn commutes(self) -> bool {
        matches!(self, BvOp::Add | BvOp::Mul | BvOp::And | BvOp::Or | BvOp::Xor)
    }
}

impl Term {
    /// A bit-vector constant; bits above the width are cut off.
    pub fn bv_const(value: u128, width: u32) -> Term {
        assert!((1..=128).contains(&width), "bit-vector of width {width}");
        Term::make(Kind::BitVec(value & mask(width)), Sort::BitVec(width))
    }

    /// The width of a bit-vector term.
    pub fn width(self) -> u32 {
        match self.sort() {
            Sort::BitVec(width) => width,
            other => panic!("width of a term of sort {other}"),
        }
    }

    /// A binary operation on bit-vectors of one width (`Concat`: of any widths).
    pub fn bv(self, op: BvOp, other: Term) -> Term {
        let (width, second) = (self.width(), other.width());
        debug_assert!(width == second || op == BvOp::Concat, "{op:?} of {self} and {other}");
        if let (Some(a), Some(b)) = (self.as_bv(), other.as_bv()) {
            return fold(op, &[self, other], op.apply(width, second, a, b));
        }
        if let Some(simpler) = simplify(op, self, other, width) {
            return simpler;
        }
        // Sums and differences with a constant have it last and once, so that offsets from one base show.
        match (op, self.as_bv(), other.as_bv()) {
            (BvOp::Sub, _, Some(value)) => return self.bv(BvOp::Add, Term::bv_const(value.wrapping_neg(), width)),
            (BvOp::Add, Some(_), None) => return other.bv(op, self),
            (BvOp::Add, None, Some(value)) => {
                if let Kind::Bv(BvOp::Add, parts) = self.kind()
                    && let Some(inner) = parts[1].as_bv()
                {
                    return parts[0].bv(op, Term::bv_const(inner.wrapping_add(value), width));
                }
                return make_bv(op, &[self, other]);
            }
            _ => {}
        }
        if let Some(rest) = cancelled(op, self, other).or_else(|| put_together(op, self, other)) {
            return rest;
        }
        if let Some(choice) = choice_of_constants(op, self, other) {
            return choice;
        }
        let (a, b) = if op.commutes() && other < self { (other, self) } else { (self, other) };
        make_bv(op, &[a, b])
    }

    /// A unary operation: negation, complement, extraction, extension.
    pub fn bv_unary(self, op: BvOp) -> Term {
        if let Some(value) = self.as_bv() {
            return fold(op, &[self], op.apply(self.width(), 0, value, 0));
        }
        match (op, self.kind()) {
            (BvOp::Neg, Kind::Bv(BvOp::Neg, inner)) | (BvOp::Not, Kind::Bv(BvOp::Not, inner)) => inner[0],
            (BvOp::ZeroExt(0) | BvOp::SignExt(0), _) => self,
            (BvOp::Extract(high, 0), _) if high + 1 == self.width() => self,
            (BvOp::Extract(high, low), Kind::Bv(BvOp::Extract(_, below), inner)) => {
                inner[0].extract(high + below, low + below)
            }
            (BvOp::Extract(high, low), Kind::Bv(BvOp::ZeroExt(_) | BvOp::SignExt(_), inner))
                if high < inner[0].width() =>
            {
                inner[0].extract(high, low)
            }
            (BvOp::Extract(high, low), Kind::Bv(BvOp::ZeroExt(_), inner)) => match inner[0].width() {
                width if low >= width => Term::bv_const(0, high - low + 1),
                width => inner[0].extract(width - 1, low).zero_ext(high + 1 - width),
            },
            (BvOp::Extract(high, low), Kind::Bv(BvOp::Concat, parts)) => match parts[1].width() {
                below if high < below => parts[1].extract(high, low),
                below if low >= below => parts[0].extract(high - below, low - below),
                _ => make_bv(op, &[self]),
            },
            (BvOp::ZeroExt(more), Kind::Bv(BvOp::ZeroExt(extra), inner)) => inner[0].zero_ext(more + extra),
            (BvOp::SignExt(more), Kind::Bv(BvOp::SignExt(extra), inner)) => inner[0].sign_ext(more + extra),
            (BvOp::SignExt(more), Kind::Bv(BvOp::ZeroExt(extra), inner)) if *extra > 0 => {
                inner[0].zero_ext(more + extra)
            }
            // A choice among constants stays one.
            (_, Kind::Ite(condition, yes, no)) if yes.is_constant() && no.is_constant() => {
                Term::ite(*condition, yes.bv_unary(op), no.bv_unary(op))
            }
            _ => make_bv(op, &[self]),
        }
    }

    pub fn udiv(self, other: Term) -> Term {
        self.bv(BvOp::Udiv, other)
    }

    pub fn urem(self, other: Term) -> Term {
        self.bv(BvOp::Urem, other)
    }

    pub fn sdiv(self, other: Term) -> Term {
        self.bv(BvOp::Sdiv, other)
    }

    pub fn srem(self, other: Term) -> Term {
        self.bv(BvOp::Srem, other)
    }

    pub fn bv_and(self, other: Term) -> Term {
        self.bv(BvOp::And, other)
    }

    pub fn bv_or(self, other: Term) -> Term {
        self.bv(BvOp::Or, other)
    }

    pub fn bv_xor(self, other: Term) -> Term {
        self.bv(BvOp::Xor, other)
    }

    pub fn bv_not(self) -> Term {
        self.bv_unary(BvOp::Not)
    }

    pub fn bv_shl(self, other: Term) -> Term {
        self.bv(BvOp::Shl, other)
    }

    pub fn bv_lshr(self, other: Term) -> Term {
        self.bv(BvOp::Lshr, other)
    }

    pub fn bv_ashr(self, other: Term) -> Term {
        self.bv(BvOp::Ashr, other)
    }

    /// `self` as the high bits, `other` as the low bits.
    pub fn bv_concat(self, other: Term) -> Term {
        self.bv(BvOp::Concat, other)
    }

    /// Bits from `high` to `low`, both inclusive.
    pub fn extract(self, high: u32, low: u32) -> Term {
        debug_assert!(low <= high && high < self.width(), "bits {high}..{low} of {self}");
        self.bv_unary(BvOp::Extract(high, low))
    }

    /// Adds `extra` zero bits.
    pub fn zero_ext(self, extra: u32) -> Term {
        self.bv_unary(BvOp::ZeroExt(extra))
    }

    /// Adds `extra` copies of the sign bit.
    pub fn sign_ext(self, extra: u32) -> Term {
        self.bv_unary(BvOp::SignExt(extra))
    }

    pub fn ult(self, other: Term) -> Term {
        self.bv(BvOp::Ult, other)
    }

    pub fn ule(self, other: Term) -> Term {
        self.bv(BvOp::Ule, other)
    }

    pub fn slt(self, other: Term) -> Term {
        self.bv(BvOp::Slt, other)
    }

    pub fn sle(self, other: Term) -> Term {
        self.bv(BvOp::Sle, other)
    }

    /// The unsigned value of a bit-vector as an integer.
    pub fn bv_to_int(self) -> Term {
        match self.as_bv() {
            Some(value) => Term::int(value),
            None => Term::make(Kind::BvToInt(self), Sort::Int),
        }
    }

    /// The signed value of a bit-vector as an integer.
    pub fn bv_to_int_signed(self) -> Term {
        let width = self.width();
        if let Some(value) = self.as_bv() {
            return Term::int(signed(value, width));
        }
        let unsigned = self.bv_to_int();
        let negative = self.slt(Term::bv_const(0, width));
        Term::ite(negative, unsigned.sub(Term::int(Int::ONE << width as usize)), unsigned)
    }

    /// The integer modulo 2^`width` as a bit-vector.
    pub fn int_to_bv(self, width: u32) -> Term {
        match self.kind() {
            Kind::Int(value) => {
                let wrapped = Int::from(value.rem_euclid(&(Int::ONE << width as usize)));
                Term::bv_const(u128::try_from(&wrapped).expect("a value below 2^128 fits"), width)
            }
            Kind::BvToInt(inner) if inner.width() == width => *inner,
            _ => Term::make(Kind::IntToBv(self), Sort::BitVec(width)),
        }
    }
}

/// What is left of a sum, difference or exclusive or, if the second operand undoes a part of the first or the other way round.
fn cancelled(op: BvOp, a: Term, b: Term) -> Option<Term> {
    let other_of = |pair: &[Term], one: Term| match pair {
        [x, y] if *x == one => Some(*y),
        [x, y] if *y == one => Some(*x),
        _ => None,
    };
    match (op, a.kind(), b.kind()) {
        (BvOp::Sub, Kind::Bv(BvOp::Add, sum), _) => other_of(sum, b),
        (BvOp::Add, Kind::Bv(BvOp::Sub, parts), _) if parts[1] == b => Some(parts[0]),
        (BvOp::Add, _, Kind::Bv(BvOp::Sub, parts)) if parts[1] == a => Some(parts[0]),
        (BvOp::Xor, Kind::Bv(BvOp::Xor, parts), _) if parts.contains(&b) => other_of(parts, b),
        (BvOp::Xor, _, Kind::Bv(BvOp::Xor, parts)) => other_of(parts, a),
        _ => None,
    }
}

/// A rotation by a constant as two parts of its operand, and neighbouring parts of one operand as one: so what is rotated back is
/// what it was.
fn put_together(op: BvOp, a: Term, b: Term) -> Option<Term> {
    match (op, a.kind(), b.kind()) {
        (BvOp::Or, Kind::Bv(BvOp::Shl, up), Kind::Bv(BvOp::Lshr, down))
        | (BvOp::Or, Kind::Bv(BvOp::Lshr, down), Kind::Bv(BvOp::Shl, up))
            if up[0] == down[0] =>
        {
            let (x, width) = (up[0], u128::from(a.width()));
            let (left, right) = (up[1].as_bv()?, down[1].as_bv()?);
            let by = (0 < left && left < width && left.checked_add(right)? == width).then_some(left as u32)?;
            let all = a.width();
            Some(x.extract(all - 1 - by, 0).bv_concat(x.extract(all - 1, all - by)))
        }
        (BvOp::Concat, Kind::Bv(BvOp::Extract(high, middle), x), Kind::Bv(BvOp::Extract(below, low), y))
            if x[0] == y[0] && *middle == below + 1 =>
        {
            Some(x[0].extract(*high, *low))
        }
        _ => None,
    }
}

/// An operation of a choice among constants with a constant is such a choice.
fn choice_of_constants(op: BvOp, a: Term, b: Term) -> Option<Term> {
    match (a.kind(), b.kind()) {
        (Kind::Ite(condition, yes, no), Kind::BitVec(_)) if yes.is_constant() && no.is_constant() => {
            Some(Term::ite(*condition, yes.bv(op, b), no.bv(op, b)))
        }
        (Kind::BitVec(_), Kind::Ite(condition, yes, no)) if yes.is_constant() && no.is_constant() => {
            Some(Term::ite(*condition, a.bv(op, *yes), a.bv(op, *no)))
        }
        _ => None,
    }
}

/// A bit-vector as a base and a constant that is added to it.
pub(super) fn offset(term: Term) -> (Term, u128) {
    match term.kind() {
        Kind::Bv(BvOp::Add, parts) => match parts[1].as_bv() {
            Some(value) => (parts[0], value),
            None => (term, 0),
        },
        _ => (term, 0),
    }
}

/// Two bit-vectors as one term, which is no constant, and different constants that are added to it.
pub(super) fn common_base(a: Term, b: Term) -> Option<(Term, [Term; 2])> {
    let Sort::BitVec(width) = a.sort() else { return None };
    if let (Kind::Ite(c, a_yes, a_no), Kind::Ite(d, b_yes, b_no)) = (a.kind(), b.kind()) {
        let [a_yes, a_no, b_yes, b_no] = [a_yes.as_bv()?, a_no.as_bv()?, b_yes.as_bv()?, b_no.as_bv()?];
        let step = b_yes.wrapping_sub(a_yes) & mask(width);
        let alike = c == d && step == b_no.wrapping_sub(a_no) & mask(width);
        return alike.then(|| (a, [Term::bv_const(0, width), Term::bv_const(step, width)]));
    }
    let ((base, x), (other, y)) = (offset(a), offset(b));
    (base == other).then(|| (base, [Term::bv_const(x, width), Term::bv_const(y, width)]))
}

fn fold(op: BvOp, arguments: &[Term], value: u128) -> Term {
    match op.result(arguments) {
        Sort::BitVec(width) => Term::bv_const(value, width),
        _ => Term::bool(value != 0),
    }
}

fn make_bv(op: BvOp, arguments: &[Term]) -> Term {
    let sort = op.result(arguments);
    assert!(sort.bits().is_none_or(|width| width <= 128), "{op:?} makes a bit-vector wider than 128 bits");
    Term::make(Kind::Bv(op, arguments.into()), sort)
}

/// Identities with neutral and absorbing elements, and with equal arguments.
fn simplify(op: BvOp, a: Term, b: Term, width: u32) -> Option<Term> {
    let all = mask(width);
    let zero = || Term::bv_const(0, width);
    if a == b {
        match op {
            BvOp::Sub | BvOp::Xor => return Some(zero()),
            BvOp::And | BvOp::Or => return Some(a),
            BvOp::Ule | BvOp::Sle => return Some(Term::tt()),
            BvOp::Ult | BvOp::Slt => return Some(Term::ff()),
            _ => {}
        }
    }
    let (left, right) = (a.as_bv(), b.as_bv());
    match (op, left, right) {
        (BvOp::Add | BvOp::Or | BvOp::Xor, Some(0), _) => Some(b),
        (BvOp::Add | BvOp::Sub | BvOp::Or | BvOp::Xor | BvOp::Shl | BvOp::Lshr | BvOp::Ashr, _, Some(0)) => Some(a),
        (BvOp::Mul | BvOp::And, Some(0), _) | (BvOp::Mul | BvOp::And, _, Some(0)) => Some(zero()),
        (BvOp::Mul, Some(1), _) => Some(b),
        (BvOp::Mul | BvOp::Udiv | BvOp::Sdiv, _, Some(1)) if width > 1 => Some(a),
        (BvOp::And, Some(value), _) if value == all => Some(b),
        (BvOp::And, _, Some(value)) if value == all => Some(a),
        (BvOp::Ule, Some(0), _) => Some(Term::tt()),
        (BvOp::Ult, _, Some(0)) => Some(Term::ff()),
        _ => None,
    }
}
