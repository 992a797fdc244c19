//! Memory in the text form: objects, and what is asked of and done to memory.
//!
//! ```text
//! object ::= "object" name ":" size "align" digits "const"? span? ";"        static, or inside a procedure its own
//! expr   ::= "&" name | "offset(p, n)" | "load." cell "(p)" | "readable(p, n)" | "writable(p, n)" | "freeable(p)" | "size(p)"
//!          | "distance(p)" | "same(p, q)" | "heap_empty()"
//! cell   ::= type                                                            a whole number of bytes
//!          | type "." bits "at" bit                                          so many bits, so far behind the address
//! op     ::= "write." cell "(p) =" expr "initial"? | "copy(to, from, n)" | "fill(p, value, n)" | "forget(p, n)" kind
//!          | name "= alloc(n)" "zero"? ("heap" | "stack") | "free(p)" | "enter" name | "leave" name
//! ```

use std::fmt::{self, Write};

use super::super::expr::{Expr, INDEX, IntType, Type};
use super::super::memory::{Cell, MemoryExpr, MemoryOp, ObjId, Storage};
use super::super::program::Program;
use super::write::{ExprPrinter, havoc_kind, name_text};

/// The name of an object: with its index, since names of locals repeat.
pub(super) fn object_name(program: &Program, object: ObjId) -> String {
    name_text(&program.objects[object].name, Some(object.as_u32()))
}

pub(super) fn cell(cell: Cell) -> String {
    let whole = Cell::bytes(u32::from(cell.ty.bits).div_ceil(8), cell.ty);
    if cell == whole { format!("{}", cell.ty) } else { format!("{}.{}at{}", cell.ty, cell.bits, cell.bit) }
}

/// The type that each operand is expected to have; `None` for pointers, which have types of their own.
fn operand_type(op: MemoryExpr, index: usize) -> Option<Type> {
    match (op, index) {
        (MemoryExpr::Offset(_) | MemoryExpr::Readable | MemoryExpr::Writable, 1) => Some(Type::Int(INDEX)),
        (MemoryExpr::Offset(ty), 0) => Some(Type::Int(ty)),
        _ => None,
    }
}

pub(super) fn write_expr(
    out: &mut dyn Write,
    printer: &ExprPrinter<'_>,
    op: MemoryExpr,
    operands: &[Expr],
) -> fmt::Result {
    match op {
        MemoryExpr::Address(object, _) => return write!(out, "&{}", object_name(printer.program, object)),
        MemoryExpr::Offset(_) => out.write_str("offset("),
        MemoryExpr::Load(of) => write!(out, "load.{}(", cell(of)),
        MemoryExpr::Readable => out.write_str("readable("),
        MemoryExpr::Writable => out.write_str("writable("),
        MemoryExpr::Freeable => out.write_str("freeable("),
        MemoryExpr::Size => out.write_str("size("),
        MemoryExpr::Distance => out.write_str("distance("),
        MemoryExpr::SameObject => out.write_str("same("),
        MemoryExpr::HeapEmpty => out.write_str("heap_empty("),
    }?;
    for (i, operand) in operands.iter().enumerate() {
        out.write_str(if i == 0 { "" } else { ", " })?;
        let expected = operand_type(op, i).or_else(|| printer.synthesised(operand));
        printer.write(out, operand, expected, 0)?;
    }
    out.write_str(")")
}

pub(super) fn write_op(out: &mut dyn Write, printer: &ExprPrinter<'_>, op: &MemoryOp) -> fmt::Result {
    let pointer = |out: &mut dyn Write, e: &Expr| printer.write(out, e, printer.synthesised(e), 0);
    let number = |out: &mut dyn Write, e: &Expr| printer.write(out, e, Some(Type::Int(INDEX)), 0);
    match op {
        MemoryOp::Write { at, cell: of, value, initial } => {
            write!(out, "write.{}(", cell(*of))?;
            pointer(out, at)?;
            out.write_str(") = ")?;
            printer.write(out, value, Some(Type::Int(of.ty)), 0)?;
            out.write_str(if *initial { " initial" } else { "" })
        }
        MemoryOp::Copy { to, from, size } => {
            out.write_str("copy(")?;
            pointer(out, to)?;
            out.write_str(", ")?;
            pointer(out, from)?;
            out.write_str(", ")?;
            number(out, size)?;
            out.write_str(")")
        }
        MemoryOp::Fill { at, value, size } => {
            out.write_str("fill(")?;
            pointer(out, at)?;
            out.write_str(", ")?;
            printer.write(out, value, Some(Type::Int(IntType::new(8, false))), 0)?;
            out.write_str(", ")?;
            number(out, size)?;
            out.write_str(")")
        }
        MemoryOp::Havoc { at, size, kind } => {
            out.write_str("forget(")?;
            pointer(out, at)?;
            out.write_str(", ")?;
            number(out, size)?;
            write!(out, ") {}", havoc_kind(kind))
        }
        MemoryOp::Alloc { to, size, zero, storage, .. } => {
            write!(out, "{} = alloc(", (printer.var_name)(*to))?;
            number(out, size)?;
            let zero = if *zero { " zero" } else { "" };
            let storage = match storage {
                Storage::Heap => "heap",
                Storage::Stack => "stack",
            };
            write!(out, "){zero} {storage}")
        }
        MemoryOp::Free { at } => {
            out.write_str("free(")?;
            pointer(out, at)?;
            out.write_str(")")
        }
        MemoryOp::Enter(object) => write!(out, "enter {}", object_name(printer.program, *object)),
        MemoryOp::Leave(object) => write!(out, "leave {}", object_name(printer.program, *object)),
    }
}
