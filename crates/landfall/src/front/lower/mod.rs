//! Lowering: the typed program becomes control-flow automata.
//!
//! Side effects inside expressions become edges, in C's order; where C leaves the order open, both are
//! covered if it matters ([`order`]); else operands and arguments are evaluated from left to right.
//! Expressions without side effects stay whole: `&&`, `||` and `?:` become lazy nodes of [`cfa::Expr`](Expr), and control
//! flow only where an operand needs edges. What is not modelled becomes an `Unsupported` edge where it would be executed.
//!
//! Only functions that the entry function can reach are lowered.

mod bytes;
mod call;
mod environment;
mod expression;
pub(super) mod float;
mod heap;
mod literals;
mod order;
mod place;
mod record;
mod region;
mod shape;
mod slots;
mod statement;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::graph::{Graph, Node};
use super::hir::*;
use super::property::{Checks, Property};
use super::reach::{PointsTo, Reach, points_to, recursion};
use super::source::{SourceMap, Span};
use super::types::*;
use crate::cfa::{
    self, Expr, HavocKind, IntType, Op, Overflow, ProcId, Program, ProgramBuilder, Semantics, VarId, VarKind,
};
use region::Region;
use shape::Shape;
use slots::Parts;

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
    pub checks: Checks,
    /// Whether `malloc` and its relatives may give null.
    pub malloc_may_fail: bool,
    /// Functions that are the environment whatever their names.
    pub environment: &'a [String],
    /// No other files belong to the program: what has no body does nothing to what it is not given, and calls nothing back.
    pub complete: bool,
    /// Volatile objects are memory like any other; otherwise each read gives a new input.
    pub volatile_is_memory: bool,
}

/// Lowers a program that the type checker found no errors in.
pub fn lower(unit: &Unit, sources: &SourceMap, options: &LowerOptions<'_>) -> Result<Program, Box<Diagnostic>> {
    let entry = find_entry(unit, options.entry)?;
    let reach = Reach::new(unit, entry, options.environment, options.complete);
    let mut lowering = Lowering {
        unit,
        sources,
        options,
        builder: ProgramBuilder::new(options.semantics),
        points_to: reach.points_to.clone(),
        reach,
        recursive: recursion::recursive_functions(unit),
        shapes: HashMap::new(),
        parts: Vec::new(),
        regions: Vec::new(),
        lengths: Vec::new(),
        heap: heap::Heap::default(),
        byte: unit
            .exprs
            .iter()
            .find_map(|node| unit.types.is_integer(node.ty).then_some(node.ty))
            .unwrap_or(unit[entry].ty),
        string_types: string_types(unit),
        addresses: Vec::new(),
        next_address: Lowering::first_object_address(unit),
        procs: vec![None; unit.functions.len()],
        results: vec![None; unit.functions.len()],
        pending: Vec::new(),
        effects: vec![None; unit.exprs.len()],
    };
    lowering.parts.resize(lowering.points_to.addressed.len(), None);
    lowering.regions.resize(lowering.points_to.addressed.len(), None);
    lowering.addresses.resize(lowering.points_to.addressed.len(), None);
    let start = lowering.builder.proc("$start", None);
    lowering.proc_of(entry);
    for (_, function) in unit.constructors.iter().chain(&unit.destructors) {
        lowering.proc_of(*function);
    }
    // Globals first, so that they come before all other variables.
    for object in unit.object_ids() {
        if unit[object].storage == Storage::Static && lowering.int_type(unit[object].ty).is_some() {
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

/// The types of the string literals that expressions mention.
fn string_types(unit: &Unit) -> Vec<Option<Ty>> {
    let mut types = vec![None; unit.strings.len()];
    for node in &unit.exprs {
        if let ExprKind::String(index) = node.kind {
            types[index as usize] = Some(node.ty);
        }
    }
    types
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
    reach: Reach<'a>,
    points_to: Rc<PointsTo>,
    /// The functions that may call themselves, on the way through others too.
    recursive: Vec<bool>,
    /// Looked up only, never iterated.
    shapes: HashMap<Ty, Option<Rc<Shape>>>,
    /// The parts of each slot, once it is mentioned; inside, `None` if it is not modelled.
    parts: Vec<Option<Option<Rc<Parts>>>>,
    /// Those slots that are regions, once they are mentioned.
    regions: Vec<Option<Option<Rc<Region>>>>,
    /// The variables of lengths of array types.
    lengths: Vec<Option<VarId>>,
    heap: heap::Heap,
    /// Stands in for the type of what is never looked at.
    byte: Ty,
    /// The type of each string literal that is mentioned.
    string_types: Vec<Option<Ty>>,
    addresses: Vec<Option<i128>>,
    next_address: i128,
    procs: Vec<Option<ProcId>>,
    /// The variables in which a function leaves a record that it returns.
    results: Vec<Option<Vec<VarId>>>,
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
    /// Where a record goes that is returned.
    record_result: Option<Vec<VarId>>,
    labels: Vec<LabelState>,
    /// Automatic variables that are in scope, as a list that shares its tails.
    scopes: Vec<ScopeEntry>,
    scope: Option<u32>,
    breaks: Vec<Jump>,
    continues: Vec<Jump>,
    is_main: bool,
    /// How many choices of order are open.
    orders: u32,
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
    /// The integers that a scalar type is modelled by: pointers are numbers, too, and floating-point numbers their bits.
    fn int_type(&self, ty: Ty) -> Option<IntType> {
        if self.unit.types.is_pointer(ty) {
            return Some(self.pointer_type());
        }
        match self.float_format(ty) {
            Some(format) => Some(format.pattern()),
            None => self.unit.types.int_type(ty),
        }
    }

    fn wraps(&self) -> bool {
        self.options.semantics.overflow == Overflow::Wrap
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
        let params = node.params.iter().flat_map(|param| self.param_vars(*param, proc)).collect();
        let result = self
            .result_type(function)
            .and_then(|ty| self.int_type(ty))
            .map(|ty| self.builder.var("$result", cfa::Type::Int(ty), VarKind::Temp, Some(proc), None));
        let data = self.builder.proc_mut(proc);
        data.params = params;
        data.result = result;
        if let Some(ty) = self.result_type(function).filter(|ty| self.unit.types.record_of(*ty).is_some())
            && let Some(shape) = self.shape_of(ty)
        {
            self.results[function.index()] =
                Some(self.new_vars(&shape, &format!("${}", node.name), VarKind::Global, None, None));
        }
        proc
    }

    /// The variables that a parameter is passed in: its own, unless its address is used.
    fn param_vars(&mut self, param: ObjectId, proc: ProcId) -> Vec<VarId> {
        let Some(parts) = self.parts_of(param.index()) else { return Vec::new() };
        if !self.points_to.addressed[param.index()] {
            return parts.vars().collect();
        }
        let node = &self.unit[param];
        self.new_vars(&parts.shape, &node.name, VarKind::Param, Some(proc), Some(node.span))
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
            record_result: None,
            labels: labels
                .iter()
                .map(|label| LabelState { name: label.name.clone(), ..LabelState::default() })
                .collect(),
            scopes: Vec::new(),
            scope: None,
            breaks: Vec::new(),
            continues: Vec::new(),
            is_main: false,
            orders: 0,
        }
    }

    fn function(&mut self, function: FunctionId) {
        let proc = self.proc_of(function);
        let unit = self.unit;
        let Some(body) = &unit[function].body else { return };
        let result = self.builder.proc_ref(proc).result.zip(self.result_type(function));
        let mut frame = self.frame(proc, &body.labels);
        frame.result = result;
        frame.record_result = frame.lowering.results[function.index()].clone();
        frame.is_main = &*unit[function].name == "main";
        frame.addressed_params(function, proc);
        frame.body(body);
        let graph = frame.graph;
        graph.finish(proc, &mut self.builder);
    }

    /// The procedure that sets the globals up and calls the entry function.
    fn start(&mut self, start: ProcId, entry: FunctionId) {
        let unit = self.unit;
        let mut frame = self.frame(start, &[]);
        // An initial value may mention an object that nothing else does.
        let mut done = vec![false; unit.objects.len()];
        while let Some(object) = frame.next_global(&done) {
            done[object.index()] = true;
            frame.global(object);
        }
        let span = unit[entry].span;
        frame.start_heap(span);
        frame.call_each(&unit.constructors);
        let callee = frame.lowering.proc_of(entry);
        let params = frame.lowering.builder.proc_ref(callee).params.clone();
        let mut args = Vec::with_capacity(params.len());
        for param in params {
            let var = frame.lowering.builder.var_ref(param).clone();
            let argument = frame.lowering.builder.var(&var.name, var.ty, VarKind::Temp, Some(start), var.span);
            frame.graph.emit(Op::Havoc(argument, HavocKind::Argument), var.span.unwrap_or(span));
            if let (true, cfa::Type::Int(ty)) = (&*unit[entry].name == "main", var.ty) {
                // `argc` is not negative, `argv` and the environment are no null pointers.
                let op = if args.is_empty() { CompareOp::Ge } else { CompareOp::Ne };
                let holds = frame.comparison(op, Expr::Var(argument), Expr::Int(0, ty));
                frame.graph.emit(Op::Assume(holds), span);
            }
            args.push(Expr::Var(argument));
        }
        frame.graph.emit(Op::Call { callee, args, result: None }, span);
        frame.call_each(&unit.destructors);
        frame.check_leaks(span);
        frame.graph.leave(span);
        let graph = frame.graph;
        graph.finish(start, &mut self.builder);
    }
}

impl<'a> Frame<'_, 'a> {
    /// Calls constructors or destructors; the C library passes them nothing that is modelled.
    fn call_each(&mut self, functions: &[(u32, FunctionId)]) {
        for (_, function) in functions {
            let callee = self.lowering.proc_of(*function);
            let span = self.unit[*function].span;
            if !self.unit[*function].params.is_empty() {
                self.note_unsupported("a constructor or destructor with parameters", span);
                self.graph.stop();
                return;
            }
            self.graph.emit(Op::Call { callee, args: Vec::new(), result: None }, span);
        }
    }

    /// A global or static object that is mentioned but has no initial value yet.
    fn next_global(&self, done: &[bool]) -> Option<ObjectId> {
        let is_open = |object: &ObjectId| {
            !done[object.index()]
                && matches!(self.unit[*object].storage, Storage::Static | Storage::Undefined)
                && (matches!(self.lowering.parts[object.index()], Some(Some(_)))
                    || matches!(self.lowering.regions[object.index()], Some(Some(_))))
        };
        self.unit.object_ids().find(is_open)
    }

    /// The initial value of a global or static object.
    fn global(&mut self, object: ObjectId) {
        let node = &self.unit[object];
        if let Some(region) = self.lowering.region_of(object.index()) {
            return self.global_region(object, &region);
        }
        let Some(parts) = self.lowering.parts_of(object.index()) else { return };
        if node.storage == Storage::Undefined {
            for var in parts.vars() {
                self.graph.emit(Op::Havoc(var, HavocKind::Object(node.name.clone())), node.span);
            }
            return;
        }
        match (&node.initializer, self.lowering.int_type(node.ty)) {
            (Some(Init::Scalar(value)), Some(ty)) => {
                let value = match self.unit.constant(*value) {
                    Some(constant) => Expr::Int(ty.wrap(constant), ty),
                    None => self.value(*value),
                };
                for var in parts.vars() {
                    self.graph.emit(Op::Assign(var, value.clone()), node.span);
                }
            }
            (Some(_), _) => self.initialise(object, node.span),
            (None, _) => self.zero(object.index(), &[], node.span),
        }
    }

    /// Moves parameters whose address is used to where it can be.
    fn addressed_params(&mut self, function: FunctionId, proc: ProcId) {
        let unit = self.unit;
        let mut passed = self.lowering.builder.proc_ref(proc).params.clone().into_iter();
        for param in &unit[function].params {
            let Some(parts) = self.lowering.parts_of(param.index()) else { continue };
            let given: Vec<VarId> = passed.by_ref().take(parts.values.len()).collect();
            if self.lowering.points_to.addressed[param.index()] {
                let span = unit[*param].span;
                self.single_instance(*param, span);
                for (var, from) in parts.vars().zip(given) {
                    self.graph.emit(Op::Assign(var, Expr::Var(from)), span);
                }
            }
        }
    }

    /// An object whose address is used has one address, whatever the depth of calls: recursion is not modelled then.
    fn single_instance(&mut self, object: ObjectId, span: Span) {
        let node = &self.unit[object];
        let shared =
            self.lowering.points_to.addressed[object.index()] || self.lowering.region_of(object.index()).is_some();
        if shared && node.owner.is_some_and(|owner| self.lowering.recursive[owner.index()]) {
            let name = &node.name;
            self.note_unsupported(format!("`{name}`, whose address is used, in a recursive function"), span);
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
        e.ty_with(&|var| self.lowering.builder.var_ref(var).ty).scalar()
    }

    fn note_unsupported(&mut self, reason: impl Into<Arc<str>>, span: Span) {
        self.graph.unsupported(reason.into(), span);
    }
}
