//! Memory in the text form: objects, and what is asked of and done to memory.
//!
//! ```text
//! object ::= "object" name ":" size "align" digits "const"? ("of" view)? ("image" bytes)? span? ";"
//!                                                                            static, or inside a procedure its own
//! bytes  ::= (string ("*" times)?)+                                          hexadecimal digits
//! expr   ::= "&" name | "offset(p, n)" | "load." cell "(p)" | "readable(p, n)" | "writable(p, n)" | "freeable(p)" | "size(p)"
//!          | "distance(p)" | "same(p, q)" | "heap_empty()"
//! cell   ::= type                                                            a whole number of bytes
//!          | type "." bits "at" bit                                          so many bits, so far behind the address
//! op     ::= "write." cell "(p) =" expr "initial"? | "copy(to, from, n)" | "fill(p, value, n)" | "forget(p, n)" kind
//!          | name "= alloc(n)" "zero"? ("heap" | "stack") ("of" view)? | "free(p)" | "enter" name | "leave" name
//! ```

use std::fmt::{self, Write};

use super::super::expr::{Expr, INDEX, IntType, Type};
use super::super::memory::{Cell, MemoryExpr, MemoryOp, ObjId, Storage, pointer_type};
use super::super::program::Program;
use super::view::Views;
use super::write::{ExprPrinter, havoc_kind, name_text};

/// The name of an object: with its index, since names of locals repeat.
pub(super) fn object_name(program: &Program, object: ObjId) -> String {
    name_text(&program.objects[object].name, Some(object.as_u32()))
}

/// Runs of one byte that are at least so long are written as such.
const LONG_RUN: usize = 16;

/// What an object holds at first, as a clause.
pub(super) fn image(bytes: &[u8]) -> String {
    let mut out = String::from(" image");
    let mut open = false;
    for run in bytes.chunk_by(|a, b| a == b) {
        let long = run.len() >= LONG_RUN;
        if open && long {
            out.push('"');
        }
        if long || !open {
            out.push_str(" \"");
        }
        let written = if long { &run[..1] } else { run };
        written.iter().for_each(|byte| out.push_str(&format!("{byte:02x}")));
        if long {
            out.push_str(&format!("\" * {}", run.len()));
        }
        open = !long;
    }
    match (open, bytes.is_empty()) {
        (true, _) => out.push('"'),
        (false, true) => out.push_str(" \"\""),
        (false, false) => {}
    }
    out
}

pub(super) fn cell(cell: Cell) -> String {
    let whole = Cell::bytes(u32::from(cell.ty.bits).div_ceil(8), cell.ty);
    if cell == whole { format!("{}", cell.ty) } else { format!("{}.{}at{}", cell.ty, cell.bits, cell.bit) }
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
    let pointer = pointer_type(printer.program.semantics.data_model);
    for (i, operand) in operands.iter().enumerate() {
        out.write_str(if i == 0 { "" } else { ", " })?;
        let counts_bytes = matches!(op, MemoryExpr::Offset(_) | MemoryExpr::Readable | MemoryExpr::Writable);
        let expected = if i == 1 && counts_bytes { INDEX } else { pointer };
        printer.write(out, operand, Some(Type::Int(expected)), 0)?;
    }
    out.write_str(")")
}

/// Without `views`, for people, those of allocations are left out.
pub(super) fn write_op(
    out: &mut dyn Write,
    printer: &ExprPrinter<'_>,
    op: &MemoryOp,
    views: Option<&Views>,
) -> fmt::Result {
    let pointer_type = Some(Type::Int(pointer_type(printer.program.semantics.data_model)));
    let pointer = |out: &mut dyn Write, e: &Expr| printer.write(out, e, pointer_type, 0);
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
        MemoryOp::Alloc { to, size, zero, storage, view } => {
            write!(out, "{} = alloc(", (printer.var_name)(*to))?;
            number(out, size)?;
            let zero = if *zero { " zero" } else { "" };
            let storage = match storage {
                Storage::Heap => "heap",
                Storage::Stack => "stack",
            };
            let view = views.map_or(String::new(), |views| views.clause(view));
            write!(out, "){zero} {storage}{view}")
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
