//! Lowering: the typed program becomes control-flow automata, with memory as C has it.
//!
//! Side effects inside expressions become edges, in C's order; where C leaves the order open, both are
//! covered if it matters ([`order`]); else operands and arguments are evaluated from left to right.
//! Expressions without side effects stay whole: `&&`, `||` and `?:` become lazy nodes of [`Expr`], and control
//! flow only where an operand needs edges. What is not modelled becomes an `Unsupported` edge where it would be executed.
//!
//! Scalars whose address nothing has are variables; everything else is an object in memory ([`object`]). What reads or writes
//! memory has a guard in front of it unless it evidently hits its object ([`place`], [`guard`]).
//!
//! Only functions that the entry function can reach are lowered, unless all are asked for.

mod addresses;
mod allocate;
mod assign;
mod borrowed;
mod call;
mod device;
#[cfg(test)]
mod edge_tests;
mod effects;
mod entry;
mod environment;
mod expression;
mod float;
mod guard;
mod initial;
mod intrinsic;
mod jump;
mod length;
mod life;
mod literals;
mod object;
mod order;
mod outside;
mod place;
mod record;
mod scope;
mod statement;
mod storage_order;
#[cfg(test)]
mod tests;
mod varargs;
mod view;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::graph::{Graph, Node};
use super::hir::*;
use super::property::{Checks, Property};
use super::reach::Reach;
use super::source::{SourceMap, Span};
use super::types::*;
use crate::cfa::memory::{Cell, pointer_type};
use crate::cfa::text::SourceWords;
use crate::cfa::{
    self, Expr, HavocKind, INDEX, IntType, MemoryExpr, MemoryOp, ObjId, Op, Overflow, ProcId, Program, ProgramBuilder,
    Semantics, VarId, VarKind, View,
};
use borrowed::Borrowed;
use jump::{Jumps, Landing};
use object::Stored;
pub(super) use object::address_of_function;
use scope::{Jump, LabelState, Scopes};

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
    /// Functions that the entry does not reach are lowered as well; there need be no entry.
    pub every_function: bool,
    pub externs: ExternPolicy,
    pub checks: Checks,
    /// Whether `malloc` and its relatives may give null.
    pub malloc_may_fail: bool,
    /// Functions that are the environment whatever their names.
    pub environment: &'a [String],
    /// No other files belong to the program: what has no body does nothing to what it is not given, and calls nothing back.
    pub complete: bool,
    /// Library functions do what they do in reality; the bounds of members that they are given do not count.
    pub real: bool,
    /// Volatile objects are memory like any other; otherwise each read gives a new input.
    pub volatile_is_memory: bool,
    /// Operands are evaluated in the order of the source.
    pub ordered_as_written: bool,
    /// First and last addresses of devices.
    pub devices: &'a [(u64, u64)],
}

/// Whether pointers to objects may come from outside: as arguments of the entry function, or from functions without a body.
fn has_outside(unit: &Unit, entry: Option<FunctionId>) -> bool {
    let is_pointer = |ty: Ty| unit.types.is_pointer(ty);
    let calls = unit.exprs.iter().any(|node| match &node.kind {
        ExprKind::Call { callee: Callee::Direct(function), .. } => {
            unit[*function].body.is_none() && is_pointer(node.ty)
        }
        _ => false,
    });
    calls || entry.is_some_and(|entry| unit[entry].params.iter().any(|param| is_pointer(unit[*param].ty)))
}

/// Lowers a program that the type checker found no errors in.
pub fn lower(
    unit: &Unit,
    sources: &SourceMap,
    options: &LowerOptions<'_>,
) -> Result<(Program, SourceWords), Box<Diagnostic>> {
    let entry = match find_entry(unit, options.entry) {
        Ok(entry) => Some(entry),
        Err(_) if options.every_function => None,
        Err(error) => return Err(error),
    };
    let mut builder = ProgramBuilder::new(options.semantics);
    let start = builder.proc("$start", None);
    let mut lowering = Lowering {
        unit,
        sources,
        options,
        builder,
        start,
        stored: vec![None; unit.objects.len()],
        globals: Vec::new(),
        strings: vec![None; unit.strings.len()],
        string_types: string_types(unit),
        views: HashMap::new(),
        lengths: Vec::new(),
        taken: functions_taken(unit),
        reach: Reach::new(unit, entry, options.environment, options.complete),
        procs: vec![None; unit.functions.len()],
        pending: Vec::new(),
        effects: vec![None; unit.exprs.len()],
        outside: HashMap::new(),
        has_outside: has_outside(unit, entry),
        bounds: BTreeMap::new(),
        jumps: None,
        may_jump: Vec::new(),
        allocas: None,
        words: SourceWords::new(),
    };
    lowering.find_jumps();
    if let Some(entry) = entry {
        lowering.proc_of(entry);
    }
    if options.every_function {
        unit.function_ids().filter(|function| unit[*function].body.is_some()).for_each(|function| {
            lowering.proc_of(function);
        });
    }
    for (_, function) in unit.constructors.iter().chain(&unit.destructors) {
        lowering.proc_of(*function);
    }
    // Globals first, so that they come before all other variables.
    for object in mentioned_globals(unit) {
        if lowering.is_variable(object) {
            lowering.stored(object);
        }
    }
    while let Some(function) = lowering.pending.pop() {
        lowering.function(function);
    }
    lowering.start(entry);
    Ok((lowering.builder.finish(start), lowering.words))
}

/// Global and static objects that are mentioned.
fn mentioned_globals(unit: &Unit) -> Vec<ObjectId> {
    let mut mentioned = vec![false; unit.objects.len()];
    for node in &unit.exprs {
        if let ExprKind::Object(object) = node.kind {
            mentioned[object.index()] = true;
        }
    }
    let is_static = |object: &ObjectId| unit[*object].storage == Storage::Static;
    unit.object_ids().filter(|object| mentioned[object.index()] && is_static(object)).collect()
}

/// The function in which executions begin.
pub(super) fn entry_of(unit: &Unit, name: &str) -> Option<FunctionId> {
    unit.function_ids().find(|function| unit[*function].body.is_some() && *unit[*function].name == *name)
}

fn find_entry(unit: &Unit, name: &str) -> Result<FunctionId, Box<Diagnostic>> {
    if let Some(entry) = entry_of(unit, name) {
        return Ok(entry);
    }
    let defined = |function: &FunctionId| unit[*function].body.is_some();
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

/// The functions whose address is used, other than to call them, in the order of their declaration.
fn functions_taken(unit: &Unit) -> Vec<FunctionId> {
    let mut taken: Vec<FunctionId> = Vec::new();
    for node in &unit.exprs {
        if let ExprKind::Decay(place) | ExprKind::AddressOf(place) = node.kind
            && let ExprKind::Function(function) = unit[place].kind
        {
            taken.push(function);
        }
    }
    taken.sort();
    taken.dedup();
    taken
}

/// What evaluating an expression needs besides a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Effects {
    /// Nothing: it is one [`Expr`].
    Pure,
    /// Edges, but neither a variable of the program nor its memory changes.
    Edges,
    /// Variables or memory may change.
    Writes,
}

struct Lowering<'a> {
    unit: &'a Unit,
    sources: &'a SourceMap,
    options: &'a LowerOptions<'a>,
    builder: ProgramBuilder,
    /// The procedure that sets the globals up.
    start: ProcId,
    /// Where each object is, once it is mentioned.
    stored: Vec<Option<Stored>>,
    /// Global and static objects that are mentioned but have no initial value yet.
    globals: Vec<ObjectId>,
    strings: Vec<Option<ObjId>>,
    /// The type of each string literal that is mentioned.
    string_types: Vec<Option<Ty>>,
    /// Looked up only, never iterated.
    views: HashMap<Ty, Arc<View>>,
    /// The variables of lengths of array types.
    lengths: Vec<Option<VarId>>,
    /// The functions that a call through a pointer can mean.
    taken: Vec<FunctionId>,
    reach: Reach<'a>,
    procs: Vec<Option<ProcId>>,
    /// Functions that are called but not lowered yet.
    pending: Vec<FunctionId>,
    effects: Vec<Option<Effects>>,
    /// Where a pointer from outside to objects of a type is kept.
    outside: HashMap<Option<Ty>, ObjId>,
    /// Whether the program may get pointers from outside.
    has_outside: bool,
    /// How many bytes there are behind parameters of models that are given members.
    bounds: BTreeMap<ObjectId, u64>,
    /// The variables of `longjmp`, if the program uses it.
    jumps: Option<Jumps>,
    /// The functions that may jump out of a call.
    may_jump: Vec<bool>,
    /// All calls of `alloca`, once they have been looked for.
    allocas: Option<Arc<[ExprId]>>,
    /// For messages: what the source calls values without names.
    words: SourceWords,
}

/// The procedure that is being lowered.
struct Frame<'l, 'a> {
    lowering: &'l mut Lowering<'a>,
    unit: &'a Unit,
    proc: ProcId,
    function: Option<FunctionId>,
    graph: Graph,
    /// The variable and the type of the result.
    result: Option<(VarId, Ty)>,
    /// The pointer to where a record goes that is returned, and its type.
    record_result: Option<(VarId, Ty)>,
    labels: Vec<LabelState>,
    /// What is in scope.
    scopes: Scopes,
    /// Objects whose lives begin before their declarations ([`life`]).
    living: BTreeSet<ObjectId>,
    /// Objects without a name, which live until the procedure is left.
    temporaries: Vec<ObjId>,
    /// Objects without a name that live until the end of the full expression.
    brief: Vec<ObjId>,
    breaks: Vec<Jump>,
    continues: Vec<Jump>,
    is_main: bool,
    /// What the pointer that a call gives is going to point to.
    pointee: Option<Ty>,
    /// How many choices of order are open.
    orders: u32,
    /// Where jumps may land.
    landings: Vec<Landing>,
    /// Memory that `alloca` gives, which lives until the procedure is left.
    borrowed: Borrowed,
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

    fn pointer_type(&self) -> IntType {
        pointer_type(self.options.semantics.data_model)
    }

    fn wraps(&self) -> bool {
        self.options.semantics.overflow == Overflow::Wrap
    }

    fn is_record(&self, ty: Ty) -> bool {
        self.unit.types.record_of(ty).is_some()
    }

    /// The procedure of a function that has a body; it is lowered later. A record is passed by the address of a copy; one that is
    /// returned goes where the first parameter points.
    fn proc_of(&mut self, function: FunctionId) -> ProcId {
        if let Some(proc) = self.procs[function.index()] {
            return proc;
        }
        let node = &self.unit[function];
        let proc = self.builder.proc(&node.name, Some(node.span));
        self.procs[function.index()] = Some(proc);
        self.pending.push(function);
        let declared = self.result_type(function);
        let mut params = Vec::with_capacity(node.params.len() + 1);
        if declared.is_some_and(|ty| self.is_record(ty)) {
            let ty = cfa::Type::Int(self.pointer_type());
            params.push(self.builder.var("$result", ty, VarKind::Param, Some(proc), None));
        }
        for param in &node.params {
            params.extend(self.param_var(*param, proc));
        }
        if self.is_variadic(function) {
            let ty = cfa::Type::Int(self.pointer_type());
            params.push(self.builder.var("$arguments", ty, VarKind::Param, Some(proc), None));
        }
        let result = declared
            .and_then(|ty| self.int_type(ty))
            .map(|ty| self.builder.var("$result", cfa::Type::Int(ty), VarKind::Temp, Some(proc), None));
        let data = self.builder.proc_mut(proc);
        data.params = params;
        data.result = result;
        proc
    }

    /// The variable that a parameter is passed in, if that is modelled: it holds a record's address.
    fn param_var(&mut self, param: ObjectId, proc: ProcId) -> Option<VarId> {
        if self.is_variable(param) {
            let Some(Stored::Var(var)) = self.stored(param) else { return None };
            return Some(var);
        }
        let node = &self.unit[param];
        let ty = self.passed_type(node.ty)?;
        Some(self.builder.var(&node.name, cfa::Type::Int(ty), VarKind::Param, Some(proc), Some(node.span)))
    }

    /// The integers that a parameter of this type is passed as.
    fn passed_type(&self, ty: Ty) -> Option<IntType> {
        if self.is_record(ty) { Some(self.pointer_type()) } else { self.int_type(ty) }
    }

    fn result_type(&self, function: FunctionId) -> Option<Ty> {
        self.unit.types.function_of(self.unit[function].ty).map(|signature| signature.result)
    }

    fn frame<'l>(&'l mut self, proc: ProcId, labels: &[Label]) -> Frame<'l, 'a> {
        Frame {
            unit: self.unit,
            lowering: self,
            proc,
            function: None,
            graph: Graph::new(),
            result: None,
            record_result: None,
            labels: labels.iter().map(|label| LabelState::new(label.name.clone())).collect(),
            scopes: Scopes::default(),
            temporaries: Vec::new(),
            brief: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            is_main: false,
            pointee: None,
            orders: 0,
            landings: Vec::new(),
            living: BTreeSet::new(),
            borrowed: Borrowed::default(),
        }
    }

    fn function(&mut self, function: FunctionId) {
        let proc = self.proc_of(function);
        let unit = self.unit;
        let Some(body) = &unit[function].body else { return };
        let declared = self.result_type(function);
        let result = self.builder.proc_ref(proc).result.zip(declared);
        let record = declared.filter(|ty| self.is_record(*ty));
        let record_result = self.builder.proc_ref(proc).params.first().copied().zip(record);
        let mut frame = self.frame(proc, &body.labels);
        frame.function = Some(function);
        frame.result = result;
        frame.record_result = record_result;
        frame.is_main = &*unit[function].name == "main";
        frame.params(function);
        frame.find_landings(function);
        frame.find_borrowed(body);
        frame.parameter_lengths(function);
        frame.body(body);
        let graph = frame.graph;
        graph.finish(proc, &mut self.builder);
    }
}

impl<'a> Frame<'_, 'a> {
    /// Parameters that are objects get what was passed.
    fn params(&mut self, function: FunctionId) {
        let unit = self.unit;
        let passed = self.lowering.builder.proc_ref(self.proc).params.clone();
        let mut passed = passed.into_iter().skip(usize::from(self.record_result.is_some()));
        for param in &unit[function].params {
            let node = &unit[*param];
            if self.lowering.passed_type(node.ty).is_none() {
                continue;
            }
            // A variable is the parameter itself.
            let (Some(given), Some(Stored::Object(object))) = (passed.next(), self.lowering.stored(*param)) else {
                continue;
            };
            self.enter(object, node.span);
            let at = self.lowering.address_of(object);
            match self.lowering.whole_cell(node.ty) {
                Some(cell) => {
                    let value = Expr::Var(given);
                    self.memory(MemoryOp::Write { at, cell, value, initial: false }, node.span);
                }
                None => self.copy_bytes(at, Expr::Var(given), node.ty, node.span),
            }
        }
    }

    /// The integer type of a type that is known to be one.
    fn int_type(&self, ty: Ty) -> IntType {
        self.lowering.int_type(ty).unwrap_or(IntType::new(32, true))
    }

    fn is_record(&self, ty: Ty) -> bool {
        self.lowering.is_record(ty)
    }

    fn temp(&mut self, name: &str, ty: IntType) -> VarId {
        self.lowering.builder.var(name, cfa::Type::Int(ty), VarKind::Temp, Some(self.proc), None)
    }

    fn type_of(&self, e: &Expr) -> IntType {
        e.ty_with(&|var| self.lowering.builder.var_ref(var).ty).scalar()
    }

    fn memory(&mut self, op: MemoryOp, span: Span) {
        self.graph.emit(Op::Memory(op), span);
    }

    fn note_unsupported(&mut self, reason: impl Into<Arc<str>>, span: Span) {
        self.graph.unsupported(reason.into(), span);
    }
}
