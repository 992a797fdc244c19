//! Calls: of functions with bodies, of modelled ones, and of those that are not known.

use super::*;
use crate::cfa::{ErrorInfo, ErrorKind};
use crate::front::library::Model;

impl Frame<'_, '_> {
    /// A call. Its result, if it is an integer, goes to `into` or a temporary, or is a value; if it is a record, the result is its
    /// address. `None` if it is not modelled (an edge then says so if the result is asked for) or does not come back.
    pub(super) fn call(&mut self, e: ExprId, into: Option<(VarId, Span)>) -> Option<Expr> {
        let unit = self.unit;
        let node = &unit[e];
        let pointee = self.pointee.take();
        let ExprKind::Call { callee, arguments } = &node.kind else { return None };
        let function = match callee {
            Callee::Direct(function) => *function,
            Callee::Indirect(pointer) => return self.call_through(e, *pointer, arguments, into),
        };
        let name = &unit[function].name;
        if self.lowering.options.property.is_error_function(name) {
            self.discard_all(arguments);
            self.error(ErrorKind::ReachError, format!("`{name}` is called"), node.span);
            return None;
        }
        if unit[function].body.is_some() {
            return self.call_body(e, function, arguments, into);
        }
        match self.model_of(function) {
            Some(model) if model.is_allocation() => self.allocate(e, arguments, model, pointee, into),
            Some(model) => self.call_model(e, function, model, arguments, into),
            None => self.call_extern(e, function, arguments, into),
        }
    }

    pub(super) fn discard_all(&mut self, arguments: &[ExprId]) {
        for argument in arguments {
            self.discard(*argument);
        }
    }

    fn error(&mut self, kind: ErrorKind, message: String, span: Span) {
        let error = ErrorInfo { kind, message: message.into(), span: Some(span) };
        self.graph.error(error, span);
    }

    /// The variable for a result of type `ty`: the wanted one, or a fresh one.
    pub(super) fn result_var(&mut self, into: Option<(VarId, Span)>, ty: IntType, name: &str) -> VarId {
        match into {
            Some((var, _)) if self.lowering.builder.var_ref(var).ty == cfa::Type::Int(ty) => var,
            _ => self.temp(name, ty),
        }
    }

    fn call_body(
        &mut self,
        e: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        if self.unit[function].name.contains('$') {
            self.bound_members(function, arguments);
        }
        let values = self.arguments(arguments);
        self.call_with(e, function, &values, into)
    }

    /// The values of arguments, from left to right; none of those that are not modelled.
    pub(super) fn arguments(&mut self, list: &[ExprId]) -> Vec<Option<Expr>> {
        if let Some(first) = list.first()
            && let Some(values) = self.in_either_order(list, self.unit[*first].span)
        {
            return values.into_iter().map(Some).collect();
        }
        let last_write = list.iter().rposition(|e| self.effects(*e) == Effects::Writes).unwrap_or(0);
        let mut values = Vec::with_capacity(list.len());
        for (index, e) in list.iter().enumerate() {
            let mut value = self.passed(*e);
            if index < last_write {
                value = value.map(|value| self.steady(value, self.unit[*e].span));
            }
            values.push(value);
        }
        values
    }

    /// Calls a function that has a body with the given values.
    fn call_with(
        &mut self,
        e: ExprId,
        function: FunctionId,
        values: &[Option<Expr>],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let span = unit[e].span;
        let ExprKind::Call { arguments, .. } = &unit[e].kind else { return None };
        let callee = self.lowering.proc_of(function);
        let declared = self.lowering.result_type(function)?;
        let record =
            self.is_record(declared).then(|| self.temporary(&format!("${}", unit[function].name), declared, span));
        let mut args: Vec<Expr> = record.iter().cloned().collect();
        for (index, param) in unit[function].params.iter().enumerate() {
            let ty = unit[*param].ty;
            let Some(passed) = self.lowering.passed_type(ty) else { continue };
            let same = |given: &ExprId| self.is_record(unit[*given].ty) == self.is_record(ty);
            let given = values.get(index).cloned().flatten().filter(|_| arguments.get(index).is_some_and(same));
            args.push(match given {
                Some(given) if self.is_record(ty) => given,
                Some(given) => self.coerce(given, ty),
                // A K&R call with too few arguments: the parameter holds whatever was there.
                None if self.is_record(ty) => {
                    self.note_unsupported("a record that is not passed", span);
                    self.temporary("$missing", ty, span)
                }
                None => {
                    let missing = self.temp("$missing", passed);
                    self.graph.emit(Op::Havoc(missing, HavocKind::Uninitialised), span);
                    Expr::Var(missing)
                }
            });
        }
        if self.lowering.is_variadic(function) {
            args.push(self.pass_variable_arguments(arguments, values, unit[function].params.len(), span));
        }
        let result = self.lowering.int_type(declared).map(|ty| {
            let var = self.result_var(into, ty, &format!("${}", unit[function].name));
            (var, ty)
        });
        self.graph.emit(Op::Call { callee, args, result: result.map(|(var, _)| var) }, span);
        self.after_call(function, span);
        match result {
            _ if record.is_some() => record.filter(|_| self.is_record(unit[e].ty)),
            // A function that was declared differently where it is called: gcc reads the result as the call sees it.
            Some((var, _)) => {
                self.note_words(&Expr::Var(var), span);
                Some(self.as_result(Expr::Var(var), unit[e].ty))
            }
            None if unit.types.is_void(unit[e].ty) => None,
            None => Some(Expr::Var(self.temp("$unknown", self.int_type(unit[e].ty)))),
        }
    }

    /// A call through a pointer: of one of the functions whose address is taken and that fit.
    fn call_through(
        &mut self,
        e: ExprId,
        pointer: ExprId,
        arguments: &[ExprId],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let node = &unit[e];
        let ty = self.lowering.pointer_type();
        let operands: Vec<ExprId> = std::iter::once(pointer).chain(arguments.iter().copied()).collect();
        let scalar = arguments.iter().all(|e| self.lowering.int_type(unit[*e].ty).is_some());
        let chosen = if scalar { self.in_either_order(&operands, node.span) } else { None };
        let (target, mut values) = match chosen {
            Some(mut values) => (values.remove(0), values.into_iter().map(Some).collect()),
            None => {
                if !scalar {
                    arguments.iter().for_each(|argument| self.check_order(pointer, *argument, node.span));
                }
                let target = self.value(pointer);
                (self.steady(target, node.span), self.arguments(arguments))
            }
        };
        for value in values.iter_mut().flatten() {
            *value = self.steady(value.clone(), node.span);
        }
        let called = unit.types.pointee(unit[pointer].ty);
        let fits =
            |function: &FunctionId| called.is_some_and(|called| unit.types.compatible(called, unit[*function].ty));
        let functions: Vec<FunctionId> = self.lowering.taken.iter().copied().filter(fits).collect();
        // Of a record, where it is.
        let result = self.lowering.passed_type(node.ty).map(|ty| self.result_var(into, ty, "$called"));
        let join = self.graph.node();
        let mut none = Expr::TRUE;
        for function in functions {
            let address = Expr::Int(self.lowering.address_of_function(function), ty);
            let this = self.comparison(CompareOp::Eq, target.clone(), address);
            none = match none {
                Expr::TRUE => this.clone().negated(),
                none => Expr::And(Box::new(none), Box::new(this.clone().negated())),
            };
            let here = self.graph.position();
            let chosen = self.graph.node();
            self.graph.emit_to(Op::Assume(this), chosen, node.span);
            self.graph.resume_if_live(chosen);
            let value = if unit[function].body.is_some() {
                self.call_with(e, function, &values, result.map(|var| (var, node.span)))
            } else {
                self.note_unsupported(format!("a call of `{}` through a pointer", unit[function].name), node.span);
                None
            };
            if let (Some(var), Some(value)) = (result, value)
                && value != Expr::Var(var)
            {
                self.graph.emit(Op::Assign(var, value), node.span);
            }
            self.graph.jump(join, node.span);
            self.graph.restore(here);
        }
        let strange = self.graph.node();
        if none == Expr::TRUE {
            self.graph.emit_to(Op::Skip, strange, node.span);
        } else {
            self.graph.emit_to(Op::Assume(none), strange, node.span);
        }
        self.graph.resume_if_live(strange);
        self.call_of_nothing(pointer, target);
        self.graph.resume(join);
        result.map(Expr::Var)
    }

    /// A call through a pointer to none of the functions that fit: of no function, or of one of another type.
    fn call_of_nothing(&mut self, pointer: ExprId, target: Expr) {
        let span = self.unit[pointer].span;
        let ty = self.lowering.pointer_type();
        let above = self.comparison(CompareOp::Lt, Expr::Int(0, ty), target.clone());
        let mut known = vec![above];
        if self.lowering.options.checks.memory {
            let last = 16 * (self.unit.functions.len() as i128 + 1);
            known.push(self.comparison(CompareOp::Le, target, Expr::Int(last, ty)));
        } else {
            known[0] = self.comparison(CompareOp::Ne, target, Expr::Int(0, ty));
        }
        if !self.is_from_outside(pointer) {
            self.require(guard::conjunction(known), "call through an invalid function pointer:", span);
        }
        self.note_unsupported("a call through a pointer to a function of another type, or from outside", span);
        self.graph.stop();
    }

    fn as_result(&self, value: Expr, ty: Ty) -> Expr {
        if self.lowering.int_type(ty).is_some() { self.coerce(value, ty) } else { value }
    }

    fn call_model(
        &mut self,
        e: ExprId,
        function: FunctionId,
        model: Model,
        arguments: &[ExprId],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let span = unit[e].span;
        let name = &unit[function].name;
        match model {
            Model::Assert | Model::Assume if arguments.is_empty() => None,
            Model::Assert => {
                let (pass, fail) = (self.graph.node(), self.graph.node());
                self.branch(arguments[0], pass, fail);
                self.graph.resume(fail);
                let text = self.lowering.sources.snippet(unit[arguments[0]].span).into_owned();
                self.assertion_failed(Some(text), span);
                self.graph.resume(pass);
                None
            }
            Model::AssertFailed => {
                let text = arguments.iter().find_map(|argument| self.string_argument(*argument));
                self.discard_all(arguments);
                self.assertion_failed(text, span);
                None
            }
            Model::Assume => {
                let holds = self.truth(arguments[0]);
                if holds != Expr::TRUE {
                    self.graph.emit(Op::Assume(holds), span);
                }
                None
            }
            Model::End => {
                self.discard_all(arguments);
                self.check_leaks(true, span);
                self.graph.stop();
                None
            }
            Model::Input(kind) => {
                self.discard_all(arguments);
                self.input(e, kind, name.clone(), into)
            }
            Model::NoEffect => {
                self.check_format(name, arguments, span);
                self.check_arguments(function, arguments, span);
                self.discard_all(arguments);
                let kind = self.extern_kind(name);
                self.arbitrary(e, kind, &[], into)
            }
            Model::Copy | Model::Fill => self.set_bytes(e, name, model, arguments),
            // Looked at before.
            Model::Allocate
            | Model::AllocateLocal
            | Model::AllocateStatic
            | Model::AllocateZero
            | Model::Reallocate => None,
            Model::Arbitrary(_)
            | Model::ArbitraryBytes(_)
            | Model::Require
            | Model::RequireReadable
            | Model::RequireApart
            | Model::RequireExtent
            | Model::Unsupported => self.intrinsic(e, model, arguments, into),
            Model::Free => {
                if let [pointer] = arguments {
                    self.free(*pointer, span);
                }
                None
            }
            Model::AnyNonzero | Model::AnyPositive => {
                let about = arguments.first().and_then(|name| self.string_argument(*name)).unwrap_or_default();
                let ty = self.int_type(unit[e].ty);
                let var = self.result_var(into, ty, "$any");
                self.graph.emit(Op::Havoc(var, HavocKind::Unspecified(about.into())), span);
                let op = if model == Model::AnyNonzero { CompareOp::Ne } else { CompareOp::Gt };
                let holds = self.comparison(op, Expr::Var(var), Expr::Int(0, ty));
                // Zero, which need not hold, stands for one.
                let other = Expr::Ite(Box::new(holds), Box::new(Expr::Var(var)), Box::new(Expr::Int(1, ty)));
                self.graph.emit(Op::Assign(var, other), span);
                Some(Expr::Var(var))
            }
            Model::SetJump => self.set_jump(e, arguments),
            Model::LongJump => {
                self.long_jump(arguments, span);
                None
            }
            Model::Math(math) => self.math(e, math, arguments),
            Model::Absolute => {
                let ty = self.int_type(unit[e].ty);
                let value = self.value(*arguments.first()?);
                let value = self.cast(value, ty);
                let negative = self.comparison(CompareOp::Lt, value.clone(), Expr::Int(0, ty));
                let negated = self.arithmetic(ArithmeticOp::Sub, Expr::Int(0, ty), value.clone(), ty);
                Some(Expr::Ite(Box::new(negative), Box::new(negated), Box::new(value)))
            }
        }
    }

    pub(super) fn string_argument(&self, e: ExprId) -> Option<String> {
        match self.unit[e].kind {
            ExprKind::Decay(inner) | ExprKind::Convert(inner) => self.string_argument(inner),
            ExprKind::String(index) => {
                let bytes = self.unit.strings[index as usize].bytes()?;
                Some(String::from_utf8_lossy(&bytes).into_owned())
            }
            _ => None,
        }
    }

    /// An assertion fails here: an error, or the silent end when the property is about something else.
    fn assertion_failed(&mut self, text: Option<String>, span: Span) {
        if !self.lowering.options.property.checks_assertions() {
            self.check_leaks(true, span);
            return self.graph.stop();
        }
        let message = match text {
            Some(text) => format!("assertion `{}` fails", text.trim()),
            None => "an assertion fails".to_string(),
        };
        self.error(ErrorKind::AssertionFailure, message, span);
    }

    /// An input. Its name says which values it has; the declaration says which type they are read as.
    fn input(&mut self, e: ExprId, kind: Option<IntKind>, name: Arc<str>, into: Option<(VarId, Span)>) -> Option<Expr> {
        let unit = self.unit;
        let Some(declared) = self.lowering.int_type(unit[e].ty) else {
            return self.arbitrary(e, HavocKind::Input(name), &[], into);
        };
        if unit.types.is_pointer(unit[e].ty) {
            return self.arbitrary(e, HavocKind::Input(name), &[], into);
        }
        let ty = kind.map_or(declared, |kind| kind.int_type(unit.types.model));
        let var = self.result_var(into, ty, "$input");
        self.graph.emit(Op::Havoc(var, HavocKind::Input(name)), unit[e].span);
        Some(self.coerce(Expr::Var(var), unit[e].ty))
    }

    /// An arbitrary result of the call's type; if it is a pointer, it may be one of those that are `given`.
    pub(super) fn arbitrary(
        &mut self,
        e: ExprId,
        kind: HavocKind,
        given: &[Expr],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let node = &self.unit[e];
        if self.is_record(node.ty) {
            let at = self.temporary("$extern", node.ty, node.span);
            let size = Expr::Int(i128::from(self.unit.types.size_of(node.ty).unwrap_or(0)), INDEX);
            self.memory(MemoryOp::Havoc { at: at.clone(), size, kind }, node.span);
            return Some(at);
        }
        let ty = self.lowering.int_type(node.ty)?;
        let var = self.result_var(into, ty, "$extern");
        match self.unit.types.is_pointer(node.ty) {
            true => self.outside_pointer(var, node.ty, &kind, given, node.span),
            false => self.graph.emit(Op::Havoc(var, kind), node.span),
        }
        Some(Expr::Var(var))
    }
}
