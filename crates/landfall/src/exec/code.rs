//! The instructions that a program is compiled to.
//!
//! Operands are cells of the state: variables, constants and intermediate values look alike. Types up to 64 bits have one cell
//! in canonical form (sign- or zero-extended; unsigned 64-bit values as their pattern), so that one signed comparison serves all
//! types but the unsigned 64-bit one.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;

use super::objects::Objects;
use super::state::{Cell, Layout};
use crate::cfa::memory::{Cell as MemoryCell, Storage};
use crate::cfa::{BinaryOp, EdgeId, FloatOp, IntType, LocId, MemoryExpr, ObjId, ProcId, UnaryOp};

/// A position in [`Code::insts`].
pub(super) type Pc = u32;

/// How two canonical values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Test {
    Eq,
    Ne,
    Lt,
    Le,
    /// On unsigned 64-bit patterns.
    LtU,
    LeU,
}

/// One instruction. Those with `steps` end a chain of edges and account for all of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inst {
    /// A cell of a region.
    Load {
        ty: IntType,
        dst: Cell,
        region: u32,
        index: Cell,
    },
    Put {
        ty: IntType,
        region: u32,
        index: Cell,
        a: Cell,
    },
    /// All cells of a region.
    Fill {
        ty: IntType,
        region: u32,
        a: Cell,
    },
    CopyRegion {
        to: u32,
        from: u32,
    },
    /// 1, 2, 4 or 8 bytes of memory.
    LoadBytes {
        size: u8,
        ty: IntType,
        dst: Cell,
        at: Cell,
    },
    StoreBytes {
        size: u8,
        at: Cell,
        a: Cell,
    },
    Readable {
        dst: Cell,
        at: Cell,
        size: Cell,
    },
    Writable {
        dst: Cell,
        at: Cell,
        size: Cell,
    },
    /// Pointer plus bytes.
    Offset {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// Pointer plus so many elements, by their size; undefined where the product overflows.
    Element {
        size: u16,
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// Anything else that is asked of memory, by its place in [`Code::questions`].
    Ask {
        question: u32,
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// Anything else that is done to memory, by its place in [`Code::effects`].
    Effect {
        effect: u32,
    },
    /// By its place in [`Code::floats`].
    Float {
        op: u32,
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    Move {
        dst: Cell,
        a: Cell,
    },
    MoveWide {
        dst: Cell,
        a: Cell,
    },
    AddI32 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    SubI32 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    MulI32 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    AddI64 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    SubI64 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    MulI64 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// Unsigned, 32 bits.
    AddU32 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    SubU32 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    MulU32 {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// Modulo 2^64: unsigned, or signed where overflow wraps.
    AddWrap {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    SubWrap {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    MulWrap {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// On canonical forms of one type the result is canonical, too.
    And {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    Or {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    Xor {
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// Truth value of a comparison.
    Compare {
        test: Test,
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    /// Any operation on types up to 64 bits, by the reference arithmetic.
    Binary {
        op: BinaryOp,
        ty: IntType,
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    Unary {
        op: UnaryOp,
        ty: IntType,
        dst: Cell,
        a: Cell,
    },
    /// Any operation on wider types; comparisons write one cell, everything else two.
    BinaryWide {
        op: BinaryOp,
        ty: IntType,
        dst: Cell,
        a: Cell,
        b: Cell,
    },
    UnaryWide {
        op: UnaryOp,
        ty: IntType,
        dst: Cell,
        a: Cell,
    },
    /// Conversion where the target has at most 64 bits.
    Wrap {
        to: IntType,
        dst: Cell,
        a: Cell,
    },
    /// Conversion to a type of more than 64 bits.
    Widen {
        from: IntType,
        to: IntType,
        dst: Cell,
        a: Cell,
    },
    /// A shift amount of a wide type, clamped to one cell: what is out of range stays so.
    Amount {
        dst: Cell,
        a: Cell,
    },

    /// Inside an expression: on to `target`, unless the truth value `a` holds.
    Unless {
        a: Cell,
        target: Pc,
    },
    /// Inside an expression: on to `target` if the truth value `a` holds.
    When {
        a: Cell,
        target: Pc,
    },
    Hop {
        target: Pc,
    },

    /// Of two edges with complementary conditions, the first falls through, the second goes to `target`.
    Branch {
        test: Test,
        steps: u16,
        a: Cell,
        b: Cell,
        target: Pc,
    },
    /// The same for an arbitrary truth value.
    BranchIf {
        steps: u16,
        a: Cell,
        target: Pc,
    },
    /// The same for whether bytes of memory are readable: the first edge falls through if that is as wanted.
    BranchReadable {
        wanted: bool,
        steps: u16,
        at: Cell,
        size: Cell,
        target: Pc,
    },
    BranchWritable {
        wanted: bool,
        steps: u16,
        at: Cell,
        size: Cell,
        target: Pc,
    },
    /// On to a location; if the edge taken was one of several, its number.
    Jump {
        steps: u16,
        target: Pc,
        decision: Option<u16>,
    },
    /// Asks the host, if it wants to choose, which of the edges that leave the location is taken.
    Choose,
    Havoc {
        edge: EdgeId,
    },
    Call {
        index: u32,
        steps: u16,
    },
    Return {
        steps: u16,
    },

    Error,
    Stuck,
    Unsupported {
        edge: EdgeId,
    },
    /// A location where the caller asked to be given control. Resuming goes on behind it.
    Stop,
}

/// What a call edge does, beyond what its instruction says.
#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub edge: EdgeId,
    pub callee: ProcId,
    pub entry: Pc,
    /// Cells to copy, once the frame is made: from, to. A wide argument has two.
    pub args: Vec<(Cell, Cell)>,
    /// Where the result comes from and goes to, with its type.
    pub result: Option<(Cell, Cell, IntType)>,
    /// The instruction behind the call.
    pub back: Pc,
}

/// What an edge does to memory, with the cells of its operands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    Write { at: Cell, cell: MemoryCell, value: Cell, initial: bool },
    Copy { to: Cell, from: Cell, size: Cell },
    Fill { at: Cell, value: Cell, size: Cell },
    Alloc { to: Cell, size: Cell, zero: bool, storage: Storage },
    Free { at: Cell },
    Enter { at: Cell },
    Leave { at: Cell },
}

/// To which edge an instruction belongs, and how many edges of its chain come before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub loc: LocId,
    pub edge: Option<EdgeId>,
    pub before: u16,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub layout: Layout,
    pub insts: Vec<Inst>,
    pub origins: Vec<Origin>,
    /// Where the code of each location starts, and how many edges of its chain come before.
    pub start: SecondaryMap<LocId, (Pc, u16)>,
    pub calls: Vec<CallSite>,
    /// Floating-point operations, with the type of their first operand.
    pub floats: Vec<(FloatOp, IntType)>,
    /// What is asked of memory, where an instruction has no room for it.
    pub questions: Vec<MemoryExpr>,
    pub effects: Vec<Effect>,
    /// The memory of a fresh state, if the program has any.
    pub objects: Option<Arc<Objects>>,
    /// Where the address of each object is found: a constant, or a cell of its procedure.
    pub addresses: SecondaryMap<ObjId, Cell>,
    /// The declared objects are too large to be executed.
    pub unfit: bool,
    /// For each call edge, its index in `calls`.
    pub call_of: SecondaryMap<EdgeId, u32>,
    /// The cells of a fresh state: zeros, the constants, room for intermediate values.
    pub cells: Vec<i64>,
}
