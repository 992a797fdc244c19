//! Memory as C has it: objects with an identity, pointers as values, and what reads and writes them.
//!
//! A pointer is a number of the data model's pointer width ([`pointer_type`]). Null is zero; the addresses of objects are positive,
//! far from each other, and nothing else about them is promised. [`MemoryOp`] are the effects of edges on memory; [`MemoryExpr`]
//! are the questions that expressions ask of it. An access is *guarded*: the front end puts in front of it what makes it defined
//! ([`MemoryExpr::Readable`] and relatives), as an assumption or as the way to an error. So what reads and writes memory has no
//! errors of its own, and an access that no guard protects is undefined, as is arithmetic that overflows.
//!
//! Programs have memory from the front end on. The passes of `passes::memory` take it away: engines see variables and regions.

use std::sync::Arc;

use cranelift_entity::entity_impl;

use super::expr::{Expr, IntType};
use super::program::{DataModel, HavocKind, ProcId, VarId};
use crate::front::source::Span;

/// A declared object: of the whole program, or of the frames of one procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjId(u32);
entity_impl!(ObjId, "o");

/// What is not modelled where a program ends with allocated memory that something may still point to.
pub const KEPT_AT_END: &str = "whether memory that lives at the end can still be reached";

/// The type of pointers: signed, since addresses are positive numbers; comparisons that C makes of them are of the unsigned type.
pub const fn pointer_type(model: DataModel) -> IntType {
    match model {
        DataModel::Ilp32 => IntType::new(32, true),
        DataModel::Lp64 => IntType::new(64, true),
    }
}

/// An object that is declared. Static ones live as long as the program and hold their image at first. Those of a procedure live from
/// [`MemoryOp::Enter`] to [`MemoryOp::Leave`] (or to the end of the frame) and hold anything at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The name for people; a string literal's is its text in quotes.
    pub name: Arc<str>,
    /// In bytes.
    pub size: u64,
    pub align: u64,
    /// The procedure whose frames hold it; `None` for static ones.
    pub owner: Option<ProcId>,
    /// Only [`MemoryOp::Write`] with `initial` may write it.
    pub constant: bool,
    /// What a static object holds at first; zeros if there is none.
    pub image: Option<Arc<[u8]>>,
    /// How C divides it, for names of its parts.
    pub view: Arc<View>,
    pub span: Option<Span>,
}

/// How C divides an object into parts. It says how to speak of them, and nothing about what accesses may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum View {
    Scalar(Scalar),
    Array {
        of: Arc<View>,
        /// The size of an element in bytes.
        step: u64,
        /// 0 if it is not known.
        count: u64,
    },
    Record {
        fields: Vec<Field>,
        union: bool,
    },
    /// Nothing is known: bytes.
    Bytes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub ty: IntType,
    pub kind: ScalarKind,
}

/// How a number is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarKind {
    Int,
    Char,
    Bool,
    Float,
    Pointer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Empty for an anonymous member.
    pub name: Arc<str>,
    /// Distance from the start of the record, in bits.
    pub bit: u64,
    /// The width of a bit-field.
    pub width: Option<u32>,
    pub view: Arc<View>,
}

/// What is read or written at an address: `bits` bits, `bit` bits behind it (least significant first), that hold integers of type
/// `ty`. For a `_Bool`, `ty` is narrower than `bits`; so is it for the extended floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Below eight, but for bit-fields of packed records.
    pub bit: u32,
    pub bits: u32,
    pub ty: IntType,
}

impl Cell {
    /// A whole number of bytes.
    pub const fn bytes(size: u32, ty: IntType) -> Cell {
        Cell { bit: 0, bits: size * 8, ty }
    }

    /// How many bytes it touches.
    pub const fn size(self) -> u32 {
        (self.bit + self.bits).div_ceil(8)
    }
}

/// What an expression asks of memory. Operands are in a list of their own, as for floating-point operations; pointers carry their
/// type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemoryExpr {
    /// The address of an object; of a procedure's, in its innermost frame. No operand.
    Address(ObjId, IntType),
    /// Pointer plus bytes (type `INDEX`), a pointer. Undefined if the sum is no address; never an overflow of C's integers.
    Offset(IntType),
    /// The value at an address. Undefined if it is not readable.
    Load(Cell),
    /// Whether so many bytes (second operand, type `INDEX`) from an address on lie in one live object. No bytes: always.
    Readable,
    /// The same, of an object that may be written.
    Writable,
    /// Whether it is null, or the start of live allocated memory that was not freed.
    Freeable,
    /// The size of the object that the address lies in (type `INDEX`); −1 if there is none, or it is dead.
    Size,
    /// How far the address lies from the start of its object (type `INDEX`); undefined if there is none.
    Distance,
    /// Whether two addresses lie in one object, or right behind it.
    SameObject,
    /// Whether no allocated memory lives that must be freed. No operand.
    HeapEmpty,
}

impl MemoryExpr {
    /// How many operands it has.
    pub const fn operands(self) -> usize {
        match self {
            MemoryExpr::Address(..) | MemoryExpr::HeapEmpty => 0,
            MemoryExpr::Load(_) | MemoryExpr::Freeable | MemoryExpr::Size | MemoryExpr::Distance => 1,
            MemoryExpr::Offset(_) | MemoryExpr::Readable | MemoryExpr::Writable | MemoryExpr::SameObject => 2,
        }
    }

    /// The type of its value.
    pub const fn result(self) -> IntType {
        match self {
            MemoryExpr::Address(_, ty) | MemoryExpr::Offset(ty) => ty,
            MemoryExpr::Load(cell) => cell.ty,
            MemoryExpr::Readable
            | MemoryExpr::Writable
            | MemoryExpr::Freeable
            | MemoryExpr::SameObject
            | MemoryExpr::HeapEmpty => IntType::BOOL,
            MemoryExpr::Size | MemoryExpr::Distance => super::expr::INDEX,
        }
    }
}

/// Where allocated memory comes from, and so how it ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Storage {
    /// From `malloc` and relatives: lives until it is freed.
    Heap,
    /// From `alloca` or of variable length: lives until it is freed by [`MemoryOp::Free`] at the end of its scope.
    Stack,
}

/// What an edge does to memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemoryOp {
    /// Sets the bits of a cell. `initial` writes may set constant objects.
    Write { at: Expr, cell: Cell, value: Expr, initial: bool },
    /// Copies so many bytes (type `INDEX`), as `memmove` does.
    Copy { to: Expr, from: Expr, size: Expr },
    /// Sets so many bytes to a value (type `u8`).
    Fill { at: Expr, value: Expr, size: Expr },
    /// So many bytes become arbitrary. Reads as inputs one value a scalar part, in the order of their places; of memory with more
    /// than a few parts the value of most bytes, a count, and so many pairs of distance and value.
    Havoc { at: Expr, size: Expr, kind: HavocKind },
    /// New memory of so many bytes (type `INDEX`), which hold zeros or are not set; its address goes to the variable.
    Alloc { to: VarId, size: Expr, zero: bool, storage: Storage, view: Arc<View> },
    /// Ends the life of the object that starts at the address; of null, nothing.
    Free { at: Expr },
    /// The object of the innermost frame comes to life, with arbitrary contents that nobody has looked at; again if it lives.
    Enter(ObjId),
    /// The object dies.
    Leave(ObjId),
}

impl MemoryOp {
    /// Calls `f` for each expression, in order of evaluation.
    pub fn for_each_expr(&self, f: &mut dyn FnMut(&Expr)) {
        match self {
            MemoryOp::Write { at, value, .. } => [at, value].into_iter().for_each(f),
            MemoryOp::Copy { to, from, size } => [to, from, size].into_iter().for_each(f),
            MemoryOp::Fill { at, value, size } => [at, value, size].into_iter().for_each(f),
            MemoryOp::Havoc { at, size, .. } => [at, size].into_iter().for_each(f),
            MemoryOp::Alloc { size, .. } => f(size),
            MemoryOp::Free { at } => f(at),
            MemoryOp::Enter(_) | MemoryOp::Leave(_) => {}
        }
    }

    pub fn target(&self) -> Option<VarId> {
        match self {
            MemoryOp::Alloc { to, .. } => Some(*to),
            _ => None,
        }
    }

    /// The object that is named, other than by expressions.
    pub fn object(&self) -> Option<ObjId> {
        match self {
            MemoryOp::Enter(object) | MemoryOp::Leave(object) => Some(*object),
            _ => None,
        }
    }

    /// Gives variables and objects other names, and changes expressions, in place.
    pub fn rename(&mut self, var: &dyn Fn(VarId) -> VarId, object: &dyn Fn(ObjId) -> ObjId, expr: &dyn Fn(&mut Expr)) {
        match self {
            MemoryOp::Write { at, value, .. } => [at, value].into_iter().for_each(expr),
            MemoryOp::Copy { to, from, size } => [to, from, size].into_iter().for_each(expr),
            MemoryOp::Fill { at, value, size } => [at, value, size].into_iter().for_each(expr),
            MemoryOp::Havoc { at, size, .. } => [at, size].into_iter().for_each(expr),
            MemoryOp::Alloc { to, size, .. } => {
                *to = var(*to);
                expr(size);
            }
            MemoryOp::Free { at } => expr(at),
            MemoryOp::Enter(o) | MemoryOp::Leave(o) => *o = object(*o),
        }
    }

    /// The operation with other variables, objects and expressions.
    pub fn map(
        &self,
        var: &dyn Fn(VarId) -> VarId,
        object: &dyn Fn(ObjId) -> ObjId,
        expr: &dyn Fn(&Expr) -> Expr,
    ) -> MemoryOp {
        match self {
            MemoryOp::Write { at, cell, value, initial } => {
                MemoryOp::Write { at: expr(at), cell: *cell, value: expr(value), initial: *initial }
            }
            MemoryOp::Copy { to, from, size } => MemoryOp::Copy { to: expr(to), from: expr(from), size: expr(size) },
            MemoryOp::Fill { at, value, size } => MemoryOp::Fill { at: expr(at), value: expr(value), size: expr(size) },
            MemoryOp::Havoc { at, size, kind } => {
                MemoryOp::Havoc { at: expr(at), size: expr(size), kind: kind.clone() }
            }
            MemoryOp::Alloc { to, size, zero, storage, view } => {
                MemoryOp::Alloc { to: var(*to), size: expr(size), zero: *zero, storage: *storage, view: view.clone() }
            }
            MemoryOp::Free { at } => MemoryOp::Free { at: expr(at) },
            MemoryOp::Enter(o) => MemoryOp::Enter(object(*o)),
            MemoryOp::Leave(o) => MemoryOp::Leave(object(*o)),
        }
    }
}

impl Scalar {
    /// The bits that it takes: whole bytes, and for the extended floating-point format those that hold the number.
    pub const fn room(self) -> u32 {
        (self.ty.bits as u32).div_ceil(8) * 8
    }
}

impl View {
    /// The bytes from its start to the end of its last part.
    pub fn size(&self) -> u64 {
        match self {
            View::Scalar(scalar) => u64::from(scalar.room() / 8),
            View::Array { step, count, .. } => step * count,
            View::Record { fields, .. } => {
                let end = |field: &Field| match field.width {
                    Some(width) => field.bit + u64::from(width),
                    None => field.bit + field.view.size() * 8,
                };
                fields.iter().map(end).max().unwrap_or(0).div_ceil(8)
            }
            View::Bytes => 0,
        }
    }
}
