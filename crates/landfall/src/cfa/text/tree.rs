//! The syntax tree of the text form: names are not looked up yet, and constants have no types unless they are written.

use std::sync::Arc;

use super::super::expr::{BinaryOp, IntType, Type, UnaryOp};
use super::super::float::FloatOp;
use super::super::memory::{Cell, MemoryExpr, Storage, View};
use super::super::program::*;
use super::lex::Position;
use crate::front::source::Span;

/// A name with its index, if one is written.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub text: String,
    pub index: Option<u32>,
    pub at: Position,
}

#[derive(Debug)]
pub(super) struct Node {
    pub at: Position,
    pub depth: u32,
    pub kind: NodeKind,
}

#[derive(Debug)]
pub(super) enum NodeKind {
    /// Sign, magnitude and written type.
    Constant(bool, u128, Option<IntType>),
    Truth(bool),
    Var(Name),
    Unary(UnaryOp, Box<Node>),
    Binary(BinaryOp, Box<Node>, Box<Node>),
    Cast(IntType, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Ite(Box<Node>, Box<Node>, Box<Node>),
    Select(Name, Box<Node>),
    Float(FloatOp, Vec<Node>),
    Memory(RawQuestion, Vec<Node>),
}

#[derive(Debug)]
pub(super) enum RawOp {
    Skip,
    Assume(Node),
    Assign(Name, Node),
    Havoc(Name, HavocKind),
    Store(Name, Option<Node>, Node),
    Call(Option<Name>, Name, Vec<Node>),
    Memory(RawMemoryOp),
    Unsupported(String),
}

/// What an expression asks of memory; what the data model decides is open.
#[derive(Debug)]
pub(super) enum RawQuestion {
    Address(Name),
    Offset,
    Other(MemoryExpr),
}

#[derive(Debug)]
pub(super) enum RawMemoryOp {
    Write { at: Node, cell: Cell, value: Node, initial: bool },
    Copy { to: Node, from: Node, size: Node },
    Fill { at: Node, value: Node, size: Node },
    Havoc { at: Node, size: Node, kind: HavocKind },
    Alloc { to: Name, size: Node, zero: bool, storage: Storage, view: Arc<View> },
    Free(Node),
    Enter(Name),
    Leave(Name),
}

#[derive(Debug)]
pub(super) struct RawObject {
    pub name: Name,
    pub size: u64,
    pub align: u64,
    pub constant: bool,
    pub image: Option<Arc<[u8]>>,
    pub view: Arc<View>,
    pub span: Option<Span>,
}

#[derive(Debug)]
pub(super) struct RawVar {
    pub kind: VarKind,
    pub name: Name,
    pub ty: Type,
    pub span: Option<Span>,
}

#[derive(Debug)]
pub(super) struct RawLoc {
    pub name: Name,
    pub is_loop: bool,
    pub span: Option<Span>,
    pub error: Option<ErrorInfo>,
}

#[derive(Debug)]
pub(super) struct RawEdge {
    pub name: Option<Name>,
    pub src: Name,
    pub dst: Name,
    pub op: RawOp,
    pub span: Option<Span>,
}

#[derive(Debug)]
pub(super) struct RawProc {
    pub name: Name,
    pub vars: Vec<RawVar>,
    pub objects: Vec<RawObject>,
    pub result: Option<Name>,
    pub entry: Name,
    pub exit: Name,
    pub span: Option<Span>,
    pub locs: Vec<RawLoc>,
    pub edges: Vec<RawEdge>,
}

#[derive(Debug)]
pub(super) struct RawProgram {
    pub semantics: Semantics,
    pub externs: Vec<String>,
    pub globals: Vec<RawVar>,
    pub objects: Vec<RawObject>,
    pub entry: Option<Name>,
    pub procs: Vec<RawProc>,
    pub end: Position,
}
