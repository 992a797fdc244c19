//! Lowering: the typed program becomes control-flow automata.
//!
//! Side effects inside expressions become edges, in C's order; where C leaves the order open, operands and arguments are
//! evaluated from left to right, and the target of a compound assignment is read after its right operand, as gcc does.
//! Expressions without side effects stay whole: `&&`, `||` and `?:` become lazy nodes of [`cfa::Expr`](Expr), and control
//! flow only where an operand needs edges. What is not modelled becomes an `Unsupported` edge where it would be executed.
//!
//! Only functions that the entry function can reach are lowered.

mod call;
mod expression;
mod graph;
mod place;
mod statement;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::hir::*;
use super::property::Property;
use super::source::{SourceMap, Span};
use super::types::*;
use crate::cfa::{
    self, Expr, HavocKind, IntType, Op, Overflow, ProcId, Program, ProgramBuilder, Semantics, VarId, VarKind,
};
use graph::{Graph, Node};

/// What a function without a body may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExternPolicy {
    /// It returns an arbitrary value.
    #[default]
    Arbitrary,
    /// Calling it makes the verdict unknown.
    Unknown,
}

/// What lowering needs to know besides the program.
pub struct LowerOptions<'a> {
    pub semantics: Semantics,
    pub property: &'a Property,
    pub entry: &'a str,
    pub externs: ExternPolicy,
}

/// Lowers a program that the type checker found no errors in.
pub fn lower(unit: &Unit, sources: &SourceMap, options: &LowerOptions<'_>) -> Result<Program, Box<Diagnostic>> {
    let entry = find_entry(unit, options.entry)?;
    let mut lowering = Lowering {
        unit,
        sources,
        options,
        builder: ProgramBuilder::new(options.semantics),
        vars: vec![None; unit.objects.len()],
        procs: vec![None; unit.functions.len()],
        pending: Vec::new(),
        effects: vec![None; unit.exprs.len()],
    };
    let start = lowering.builder.proc("$start", None);
    lowering.proc_of(entry);
    // Globals first, so that they come before all other variables.
    for object in unit.object_ids() {
        if unit[object].storage == Storage::Static {
            lowering.var_of(object);
        }
    }
    while let Some(function) = lowering.pending.pop() {
        lowering.function(function);
    }
    lowering.start(start, entry);
    Ok(lowering.builder.finish(start))
}

fn find_entry(unit: &Unit, name: &str) -> Result<FunctionId, Box<Diagnostic>> {
    let defined = |function: &FunctionId| unit[*function].body.is_some();
    if let Some(entry) = unit.function_ids().filter(defined).find(|function| *unit[*function].name == *name) {
        return Ok(entry);
    }
    let error = Diagnostic::error(format!("there is no function `{name}` to start in"));
    let mut names: Vec<&str> = unit.function_ids().filter(defined).map(|function| &*unit[function].name).collect();
    const SHOWN: usize = 10;
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    let list = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    Err(Box::new(match (names.is_empty(), more) {
        (true, _) => error.with_help("the program defines no function at all"),
        (false, 0) => error.with_help(format!("choose one with `--entry`; defined are {list}")),
        (false, more) => error.with_help(format!("choose one with `--entry`; defined are {list} and {more} more")),
    }))
}

/// What evaluating an expression needs besides a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Effects {
    /// Nothing: it is one [`Expr`].
    Pure,
    /// Edges, but no variable of the program changes.
    Edges,
    /// Variables may change.
    Writes,
}

struct Lowering<'a> {
    unit: &'a Unit,
    sources: &'a SourceMap,
    options: &'a LowerOptions<'a>,
    builder: ProgramBuilder,
    /// The variable of each object that is modelled as one, once it is mentioned.
    vars: Vec<Option<VarId>>,
    procs: Vec<Option<ProcId>>,
    /// Functions that are called but not lowered yet.
    pending: Vec<FunctionId>,
    effects: Vec<Option<Effects>>,
}

/// The procedure that is being lowered.
struct Frame<'l, 'a> {
    lowering: &'l mut Lowering<'a>,
    unit: &'a Unit,
    proc: ProcId,
    graph: Graph,
    /// The variable and the type of the result.
    result: Option<(VarId, Ty)>,
    labels: Vec<LabelState>,
    /// Automatic variables that are in scope, as a list that shares its tails.
    scopes: Vec<ScopeEntry>,
    scope: Option<u32>,
    breaks: Vec<Jump>,
    continues: Vec<Jump>,
    is_main: bool,
}

/// A variable in scope, and the entry below it.
#[derive(Clone, Copy)]
struct ScopeEntry {
    var: VarId,
    below: Option<u32>,
    depth: u32,
}

#[derive(Clone, Copy)]
struct Jump {
    target: Node,
}

/// What is known of a label: where it stands, once it has been passed, and the jumps that wait for it.
#[derive(Clone, Default)]
struct LabelState {
    name: Option<Arc<str>>,
    node: Option<Node>,
    /// The variables in scope at the label.
    scope: Option<Option<u32>>,
    waiting: Vec<(Node, Option<u32>, Span)>,
}

impl<'a> Lowering<'a> {
    fn int_type(&self, ty: Ty) -> Option<IntType> {
        self.unit.types.int_type(ty)
    }

    fn wraps(&self) -> bool {
        self.options.semantics.overflow == Overflow::Wrap
    }

    /// The variable of an object, if it is modelled as one: an integer.
    fn var_of(&mut self, object: ObjectId) -> Option<VarId> {
        if let Some(var) = self.vars[object.index()] {
            return Some(var);
        }
        let node = &self.unit[object];
        let ty = cfa::Type::Int(self.int_type(node.ty)?);
        let (kind, owner) = match node.storage {
            Storage::Static | Storage::Undefined => (VarKind::Global, None),
            Storage::Automatic => (VarKind::Local, node.owner),
            Storage::Parameter => (VarKind::Param, node.owner),
        };
        let owner = owner.map(|function| self.procs[function.index()].expect("its function is being lowered"));
        let var = self.builder.var(&node.name, ty, kind, owner, Some(node.span));
        self.vars[object.index()] = Some(var);
        Some(var)
    }

    /// The procedure of a function that has a body; it is lowered later.
    fn proc_of(&mut self, function: FunctionId) -> ProcId {
        if let Some(proc) = self.procs[function.index()] {
            return proc;
        }
        let node = &self.unit[function];
        let proc = self.builder.proc(&node.name, Some(node.span));
        self.procs[function.index()] = Some(proc);
        self.pending.push(function);
        let params = node.params.iter().filter_map(|param| self.var_of(*param)).collect();
        let result = self
            .result_type(function)
            .and_then(|ty| self.int_type(ty))
            .map(|ty| self.builder.var("$result", cfa::Type::Int(ty), VarKind::Temp, Some(proc), None));
        let data = self.builder.proc_mut(proc);
        data.params = params;
        data.result = result;
        proc
    }

    fn result_type(&self, function: FunctionId) -> Option<Ty> {
        self.unit.types.function_of(self.unit[function].ty).map(|signature| signature.result)
    }

    fn frame<'l>(&'l mut self, proc: ProcId, labels: &[Label]) -> Frame<'l, 'a> {
        Frame {
            unit: self.unit,
            lowering: self,
            proc,
            graph: Graph::new(),
            result: None,
            labels: labels
                .iter()
                .map(|label| LabelState { name: label.name.clone(), ..LabelState::default() })
                .collect(),
            scopes: Vec::new(),
            scope: None,
            breaks: Vec::new(),
            continues: Vec::new(),
            is_main: false,
        }
    }

    fn function(&mut self, function: FunctionId) {
        let proc = self.proc_of(function);
        let unit = self.unit;
        let Some(body) = &unit[function].body else { return };
        let result = self.builder.proc_ref(proc).result.zip(self.result_type(function));
        let mut frame = self.frame(proc, &body.labels);
        frame.result = result;
        frame.is_main = &*unit[function].name == "main";
        frame.body(body);
        let graph = frame.graph;
        graph.finish(proc, &mut self.builder);
    }

    /// The procedure that sets the globals up and calls the entry function.
    fn start(&mut self, start: ProcId, entry: FunctionId) {
        let unit = self.unit;
        let mut frame = self.frame(start, &[]);
        for object in unit.object_ids() {
            frame.global(object);
        }
        let span = unit[entry].span;
        let callee = frame.lowering.proc_of(entry);
        let params = frame.lowering.builder.proc_ref(callee).params.clone();
        let mut args = Vec::with_capacity(params.len());
        for param in params {
            let var = frame.lowering.builder.var_ref(param).clone();
            let argument = frame.lowering.builder.var(&var.name, var.ty, VarKind::Temp, Some(start), var.span);
            frame.graph.emit(Op::Havoc(argument, HavocKind::Argument), var.span.unwrap_or(span));
            args.push(Expr::Var(argument));
        }
        frame.graph.emit(Op::Call { callee, args, result: None }, span);
        frame.graph.leave(span);
        let graph = frame.graph;
        graph.finish(start, &mut self.builder);
    }
}

impl<'a> Frame<'_, 'a> {
    /// The initial value of a global or static object.
    fn global(&mut self, object: ObjectId) {
        let node = &self.unit[object];
        let Some(var) = self.lowering.vars[object.index()] else { return };
        match node.storage {
            Storage::Automatic | Storage::Parameter => {}
            Storage::Undefined => {
                self.lowering.builder.note_extern(&node.name);
                self.graph.emit(Op::Havoc(var, HavocKind::Extern(node.name.clone())), node.span);
            }
            Storage::Static => {
                let value = match &node.initializer {
                    Some(Init::Scalar(value)) => match self.unit.constant(*value) {
                        Some(constant) => Expr::Int(constant, self.int_type(node.ty)),
                        None => self.value(*value),
                    },
                    _ => Expr::Int(0, self.int_type(node.ty)),
                };
                self.graph.emit(Op::Assign(var, value), node.span);
            }
        }
    }

    /// The integer type of a type that is known to be one.
    fn int_type(&self, ty: Ty) -> IntType {
        self.lowering.int_type(ty).unwrap_or(IntType::new(32, true))
    }

    fn temp(&mut self, name: &str, ty: IntType) -> VarId {
        self.lowering.builder.var(name, cfa::Type::Int(ty), VarKind::Temp, Some(self.proc), None)
    }

    fn type_of(&self, e: &Expr) -> IntType {
        let cfa::Type::Int(ty) = e.ty_with(&|var| self.lowering.builder.var_ref(var).ty);
        ty
    }

    fn note_unsupported(&mut self, reason: impl Into<Arc<str>>, span: Span) {
        self.graph.unsupported(reason.into(), span);
    }
}
