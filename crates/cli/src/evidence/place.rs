//! Parts of an object as C names them: how a view leads to a place, and how the value there is shown.

use landfall::cfa::memory::{Cell, Field, Scalar, ScalarKind, View};
use landfall::cfa::{FloatFormat, FloatOp, IntType};

/// A view of an object of so many bytes: allocated memory may be many elements of what it is made of.
pub fn whole(view: &View, size: u64) -> View {
    match (view, view.size()) {
        (View::Array { .. } | View::Bytes, _) | (_, 0) => view.clone(),
        (_, step) if step >= size => view.clone(),
        (_, step) => View::Array { of: view.clone().into(), step, count: size / step },
    }
}

/// The part that a cell, `bit` bits from the start, is exactly: its path, such as `.x[2]`, and what it holds.
pub fn cell(view: &View, bit: u64, cell: Cell) -> Option<(String, Scalar)> {
    match view {
        View::Scalar(scalar) => {
            let same = bit == 0 && (scalar.ty == cell.ty || scalar.room() == cell.bits);
            same.then(|| (String::new(), *scalar))
        }
        View::Array { of, step, .. } => {
            let (index, rest) = split(bit, step * 8)?;
            let (path, scalar) = self::cell(of, rest, cell)?;
            Some((format!("[{index}]{path}"), scalar))
        }
        View::Record { fields, .. } => fields.iter().filter(|field| field.bit <= bit).find_map(|field| {
            let (path, scalar) = match (field.width, &*field.view) {
                (Some(width), View::Scalar(scalar)) => {
                    let same = bit == field.bit && width == cell.bits;
                    same.then_some((String::new(), *scalar))?
                }
                _ if reaches(field, bit) => self::cell(&field.view, bit - field.bit, cell)?,
                _ => return None,
            };
            Some((format!("{}{path}", member(field)), scalar))
        }),
        View::Bytes => None,
    }
}

/// The part that starts so many bytes behind the start of an object, the largest one but for elements of arrays.
pub fn at(view: &View, byte: u64) -> Option<String> {
    match view {
        View::Array { of, step, .. } => {
            let (index, rest) = split(byte, *step)?;
            Some(format!("[{index}]{}", at(of, rest)?))
        }
        _ if byte == 0 => Some(String::new()),
        View::Record { fields, .. } => part(fields, byte, &|view, byte| at(view, byte)),
        View::Scalar(_) | View::Bytes => None,
    }
}

/// So many bytes from there on, if they are a part or elements of an array.
pub fn range(view: &View, byte: u64, size: u64) -> Option<String> {
    if byte == 0 && size == view.size() {
        return Some(String::new());
    }
    match view {
        View::Array { of, step, .. } => {
            let (index, rest) = split(byte, *step)?;
            if rest == 0 && size.is_multiple_of(*step) && size > *step {
                return Some(format!("[{index}..{}]", index + size / step));
            }
            Some(format!("[{index}]{}", range(of, rest, size)?))
        }
        View::Record { fields, .. } => part(fields, byte, &|view, byte| range(view, byte, size)),
        View::Scalar(_) | View::Bytes => None,
    }
}

fn split(at: u64, step: u64) -> Option<(u64, u64)> {
    Some((at.checked_div(step)?, at % step))
}

fn part(fields: &[Field], byte: u64, inner: &dyn Fn(&View, u64) -> Option<String>) -> Option<String> {
    let bit = byte * 8;
    let fields = fields.iter().filter(|field| field.width.is_none() && field.bit <= bit && reaches(field, bit));
    fields
        .into_iter()
        .find_map(|field| Some(format!("{}{}", member(field), inner(&field.view, (bit - field.bit) / 8)?)))
}

/// Whether a bit that is not in front of a member is inside; the size of a flexible member is not known.
fn reaches(field: &Field, bit: u64) -> bool {
    let size = field.view.size();
    size == 0 || bit - field.bit < size * 8
}

fn member(field: &Field) -> String {
    if field.name.is_empty() { String::new() } else { format!(".{}", field.name) }
}

/// A number of this kind, other than a pointer, as C writes it.
pub fn number(value: i128, kind: ScalarKind, ty: IntType) -> String {
    match kind {
        ScalarKind::Char => match u8::try_from(value & 0xff) {
            Ok(byte) if byte == b' ' || byte.is_ascii_graphic() => format!("{value} '{}'", byte.escape_ascii()),
            _ => value.to_string(),
        },
        ScalarKind::Float => float(value, ty).unwrap_or_else(|| value.to_string()),
        ScalarKind::Int | ScalarKind::Bool | ScalarKind::Pointer => value.to_string(),
    }
}

/// A floating-point number by its bits; those of the extended format are rounded.
fn float(value: i128, ty: IntType) -> Option<String> {
    let value = IntType::new(ty.bits, false).wrap(value);
    if ty.bits == FloatFormat::Single.bits() {
        return Some(format!("{:?}", f32::from_bits(value as u32)));
    }
    let double = match ty.bits {
        64 => value,
        80 => landfall::cfa::float::apply(FloatOp::named("f64.from.f80")?, &[value], FloatFormat::Extended.pattern())?,
        _ => return None,
    };
    Some(format!("{:?}", f64::from_bits(double as u64)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const INT: IntType = IntType::new(32, true);
    const CHAR: IntType = IntType::new(8, true);

    fn scalar(ty: IntType, kind: ScalarKind) -> Arc<View> {
        Arc::new(View::Scalar(Scalar { ty, kind }))
    }

    /// `struct { int x; char name[4]; int flag : 3; }`
    fn record() -> View {
        let name = View::Array { of: scalar(CHAR, ScalarKind::Char), step: 1, count: 4 };
        let field = |name: &str, bit, width, view| Field { name: name.into(), bit, width, view };
        let fields = vec![
            field("x", 0, None, scalar(INT, ScalarKind::Int)),
            field("name", 32, None, Arc::new(name)),
            field("flag", 64, Some(3), scalar(INT, ScalarKind::Int)),
        ];
        View::Record { fields, union: false }
    }

    #[test]
    fn places_have_names() {
        let array = View::Array { of: record().into(), step: 12, count: 5 };
        let path = |bit, of| cell(&array, bit, of).map(|(path, _)| path);
        assert_eq!(path(12 * 8, Cell::bytes(4, INT)).as_deref(), Some("[1].x"));
        assert_eq!(path((24 + 6) * 8, Cell::bytes(1, CHAR)).as_deref(), Some("[2].name[2]"));
        assert_eq!(path(64, Cell { bit: 0, bits: 3, ty: IntType::new(3, true) }).as_deref(), Some("[0].flag"));
        assert_eq!(path(8, Cell::bytes(4, INT)), None);
        assert_eq!(at(&array, 12).as_deref(), Some("[1]"));
        assert_eq!(at(&array, 17).as_deref(), Some("[1].name[1]"));
        assert_eq!(at(&array, 60).as_deref(), Some("[5]"));
        assert_eq!(range(&array, 12, 24).as_deref(), Some("[1..3]"));
        assert_eq!(range(&array, 4, 4).as_deref(), Some("[0].name"));
        assert_eq!(range(&array, 5, 2).as_deref(), Some("[0].name[1..3]"));
        assert_eq!(range(&record(), 2, 4), None);
    }

    #[test]
    fn numbers_are_shown_as_what_they_are() {
        assert_eq!(number(113, ScalarKind::Char, CHAR), "113 'q'");
        assert_eq!(number(-1, ScalarKind::Char, CHAR), "-1");
        assert_eq!(number(0x4004_0000_0000_0000, ScalarKind::Float, IntType::new(64, false)), "2.5");
        assert_eq!(number(0x3fff << 64 | 1 << 63, ScalarKind::Float, IntType::new(80, false)), "1.0");
    }
}
