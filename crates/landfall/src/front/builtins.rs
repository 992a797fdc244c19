//! gcc's built-in functions on the bits of a number: what they give, and their bodies in C.
//!
//! The type checker folds calls with constant arguments. For the others, functions are defined whose bodies have no loop, so that
//! they are single expressions to an engine.

use std::fmt::Write;

use super::diagnostic::Diagnostic;
use super::hir::Unit;
use super::parser;
use super::sema::{self, Linkage};
use super::source::SourceMap;
use super::types::IntKind;
use crate::cfa::{DataModel, IntType};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    /// Bytes in the opposite order.
    Swap,
    /// How many ones.
    Count,
    Parity,
    /// Zeros in front of the first one; undefined for zero.
    LeadingZeros,
    /// Zeros behind the last one; undefined for zero.
    TrailingZeros,
    /// The place of the last one, from 1; 0 for zero.
    FirstSet,
    /// Bits behind the sign that equal it.
    RedundantSigns,
}

/// A built-in function of one number.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitFunction {
    operation: Operation,
    pub parameter: IntKind,
    pub result: IntKind,
}

impl BitFunction {
    pub fn named(name: &str) -> Option<BitFunction> {
        use IntKind::*;
        let plain = name.strip_prefix("__builtin_")?;
        let swap = match plain {
            "bswap16" => Some(UnsignedShort),
            "bswap32" => Some(UnsignedInt),
            "bswap64" => Some(UnsignedLongLong),
            "bswap128" => Some(UnsignedInt128),
            _ => None,
        };
        if let Some(kind) = swap {
            return Some(BitFunction { operation: Operation::Swap, parameter: kind, result: kind });
        }
        let operations = [
            ("popcount", Operation::Count),
            ("parity", Operation::Parity),
            ("clz", Operation::LeadingZeros),
            ("ctz", Operation::TrailingZeros),
            ("ffs", Operation::FirstSet),
            ("clrsb", Operation::RedundantSigns),
        ];
        let (suffix, operation) =
            operations.into_iter().find_map(|(name, operation)| Some((plain.strip_prefix(name)?, operation)))?;
        let kind = match suffix {
            "" => Int,
            "l" => Long,
            "ll" => LongLong,
            _ => return None,
        };
        let signed = matches!(operation, Operation::FirstSet | Operation::RedundantSigns);
        let parameter = if signed { kind } else { kind.to_unsigned() };
        Some(BitFunction { operation, parameter, result: Int })
    }

    /// The result for a constant of the parameter's type; `None` where it is undefined.
    pub fn fold(self, value: i128, model: DataModel) -> Option<i128> {
        let bits = u32::from(self.parameter.int_type(model).bits);
        let pattern = IntType::new(bits as u8, false).wrap(value) as u128;
        let leading = pattern.leading_zeros() - (128 - bits);
        Some(match self.operation {
            Operation::Swap => self.result.int_type(model).wrap((pattern.swap_bytes() >> (128 - bits)) as i128),
            Operation::Count => i128::from(pattern.count_ones()),
            Operation::Parity => i128::from(pattern.count_ones() % 2),
            Operation::LeadingZeros | Operation::TrailingZeros if pattern == 0 => return None,
            Operation::LeadingZeros => i128::from(leading),
            Operation::TrailingZeros => i128::from(pattern.trailing_zeros()),
            Operation::FirstSet if pattern == 0 => 0,
            Operation::FirstSet => i128::from(pattern.trailing_zeros() + 1),
            Operation::RedundantSigns => {
                let magnitude = if value < 0 { !value } else { value } as u128;
                i128::from(magnitude.leading_zeros() - (128 - bits)) - 1
            }
        })
    }

    /// The definition in C.
    fn text(self, name: &str, model: DataModel) -> String {
        let bits = u32::from(self.parameter.int_type(model).bits);
        let (result, parameter) = (self.result.name(), self.parameter.name());
        let unsigned = self.parameter.to_unsigned().name();
        let body = match self.operation {
            Operation::Swap => {
                let byte = |i: u32| format!("(({unsigned})(x >> {} & 255) << {})", i * 8, bits - 8 - i * 8);
                format!("return {};", (0..bits / 8).map(byte).collect::<Vec<_>>().join(" | "))
            }
            Operation::Count | Operation::Parity => {
                let bit = |i: u32| format!("(int)(x >> {i} & 1)");
                let sum = (0..bits).map(bit).collect::<Vec<_>>().join(" + ");
                format!("return ({sum}){};", if self.operation == Operation::Parity { " % 2" } else { "" })
            }
            Operation::LeadingZeros => {
                let test = |i: u32| (format!("x >= ({unsigned})1 << {}", bits - 1 - i), i);
                format!("if (x == 0) __builtin_unreachable(); {}", chain((0..bits - 1).map(test), bits - 1))
            }
            Operation::TrailingZeros => {
                let test = |i: u32| (format!("x & ({unsigned})1 << {i}"), i);
                format!("if (x == 0) __builtin_unreachable(); {}", chain((0..bits - 1).map(test), bits - 1))
            }
            Operation::FirstSet => {
                let test = |i: u32| (format!("({unsigned})x & ({unsigned})1 << {i}"), i + 1);
                chain((0..bits).map(test), 0)
            }
            Operation::RedundantSigns => {
                let test = |i: u32| (format!("(x < 0 ? ~x : x) >= ({parameter})1 << {}", bits - 2 - i), i);
                chain((0..bits - 1).map(test), bits - 1)
            }
        };
        format!("{result} {name}({parameter} x) {{ {body} }}\n")
    }
}

/// `return a ? 1 : b ? 2 : ... otherwise;`
fn chain(tests: impl Iterator<Item = (String, u32)>, otherwise: u32) -> String {
    let mut text = String::from("return ");
    for (test, value) in tests {
        // Writing to a string cannot fail.
        let _ = write!(text, "{test} ? {value} : ");
    }
    text + &format!("{otherwise};")
}

/// Defines the functions that the program calls.
pub(super) fn add(unit: &mut Unit, sources: &mut SourceMap, linkage: &mut Linkage, diagnostics: &mut Vec<Diagnostic>) {
    let model = unit.types.model;
    let missing = unit.functions.iter().filter(|function| function.body.is_none());
    let named = |name: &str| Some(BitFunction::named(name)?.text(name, model));
    let text: String = missing.filter_map(|function| named(&function.name)).collect();
    if text.is_empty() {
        return;
    }
    let file = sources.add("<built-in>", text.into_bytes());
    let parsed = parser::parse(sources, file);
    debug_assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    sema::analyze(&parsed.ast, sources, unit, linkage, diagnostics);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(name: &str, value: i128) -> Option<i128> {
        BitFunction::named(name)?.fold(value, DataModel::Lp64)
    }

    #[test]
    fn bits_of_constants() {
        assert_eq!(fold("__builtin_bswap16", 0x1234), Some(0x3412));
        assert_eq!(fold("__builtin_bswap32", 0x12345678), Some(0x78563412));
        assert_eq!(fold("__builtin_popcountl", 0xff00_0000_0000_0001), Some(9));
        assert_eq!(fold("__builtin_clz", 1), Some(31));
        assert_eq!(fold("__builtin_clz", 0), None);
        assert_eq!(fold("__builtin_ctzll", 1 << 40), Some(40));
        assert_eq!(fold("__builtin_ffs", 0), Some(0));
        assert_eq!(fold("__builtin_ffs", -8), Some(4));
        assert_eq!(fold("__builtin_clrsb", -1), Some(31));
        assert_eq!(fold("__builtin_clrsbl", 5), Some(60));
        assert_eq!(fold("__builtin_parity", 7), Some(1));
        assert_eq!(fold("popcount", 7), None);
    }
}
