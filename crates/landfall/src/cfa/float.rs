//! Floating-point operations on bit patterns.
//!
//! A floating-point value is kept as the unsigned integer of its bits, so that variables, memory and unions need no further
//! type. An operation says which format its operands have. Arithmetic rounds to nearest, ties to even, as C programs start
//! with; every operation is defined but the conversion to an integer type that does not hold the value.
//! Extended precision is the 80-bit format of x86; single and double are computed by the machine.

use std::fmt;

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::expr::IntType;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatFormat {
    Single,
    Double,
    Extended,
}

impl FloatFormat {
    pub const ALL: [FloatFormat; 3] = [FloatFormat::Single, FloatFormat::Double, FloatFormat::Extended];

    pub const fn bits(self) -> u8 {
        match self {
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::Extended => 80,
        }
    }

    /// The integers that stand for values of the format.
    pub const fn pattern(self) -> IntType {
        IntType::new(self.bits(), false)
    }

    const fn name(self) -> &'static str {
        match self {
            FloatFormat::Single => "f32",
            FloatFormat::Double => "f64",
            FloatFormat::Extended => "f80",
        }
    }
}

/// How a value is rounded to an integral one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Integral {
    Floor,
    Ceil,
    Truncate,
    /// Half away from zero.
    Round,
    /// Half to even.
    Nearest,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatOp {
    Add(FloatFormat),
    Sub(FloatFormat),
    Mul(FloatFormat),
    Div(FloatFormat),
    Neg(FloatFormat),
    Abs(FloatFormat),
    Sqrt(FloatFormat),
    Integral(FloatFormat, Integral),
    /// Comparisons give `BOOL`; a NaN equals nothing and is neither below nor above anything.
    Eq(FloatFormat),
    Lt(FloatFormat),
    Le(FloatFormat),
    IsNan(FloatFormat),
    /// From an integer of any type.
    FromInt(FloatFormat),
    /// Towards zero; undefined where the type does not hold the result.
    ToInt(FloatFormat, IntType),
    /// From the first format to the second.
    Convert(FloatFormat, FloatFormat),
}

impl FloatOp {
    /// The type of the result.
    pub const fn result(self) -> IntType {
        use FloatOp::*;
        match self {
            Add(f)
            | Sub(f)
            | Mul(f)
            | Div(f)
            | Neg(f)
            | Abs(f)
            | Sqrt(f)
            | Integral(f, _)
            | FromInt(f)
            | Convert(_, f) => f.pattern(),
            Eq(_) | Lt(_) | Le(_) | IsNan(_) => IntType::BOOL,
            ToInt(_, ty) => ty,
        }
    }

    /// The type of the operands; `None` if it may be any integer type.
    pub const fn operand(self) -> Option<IntType> {
        use FloatOp::*;
        match self {
            Add(f)
            | Sub(f)
            | Mul(f)
            | Div(f)
            | Neg(f)
            | Abs(f)
            | Sqrt(f)
            | Integral(f, _)
            | Eq(f)
            | Lt(f)
            | Le(f)
            | IsNan(f)
            | ToInt(f, _)
            | Convert(f, _) => Some(f.pattern()),
            FromInt(_) => None,
        }
    }

    /// Whether the result is a number whatever the operands are.
    pub const fn is_never_nan(self) -> bool {
        matches!(self, FloatOp::FromInt(_))
    }

    /// The number of operands.
    pub const fn arity(self) -> usize {
        use FloatOp::*;
        match self {
            Add(_) | Sub(_) | Mul(_) | Div(_) | Eq(_) | Lt(_) | Le(_) => 2,
            _ => 1,
        }
    }

    /// The operation that the text form names so.
    pub fn named(name: &str) -> Option<FloatOp> {
        let (format, rest) = name.split_once('.')?;
        let format_named = |name: &str| FloatFormat::ALL.into_iter().find(|f| f.name() == name);
        let format = format_named(format)?;
        let simple = SIMPLE.iter().find(|(known, _)| *known == rest).map(|(_, make)| make(format));
        simple.or_else(|| {
            if let Some(ty) = rest.strip_prefix("to.") {
                return super::text::type_named(ty).map(|ty| FloatOp::ToInt(format, ty));
            }
            rest.strip_prefix("from.").and_then(format_named).map(|from| FloatOp::Convert(from, format))
        })
    }
}

type Make = fn(FloatFormat) -> FloatOp;

const SIMPLE: [(&str, Make); 18] = [
    ("add", FloatOp::Add),
    ("sub", FloatOp::Sub),
    ("mul", FloatOp::Mul),
    ("div", FloatOp::Div),
    ("neg", FloatOp::Neg),
    ("abs", FloatOp::Abs),
    ("sqrt", FloatOp::Sqrt),
    ("floor", |f| FloatOp::Integral(f, Integral::Floor)),
    ("ceil", |f| FloatOp::Integral(f, Integral::Ceil)),
    ("trunc", |f| FloatOp::Integral(f, Integral::Truncate)),
    ("round", |f| FloatOp::Integral(f, Integral::Round)),
    ("nearest", |f| FloatOp::Integral(f, Integral::Nearest)),
    ("eq", FloatOp::Eq),
    ("lt", FloatOp::Lt),
    ("le", FloatOp::Le),
    ("isnan", FloatOp::IsNan),
    ("int", FloatOp::FromInt),
    ("identity", |f| FloatOp::Convert(f, f)),
];

impl fmt::Display for FloatOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for format in FloatFormat::ALL {
            if let Some((name, _)) = SIMPLE.iter().find(|(_, make)| make(format) == *self) {
                return write!(f, "{}.{name}", format.name());
            }
        }
        match self {
            FloatOp::ToInt(format, ty) => write!(f, "{}.to.{ty}", format.name()),
            FloatOp::Convert(from, to) => write!(f, "{}.from.{}", to.name(), from.name()),
            other => unreachable!("{other:?} has a simple name"),
        }
    }
}

/// Applies an operation to bit patterns; `from` is the type of the first operand, which matters for conversions from integers.
/// `None` where it is undefined.
pub fn apply(op: FloatOp, operands: &[i128], from: IntType) -> Option<i128> {
    let a = operands[0];
    let b = operands.get(1).copied().unwrap_or(0);
    use FloatOp::*;
    Some(match op {
        Neg(f) => f.pattern().wrap(a ^ (1 << (f.bits() - 1))),
        Abs(f) => a & !(1 << (f.bits() - 1)),
        Convert(from, to) => convert(from, to, a),
        FromInt(f) => from_int(f, a, from),
        ToInt(f, ty) => return to_int(f, a, ty),
        Add(f) | Sub(f) | Mul(f) | Div(f) => arithmetic(op, f, a, b),
        Eq(f) | Lt(f) | Le(f) => i128::from(compare(op, f, a, b)),
        IsNan(f) => i128::from(is_nan(f, a)),
        Sqrt(f) => match f {
            FloatFormat::Single => single(f32::from_bits(a as u32).sqrt()),
            FloatFormat::Double => double(f64::from_bits(a as u64).sqrt()),
            FloatFormat::Extended => sqrt_extended(a),
        },
        Integral(f, how) => integral(f, how, a),
    })
}

/// The pattern of a single-precision number; all NaNs that arithmetic makes are one.
fn single(value: f32) -> i128 {
    i128::from(if value.is_nan() { quiet_single(value) } else { value.to_bits() })
}

fn double(value: f64) -> i128 {
    i128::from(if value.is_nan() { quiet_double(value) } else { value.to_bits() })
}

fn quiet_single(value: f32) -> u32 {
    value.to_bits() | 0x0040_0000
}

fn quiet_double(value: f64) -> u64 {
    value.to_bits() | 0x0008_0000_0000_0000
}

fn extended(bits: i128) -> X87DoubleExtended {
    X87DoubleExtended::from_bits(bits as u128)
}

fn arithmetic(op: FloatOp, format: FloatFormat, a: i128, b: i128) -> i128 {
    match format {
        FloatFormat::Single => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            single(match op {
                FloatOp::Add(_) => a + b,
                FloatOp::Sub(_) => a - b,
                FloatOp::Mul(_) => a * b,
                _ => a / b,
            })
        }
        FloatFormat::Double => {
            let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            double(match op {
                FloatOp::Add(_) => a + b,
                FloatOp::Sub(_) => a - b,
                FloatOp::Mul(_) => a * b,
                _ => a / b,
            })
        }
        FloatFormat::Extended => {
            let (a, b) = (extended(a), extended(b));
            let result = match op {
                FloatOp::Add(_) => a + b,
                FloatOp::Sub(_) => a - b,
                FloatOp::Mul(_) => a * b,
                _ => a / b,
            };
            result.value.to_bits() as i128
        }
    }
}

fn compare(op: FloatOp, format: FloatFormat, a: i128, b: i128) -> bool {
    let order = match format {
        FloatFormat::Single => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        FloatFormat::Double => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        FloatFormat::Extended => extended(a).partial_cmp(&extended(b)),
    };
    match op {
        FloatOp::Eq(_) => order.is_some_and(|o| o.is_eq()),
        FloatOp::Lt(_) => order.is_some_and(|o| o.is_lt()),
        _ => order.is_some_and(|o| o.is_le()),
    }
}

fn is_nan(format: FloatFormat, a: i128) -> bool {
    match format {
        FloatFormat::Single => f32::from_bits(a as u32).is_nan(),
        FloatFormat::Double => f64::from_bits(a as u64).is_nan(),
        FloatFormat::Extended => extended(a).is_nan(),
    }
}

fn convert(from: FloatFormat, to: FloatFormat, a: i128) -> i128 {
    use FloatFormat::*;
    let mut lost = false;
    match (from, to) {
        (Single, Double) => double(f64::from(f32::from_bits(a as u32))),
        (Double, Single) => single(f64::from_bits(a as u64) as f32),
        (Single, Extended) => {
            let value: X87DoubleExtended = self::Single::from_bits(a as u128).convert(&mut lost).value;
            value.to_bits() as i128
        }
        (Double, Extended) => {
            let value: X87DoubleExtended = self::Double::from_bits(a as u128).convert(&mut lost).value;
            value.to_bits() as i128
        }
        (Extended, Single) => {
            let value: self::Single = extended(a).convert(&mut lost).value;
            value.to_bits() as i128
        }
        (Extended, Double) => {
            let value: self::Double = extended(a).convert(&mut lost).value;
            value.to_bits() as i128
        }
        _ => a,
    }
}

fn from_int(format: FloatFormat, value: i128, from: IntType) -> i128 {
    let unsigned = !from.signed && from.bits == 128;
    match (format, unsigned) {
        (FloatFormat::Single, false) => single(value as f32),
        (FloatFormat::Single, true) => single(value as u128 as f32),
        (FloatFormat::Double, false) => double(value as f64),
        (FloatFormat::Double, true) => double(value as u128 as f64),
        (FloatFormat::Extended, false) => X87DoubleExtended::from_i128(value).value.to_bits() as i128,
        (FloatFormat::Extended, true) => X87DoubleExtended::from_u128(value as u128).value.to_bits() as i128,
    }
}

fn to_int(format: FloatFormat, a: i128, ty: IntType) -> Option<i128> {
    let wide = X87DoubleExtended::from_bits(convert(format, FloatFormat::Extended, a) as u128);
    let mut exact = false;
    let width = usize::from(ty.bits);
    if ty.signed {
        let result = wide.to_i128_r(width, Round::TowardZero, &mut exact);
        (!result.status.contains(Status::INVALID_OP)).then_some(result.value)
    } else {
        let result = wide.to_u128_r(width, Round::TowardZero, &mut exact);
        (!result.status.contains(Status::INVALID_OP)).then_some(result.value as i128)
    }
}

fn integral(format: FloatFormat, how: Integral, a: i128) -> i128 {
    match format {
        FloatFormat::Single => {
            let value = f32::from_bits(a as u32);
            single(match how {
                Integral::Floor => value.floor(),
                Integral::Ceil => value.ceil(),
                Integral::Truncate => value.trunc(),
                Integral::Round => value.round(),
                Integral::Nearest => value.round_ties_even(),
            })
        }
        FloatFormat::Double => {
            let value = f64::from_bits(a as u64);
            double(match how {
                Integral::Floor => value.floor(),
                Integral::Ceil => value.ceil(),
                Integral::Truncate => value.trunc(),
                Integral::Round => value.round(),
                Integral::Nearest => value.round_ties_even(),
            })
        }
        FloatFormat::Extended => {
            let round = match how {
                Integral::Floor => Round::TowardNegative,
                Integral::Ceil => Round::TowardPositive,
                Integral::Truncate => Round::TowardZero,
                Integral::Round => Round::NearestTiesToAway,
                Integral::Nearest => Round::NearestTiesToEven,
            };
            extended(a).round_to_integral(round).value.to_bits() as i128
        }
    }
}

/// The root in extended precision, rounded to nearest: the integer root of the significand, moved up by 63 or 64 bits.
fn sqrt_extended(a: i128) -> i128 {
    let value = extended(a);
    if value.is_nan() || value.is_zero() || (value.is_infinite() && !value.is_negative()) {
        return a;
    }
    if value.is_negative() {
        return (X87DoubleExtended::NAN.to_bits() | (1 << 79)) as i128;
    }
    let significand = a as u64;
    let shift = significand.leading_zeros();
    let significand = u128::from(significand << shift);
    let biased = ((a >> 64) as i32 & 0x7fff).max(1);
    // The value is the significand times 2 to this power.
    let exponent = biased - 16383 - 63 - shift as i32;
    let up = if exponent % 2 == 0 { 64 } else { 63 };
    let square = significand << up;
    let floor = square.isqrt();
    let root = if square - floor * floor > floor { floor + 1 } else { floor };
    let half = (exponent - up) / 2;
    let exact = X87DoubleExtended::from_u128(root).value;
    exact.scalbn(half).to_bits() as i128
}

/// The pattern of a decimal or hexadecimal literal (without suffix), rounded once.
pub fn parse(format: FloatFormat, literal: &str) -> Option<i128> {
    let bits = match format {
        FloatFormat::Single => literal.parse::<Single>().ok()?.to_bits(),
        FloatFormat::Double => literal.parse::<Double>().ok()?.to_bits(),
        FloatFormat::Extended => literal.parse::<X87DoubleExtended>().ok()?.to_bits(),
    };
    Some(bits as i128)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntType = IntType::new(32, true);

    fn f64_of(bits: i128) -> f64 {
        f64::from_bits(bits as u64)
    }

    fn bits(value: f64) -> i128 {
        i128::from(value.to_bits())
    }

    #[test]
    fn names_are_read_back() {
        for format in FloatFormat::ALL {
            for (_, make) in SIMPLE {
                let op = make(format);
                assert_eq!(FloatOp::named(&op.to_string()), Some(op));
            }
            for op in [FloatOp::ToInt(format, INT), FloatOp::Convert(format, FloatFormat::Double)] {
                assert_eq!(FloatOp::named(&op.to_string()), Some(op));
            }
        }
        assert_eq!(FloatOp::named("f64.nonsense"), None);
    }

    #[test]
    fn conversions_to_integers_end_where_they_do_not_fit() {
        let to_int = |value: f64| apply(FloatOp::ToInt(FloatFormat::Double, INT), &[bits(value)], INT);
        assert_eq!(to_int(-2.9), Some(-2));
        assert_eq!(to_int(2147483647.5), Some(2147483647));
        assert_eq!(to_int(2147483648.0), None);
        assert_eq!(to_int(f64::NAN), None);
        let to_unsigned = FloatOp::ToInt(FloatFormat::Double, IntType::new(8, false));
        assert_eq!(apply(to_unsigned, &[bits(-0.5)], INT), Some(0));
        assert_eq!(apply(to_unsigned, &[bits(-1.0)], INT), None);
        assert_eq!(apply(to_unsigned, &[bits(255.9)], INT), Some(255));
    }

    #[test]
    fn extended_precision_keeps_more() {
        let wide = |value: i128| apply(FloatOp::FromInt(FloatFormat::Extended), &[value], IntType::new(64, true));
        let large = wide((1 << 62) + 1).expect("defined");
        let back = apply(FloatOp::ToInt(FloatFormat::Extended, IntType::new(64, true)), &[large], INT);
        assert_eq!(back, Some((1 << 62) + 1));
        let narrow = apply(FloatOp::Convert(FloatFormat::Extended, FloatFormat::Double), &[large], INT);
        assert_eq!(narrow.map(f64_of), Some(2f64.powi(62)));
    }

    #[test]
    fn roots_in_extended_precision() {
        let wide = |value: &str| parse(FloatFormat::Extended, value).expect("a literal");
        let root = |value: &str| apply(FloatOp::Sqrt(FloatFormat::Extended), &[wide(value)], INT);
        for (square, expected) in [("4", "2"), ("2.25", "1.5"), ("0x1p-16440", "0x1p-8220"), ("0", "0")] {
            assert_eq!(root(square), Some(wide(expected)), "{square}");
        }
        assert_eq!(root("2"), Some(wide("1.4142135623730950488016887242096980785696718753769")));
        assert_eq!(root("3"), Some(wide("1.7320508075688772935274463415058723669428052538103")));
    }

    #[test]
    fn literals_are_rounded_once() {
        assert_eq!(parse(FloatFormat::Double, "0.1").map(f64_of), Some(0.1));
        assert_eq!(parse(FloatFormat::Double, "0x1.8p1").map(f64_of), Some(3.0));
        assert_eq!(parse(FloatFormat::Single, "16777217").map(|b| f32::from_bits(b as u32)), Some(16777216.0));
        assert_eq!(parse(FloatFormat::Double, "1e-400").map(f64_of), Some(0.0));
    }

    #[test]
    fn comparisons_know_nan_and_signed_zero() {
        let holds = |op, a: f64, b: f64| apply(op, &[bits(a), bits(b)], INT) == Some(1);
        assert!(holds(FloatOp::Eq(FloatFormat::Double), 0.0, -0.0));
        assert!(!holds(FloatOp::Eq(FloatFormat::Double), f64::NAN, f64::NAN));
        assert!(!holds(FloatOp::Le(FloatFormat::Double), f64::NAN, 1.0));
        assert!(holds(FloatOp::Lt(FloatFormat::Double), -1.0, 0.0));
    }
}
