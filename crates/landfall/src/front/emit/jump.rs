//! `setjmp` and `longjmp`, exactly: a jump unwinds call by call.
//!
//! `setjmp` writes a number that no other execution of it has into the buffer. `longjmp` puts the buffer's number into a global
//! variable, and its function returns at once; behind each call that may jump the caller looks whether somebody jumps, and returns
//! in turn, or goes to the place behind its `setjmp` if the number is the one that it wrote there. In the frame where it lands
//! variables have any value that were changed since, as C says; objects in memory keep theirs.

use super::*;
use crate::cfa::ErrorKind;
use crate::front::library::Model;
use crate::front::reach::walk::Walk;

/// The numbers of executions of `setjmp`; the pointer-sized beginning of a buffer holds one.
const NUMBER: IntType = IntType::new(64, false);

/// The global variables of jumps.
#[derive(Clone, Copy)]
pub(super) struct Jumps {
    /// How many executions of `setjmp` there were.
    count: VarId,
    /// Where the program is jumping to; 0 if it does not.
    target: VarId,
    /// What `setjmp` gives there.
    value: VarId,
}

/// A call of `setjmp` of the procedure.
pub(super) struct Landing {
    pub call: ExprId,
    label: LabelId,
    /// The number that its last execution wrote.
    number: VarId,
    /// What it gives.
    result: VarId,
    /// Variables that may change afterwards, with what they held.
    kept: Vec<(VarId, VarId)>,
}

impl Lowering<'_> {
    fn is_model(&self, function: FunctionId, wanted: Model) -> bool {
        let node = &self.unit[function];
        node.body.is_none() && crate::front::library::model(&node.name) == Some(wanted)
    }

    /// The functions that may jump out of a call, and the global variables of jumps if there are any.
    pub(super) fn find_jumps(&mut self) {
        let jumping: Vec<FunctionId> =
            self.unit.function_ids().filter(|function| self.is_model(*function, Model::LongJump)).collect();
        self.may_jump = self.reach.callers_of(&jumping);
        if jumping.is_empty() && !self.unit.function_ids().any(|function| self.is_model(function, Model::SetJump)) {
            return;
        }
        let int = IntType::new(32, true);
        let mut global = |name: &str, ty| self.builder.var(name, cfa::Type::Int(ty), VarKind::Global, None, None);
        self.jumps = Some(Jumps {
            count: global("$jumps", NUMBER),
            target: global("$jump", NUMBER),
            value: global("$jump_value", int),
        });
    }
}

impl Frame<'_, '_> {
    /// In `$start`: nobody has jumped.
    pub(super) fn initial_jumps(&mut self, span: Span) {
        if let Some(Jumps { count, target, value }) = self.lowering.jumps {
            self.graph.emit(Op::Assign(count, Expr::Int(0, NUMBER)), span);
            self.graph.emit(Op::Assign(target, Expr::Int(0, NUMBER)), span);
            self.graph.emit(Op::Assign(value, Expr::Int(0, IntType::new(32, true))), span);
        }
    }

    /// Prepares the places where jumps may land in a function.
    pub(super) fn find_landings(&mut self, function: FunctionId) {
        let unit = self.unit;
        if self.lowering.jumps.is_none() {
            return;
        }
        let calls = Walk::function(unit, function).filter(|e| match unit[*e].kind {
            ExprKind::Call { callee: Callee::Direct(callee), .. } => self.lowering.is_model(callee, Model::SetJump),
            _ => false,
        });
        let mut calls: Vec<ExprId> = calls.collect();
        calls.sort();
        for call in calls {
            let label = LabelId(self.labels.len() as u32);
            self.labels.push(LabelState::new(None));
            let number = self.temp("$landing", NUMBER);
            let result = self.temp("$setjmp", IntType::new(32, true));
            self.graph.emit(Op::Assign(number, Expr::Int(0, NUMBER)), unit[function].span);
            let kept = if self.keeps_variables(call) { Vec::new() } else { self.changing_variables(function) };
            let kept = kept.into_iter().map(|var| (var, self.temp("$before", self.type_of(&Expr::Var(var))))).collect();
            self.landings.push(Landing { call, label, number, result, kept });
        }
    }

    /// Whether variables keep their values when control comes back there: gcc promises that of its own `__builtin_setjmp`.
    fn keeps_variables(&self, call: ExprId) -> bool {
        match self.unit[call].kind {
            ExprKind::Call { callee: Callee::Direct(callee), .. } => &*self.unit[callee].name == "__builtin_setjmp",
            _ => false,
        }
    }

    /// The variables of a function that are assigned to, but for volatile ones.
    fn changing_variables(&mut self, function: FunctionId) -> Vec<VarId> {
        let unit = self.unit;
        let mut objects: Vec<ObjectId> = Walk::function(unit, function)
            .filter_map(|e| match unit[e].kind {
                ExprKind::Assign { target, .. }
                | ExprKind::CompoundAssign { target, .. }
                | ExprKind::Step { target, .. } => Some(target),
                _ => None,
            })
            .filter_map(|target| if let ExprKind::Object(object) = unit[target].kind { Some(object) } else { None })
            .filter(|object| unit[*object].owner == Some(function) && unit[*object].storage != Storage::Static)
            .filter(|object| !unit[*object].ty.is_volatile())
            .collect();
        objects.sort();
        objects.dedup();
        let mut variables = Vec::new();
        for object in objects {
            if let (true, Some(Stored::Var(var))) = (self.lowering.is_variable(object), self.lowering.stored(object)) {
                variables.push(var);
            }
        }
        variables
    }

    /// `setjmp(buffer)`.
    pub(super) fn set_jump(&mut self, e: ExprId, arguments: &[ExprId]) -> Option<Expr> {
        let span = self.unit[e].span;
        let values = self.arguments(arguments);
        let found = self.landings.iter().position(|landing| landing.call == e);
        let (Some(at), Some(jumps), Some(Some(buffer))) = (found, self.lowering.jumps, values.into_iter().next())
        else {
            self.note_unsupported("a call of `setjmp` that is no call of a function", span);
            return Some(self.unknown(e));
        };
        let Landing { label, number, result, .. } = self.landings[at];
        if self.labels[label.0 as usize].scope.is_some() {
            self.note_unsupported("a call of `setjmp` whose order is open", span);
            return Some(self.unknown(e));
        }
        let next = self.arithmetic(ArithmeticOp::Add, Expr::Var(jumps.count), Expr::Int(1, NUMBER), NUMBER);
        self.graph.emit(Op::Assign(jumps.count, next), span);
        self.graph.emit(Op::Assign(number, Expr::Var(jumps.count)), span);
        let buffer = self.steady(buffer, span);
        let (cell, held) = self.buffer_cell();
        let writable = self.question(MemoryExpr::Writable, &buffer, &Expr::Int(i128::from(held.bits / 8), INDEX));
        self.require_of(arguments[0], &buffer, writable, span);
        let value = self.cast(Expr::Var(number), held);
        self.memory(MemoryOp::Write { at: buffer, cell, value, initial: false }, span);
        self.graph.emit(Op::Assign(result, Expr::Int(0, IntType::new(32, true))), span);
        for (var, before) in self.landings[at].kept.clone() {
            self.graph.emit(Op::Assign(before, Expr::Var(var)), span);
        }
        self.label(label, span);
        Some(Expr::Var(result))
    }

    fn buffer_cell(&self) -> (Cell, IntType) {
        let held = self.lowering.pointer_type();
        (Cell::bytes(u32::from(held.bits / 8), held), held)
    }

    /// `longjmp(buffer, value)`.
    pub(super) fn long_jump(&mut self, arguments: &[ExprId], span: Span) {
        let values = self.arguments(arguments);
        let (Some(jumps), [Some(buffer), Some(value)]) = (self.lowering.jumps, &values[..]) else {
            return self.note_unsupported("a call of `longjmp` with other arguments", span);
        };
        let buffer = self.steady(buffer.clone(), span);
        let int = IntType::new(32, true);
        let value = self.steady(self.cast(value.clone(), int), span);
        let (cell, held) = self.buffer_cell();
        let readable = self.question(MemoryExpr::Readable, &buffer, &Expr::Int(i128::from(held.bits / 8), INDEX));
        self.require_of(arguments[0], &buffer, readable, span);
        let number = self.cast(Expr::Memory(MemoryExpr::Load(cell), vec![buffer]), NUMBER);
        self.graph.emit(Op::Assign(jumps.target, number), span);
        // It never gives zero.
        let zero = self.comparison(CompareOp::Eq, value.clone(), Expr::Int(0, int));
        let value = Expr::Ite(Box::new(zero), Box::new(Expr::Int(1, int)), Box::new(value));
        self.graph.emit(Op::Assign(jumps.value, value), span);
        // A buffer that was never set leads nowhere.
        let known = self.comparison(CompareOp::Ne, Expr::Var(jumps.target), Expr::Int(0, NUMBER));
        self.require_landing(known, span);
        self.unwind(span);
    }

    fn require_landing(&mut self, condition: Expr, span: Span) {
        let message = "`longjmp` to where no `setjmp` is active".to_string();
        self.require_because(condition, ErrorKind::InvalidAccess, message, span);
    }

    /// Behind a call: does the function that was called jump?
    pub(super) fn after_call(&mut self, function: FunctionId, span: Span) {
        let (Some(jumps), true) = (self.lowering.jumps, self.lowering.may_jump[function.index()]) else { return };
        let (goes_on, jumped) = (self.graph.node(), self.graph.node());
        let none = self.comparison(CompareOp::Eq, Expr::Var(jumps.target), Expr::Int(0, NUMBER));
        self.graph.split(none, goes_on, jumped, span);
        self.graph.resume(jumped);
        self.unwind(span);
        self.graph.resume(goes_on);
    }

    /// In `$start`, behind the entry function: a jump that nobody caught.
    pub(super) fn after_entry(&mut self, function: FunctionId, span: Span) {
        if let (Some(jumps), true) = (self.lowering.jumps, self.lowering.may_jump[function.index()]) {
            let none = self.comparison(CompareOp::Eq, Expr::Var(jumps.target), Expr::Int(0, NUMBER));
            self.require_landing(none, span);
        }
    }

    /// Goes behind the `setjmp` of this procedure that the jump is to, or returns.
    fn unwind(&mut self, span: Span) {
        let Some(jumps) = self.lowering.jumps else { return };
        for at in 0..self.landings.len() {
            let Landing { label, number, result, .. } = self.landings[at];
            let (here, next) = (self.graph.node(), self.graph.node());
            let this = self.comparison(CompareOp::Eq, Expr::Var(jumps.target), Expr::Var(number));
            self.graph.split(this, here, next, span);
            self.graph.resume(here);
            self.graph.emit(Op::Assign(jumps.target, Expr::Int(0, NUMBER)), span);
            self.graph.emit(Op::Assign(result, Expr::Var(jumps.value)), span);
            for (var, before) in self.landings[at].kept.clone() {
                let (changed, join) = (self.graph.node(), self.graph.node());
                let same = self.comparison(CompareOp::Eq, Expr::Var(var), Expr::Var(before));
                self.graph.split(same, join, changed, span);
                self.graph.resume(changed);
                self.graph.emit_to(Op::Havoc(var, HavocKind::Uninitialised), join, span);
                self.graph.resume(join);
            }
            self.goto(label, span);
            self.graph.resume(next);
        }
        self.leave_all(span);
    }
}
