//! The program itself: procedures, locations, edges and variables, each kept by typed index.

use std::sync::Arc;

use cranelift_entity::{PrimaryMap, entity_impl};

use super::expr::{Expr, Type};
use super::memory::{MemoryExpr, MemoryOp, ObjId, Object};
use crate::front::source::Span;

/// A variable of the whole program or of one procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(u32);
entity_impl!(VarId, "v");

/// A location; its index is unique in the whole program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocId(u32);
entity_impl!(LocId, "l");

/// An edge; its index is unique in the whole program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(u32);
entity_impl!(EdgeId, "e");

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcId(u32);
entity_impl!(ProcId, "p");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

/// What a signed operation does whose result does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// The execution is followed up to it and no further.
    Undefined,
    /// Two's complement, as with gcc's -fwrapv.
    Wrap,
}

/// The meaning of the program that is not in its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Semantics {
    pub data_model: DataModel,
    pub overflow: Overflow,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VarKind {
    Global,
    Param,
    Local,
    /// Made by lowering or a pass; has no name in the source.
    Temp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// The name for people. Unique names, where a text form needs them, are made from it and the index.
    pub name: Arc<str>,
    pub ty: Type,
    pub kind: VarKind,
    /// The procedure whose frames hold the variable; `None` for globals.
    pub owner: Option<ProcId>,
    pub span: Option<Span>,
}

/// Where an arbitrary value comes from. All are *inputs*, which may really have any value, but [`HavocKind::Approximation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HavocKind {
    /// A call of an input function, e.g. `__VERIFIER_nondet_int`.
    Input(Arc<str>),
    /// An object that was declared without an initial value.
    Uninitialised,
    /// The result, or a side effect, of a function without a body that is the program's environment.
    Extern(Arc<str>),
    /// The initial value of an object that is defined elsewhere.
    Object(Arc<str>),
    /// A read of a volatile object.
    Volatile(Arc<str>),
    /// A choice that C leaves to the implementation, e.g. which value other than zero `isalpha` gives.
    Unspecified(Arc<str>),
    /// A parameter of the entry function.
    Argument,
    /// Stands for a value that the program determines, in a way that is not modelled.
    Approximation(Approximation),
}

/// What is not known of an effect, and why. An error that depends on it is a candidate and no violation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Approximation {
    /// The function, or a few words.
    pub what: Arc<str>,
    pub cause: Cause,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// A function of the C library that has no model.
    Library,
    /// Bytes are copied or set in a way that is not modelled.
    Copy,
    Assembly,
    /// The number of an address is compared with another number.
    Address,
    /// An object is not followed once a pass has taken memory away.
    Object,
}

impl HavocKind {
    pub fn approximation(what: &Arc<str>, cause: Cause) -> HavocKind {
        HavocKind::Approximation(Approximation { what: what.clone(), cause })
    }

    pub fn as_approximation(&self) -> Option<&Approximation> {
        match self {
            HavocKind::Approximation(approximation) => Some(approximation),
            _ => None,
        }
    }
}

impl std::fmt::Display for Approximation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.cause {
            Cause::Library => write!(f, "what `{}` does, a library function without a model", self.what),
            Cause::Copy => write!(f, "bytes that `{}` sets, which are not modelled", self.what),
            Cause::Assembly => write!(f, "what {} does", self.what),
            Cause::Address => write!(f, "where objects lie: `{}`", self.what),
            Cause::Object => write!(f, "what {} holds", self.what),
        }
    }
}

/// What an edge does. Every effect is on variables; expressions are pure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Skip,
    /// Passes if the truth value (type `BOOL`) holds; otherwise the execution does not take this edge.
    Assume(Expr),
    /// The expression has the variable's type. A region is assigned another region as a whole.
    Assign(VarId, Expr),
    /// The variable becomes an arbitrary value of its type. Each one executed reads one value of the list of inputs. A region
    /// gets arbitrary contents and reads several: the value of most cells, a count, and so many pairs of index and value.
    Havoc(VarId, HavocKind),
    /// The cell of a region at the index, or all of its cells, get the value. The index has type [`super::expr::INDEX`].
    Store(VarId, Option<Expr>, Expr),
    /// Calls a procedure: one argument a parameter; the procedure's result, if any, goes to the variable.
    Call {
        callee: ProcId,
        args: Vec<Expr>,
        result: Option<VarId>,
    },
    /// An effect on memory; not in programs for engines.
    Memory(MemoryOp),
    /// Something that is not modelled: if an execution may come here, the verdict is unknown.
    Unsupported(Arc<str>),
}

impl Op {
    /// Calls `f` for each expression of the operation, in order of evaluation.
    pub fn for_each_expr(&self, f: &mut dyn FnMut(&Expr)) {
        match self {
            Op::Assume(e) | Op::Assign(_, e) => f(e),
            Op::Store(_, index, value) => index.iter().chain([value]).for_each(f),
            Op::Call { args, .. } => args.iter().for_each(f),
            Op::Memory(op) => op.for_each_expr(f),
            Op::Skip | Op::Havoc(..) | Op::Unsupported(_) => {}
        }
    }

    /// Calls `f` for each object that is named, with repetitions.
    pub fn for_each_object(&self, f: &mut dyn FnMut(ObjId)) {
        if let Op::Memory(op) = self {
            op.object().into_iter().for_each(&mut *f);
        }
        self.for_each_expr(&mut |e| {
            e.for_each_memory(&mut |op, _| {
                if let MemoryExpr::Address(object, _) = op {
                    f(object);
                }
            });
        });
    }

    /// The variable that the edge itself changes; a call changes globals besides, as its callee does.
    pub fn target(&self) -> Option<VarId> {
        match self {
            Op::Assign(v, _) | Op::Havoc(v, _) | Op::Store(v, ..) => Some(*v),
            Op::Call { result, .. } => *result,
            Op::Memory(op) => op.target(),
            Op::Skip | Op::Assume(_) | Op::Unsupported(_) => None,
        }
    }

    /// Whether nothing of the old value of `var` is left behind the edge.
    pub fn overwrites(&self, var: VarId) -> bool {
        match self {
            Op::Assign(v, _) | Op::Havoc(v, _) | Op::Store(v, None, _) | Op::Call { result: Some(v), .. } => *v == var,
            Op::Memory(op) => op.target() == Some(var),
            Op::Store(..) | Op::Call { .. } | Op::Skip | Op::Assume(_) | Op::Unsupported(_) => false,
        }
    }

    /// Gives variables and objects other names, but for the procedure that a call names.
    pub fn rename(&mut self, var: &dyn Fn(VarId) -> VarId, object: Option<&dyn Fn(ObjId) -> ObjId>) {
        let expr = |e: &mut Expr| {
            e.rename_vars(var);
            if let Some(object) = object {
                e.rename_objects(object);
            }
        };
        match self {
            Op::Skip | Op::Unsupported(_) => {}
            Op::Assume(e) => expr(e),
            Op::Assign(v, e) => {
                *v = var(*v);
                expr(e);
            }
            Op::Havoc(v, _) => *v = var(*v),
            Op::Store(v, index, value) => {
                *v = var(*v);
                index.iter_mut().chain([value]).for_each(expr);
            }
            Op::Call { args, result, .. } => {
                args.iter_mut().for_each(expr);
                result.iter_mut().for_each(|v| *v = var(*v));
            }
            Op::Memory(op) => op.rename(var, object.unwrap_or(&|o| o), &expr),
        }
    }

    /// The operation with other variables, objects and expressions in place of its own, except that a call is left to the caller.
    pub fn map(
        &self,
        var: &dyn Fn(VarId) -> VarId,
        object: &dyn Fn(ObjId) -> ObjId,
        expr: &dyn Fn(&Expr) -> Expr,
    ) -> Option<Op> {
        Some(match self {
            Op::Skip => Op::Skip,
            Op::Assume(e) => Op::Assume(expr(e)),
            Op::Assign(v, e) => Op::Assign(var(*v), expr(e)),
            Op::Havoc(v, kind) => Op::Havoc(var(*v), kind.clone()),
            Op::Store(v, index, value) => Op::Store(var(*v), index.as_ref().map(expr), expr(value)),
            Op::Memory(op) => Op::Memory(op.map(var, object, expr)),
            Op::Unsupported(what) => Op::Unsupported(what.clone()),
            Op::Call { .. } => return None,
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub src: LocId,
    pub dst: LocId,
    pub op: Op,
    pub span: Option<Span>,
}

/// Why a location is an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ErrorKind {
    /// A call of `reach_error`, `__VERIFIER_error` or the function that the property names.
    ReachError,
    /// A failing `assert`.
    AssertionFailure,
    /// An error label, when the property asks for it.
    Label,
    /// A signed operation whose result does not fit.
    Overflow,
    DivisionByZero,
    /// A shift by an amount that is out of range, or to the left of a negative value.
    Shift,
    /// An access outside of every object.
    InvalidAccess,
    /// Something is freed that is no allocated memory, or no longer.
    InvalidFree,
    /// Allocated memory that is not freed at the end.
    Leak,
    /// Allocated memory that is not freed, and that nothing points to any more.
    Lost,
    /// A value that was never set is used.
    Uninitialised,
}

impl ErrorKind {
    /// A word for it, as the text form has it.
    pub const fn word(self) -> &'static str {
        match self {
            ErrorKind::ReachError => "reach_error",
            ErrorKind::AssertionFailure => "assertion",
            ErrorKind::Label => "label",
            ErrorKind::Overflow => "overflow",
            ErrorKind::DivisionByZero => "division",
            ErrorKind::Shift => "shift",
            ErrorKind::InvalidAccess => "access",
            ErrorKind::InvalidFree => "free",
            ErrorKind::Leak => "leak",
            ErrorKind::Lost => "lost",
            ErrorKind::Uninitialised => "unset",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorInfo {
    pub kind: ErrorKind,
    /// One sentence for people, e.g. "assertion `x > 0` fails".
    pub message: Arc<str>,
    pub span: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loc {
    pub proc: Option<ProcId>,
    /// Arriving here violates the property. Error locations have no outgoing edges.
    pub error: Option<ErrorInfo>,
    /// The source of this location: for a loop head, its keyword (`while`, `for`, `do`) or the label that is jumped back to.
    pub span: Option<Span>,
    /// The location of the source is the head of a loop statement.
    pub is_loop: bool,
    pub outgoing: Vec<EdgeId>,
    pub incoming: Vec<EdgeId>,
}

/// A procedure. Its variables are arbitrary when a frame is made, except the parameters. Leaving happens at `exit`, which has
/// no outgoing edges; a location without outgoing edges that is neither an exit nor an error ends the execution silently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proc {
    pub name: Arc<str>,
    pub params: Vec<VarId>,
    /// The variable whose value at `exit` is the result.
    pub result: Option<VarId>,
    pub entry: LocId,
    pub exit: LocId,
    pub span: Option<Span>,
}

/// A program. `entry` is a procedure without parameters that sets the globals up and calls the entry function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub procs: PrimaryMap<ProcId, Proc>,
    pub vars: PrimaryMap<VarId, Var>,
    pub locs: PrimaryMap<LocId, Loc>,
    pub edges: PrimaryMap<EdgeId, Edge>,
    /// Declared objects; none in programs for engines.
    pub objects: PrimaryMap<ObjId, Object>,
    pub entry: ProcId,
    pub semantics: Semantics,
    /// Functions without a body that are called: an arbitrary result is assumed of them.
    pub externs: Vec<Arc<str>>,
}

/// Something whose reachability an engine has to decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obligation {
    /// An error location: the program is unsafe if an execution arrives.
    Error(LocId),
    /// An edge that is not modelled: the verdict is unknown if an execution may arrive at its source.
    Unsupported(EdgeId),
}

impl Program {
    /// What a proof must show to be unreachable: the error locations, then the unsupported edges.
    pub fn obligations(&self) -> Vec<Obligation> {
        let unsupported = self.edges.iter().filter(|(_, e)| matches!(e.op, Op::Unsupported(_)));
        let errors = self.errors().map(|(l, _)| Obligation::Error(l));
        errors.chain(unsupported.map(|(e, _)| Obligation::Unsupported(e))).collect()
    }

    /// The error locations, in order.
    pub fn errors(&self) -> impl Iterator<Item = (LocId, &ErrorInfo)> {
        self.locs.iter().filter_map(|(l, loc)| loc.error.as_ref().map(|e| (l, e)))
    }

    pub fn outgoing(&self, loc: LocId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.locs[loc].outgoing.iter().map(|&e| (e, &self.edges[e]))
    }

    pub fn incoming(&self, loc: LocId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.locs[loc].incoming.iter().map(|&e| (e, &self.edges[e]))
    }

    /// The locations of one procedure, in order.
    pub fn locs_of(&self, proc: ProcId) -> impl Iterator<Item = LocId> {
        self.locs.iter().filter(move |(_, l)| l.proc == Some(proc)).map(|(id, _)| id)
    }

    /// Whether some variable is a region of memory.
    pub fn has_arrays(&self) -> bool {
        self.vars.values().any(|v| v.ty.is_array())
    }

    /// Whether memory is left that engines do not know.
    pub fn has_memory(&self) -> bool {
        let in_op = |op: &Op| {
            let mut found = matches!(op, Op::Memory(_));
            op.for_each_expr(&mut |e| found |= e.has_memory());
            found
        };
        !self.objects.is_empty() || self.edges.values().any(|e| in_op(&e.op))
    }

    /// Whether the program is one procedure without calls, as after inlining a program without recursion.
    pub fn is_flat(&self) -> bool {
        !self.edges.values().any(|e| matches!(e.op, Op::Call { .. }))
    }
}
