//! Programs as control-flow automata: the narrow waist between the C front end and the engines.
//!
//! A [`Program`] is a set of procedures; each is a graph of locations joined by edges, and each edge carries one [`Op`].
//! Expressions ([`Expr`]) are pure, typed and exact: every conversion of C is explicit in them, so that the concrete
//! interpreter and the encodings need to know no C rules. A program is built with a [`ProgramBuilder`], checked by the
//! verifier, and never changed afterwards: a pass makes a new program.

pub mod arbitrary;
pub mod arith;
pub mod builder;
pub mod draw;
pub mod expr;
pub mod float;
pub mod fold;
pub mod graph;
pub mod intervals;
pub mod memory;
pub mod passes;
pub mod program;
pub mod shape;
pub mod text;
pub mod varmap;
pub mod verify;

pub use builder::ProgramBuilder;
pub use expr::{BinaryOp, Expr, INDEX, IntType, Type, UnaryOp};
pub use float::{FloatFormat, FloatOp, Integral};
pub use memory::{MemoryExpr, MemoryOp, ObjId, Object, View};
pub use program::{
    Approximation, Cause, DataModel, Edge, EdgeId, ErrorInfo, ErrorKind, HavocKind, Loc, LocId, Obligation, Op,
    Overflow, Proc, ProcId, Program, Semantics, Var, VarId, VarKind,
};
pub use text::read_program;
pub use verify::{debug_verify, verify};
