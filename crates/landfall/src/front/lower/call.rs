//! Calls: of functions with bodies, of modelled ones, and of those that are not known.

use super::*;
use crate::cfa::{ErrorInfo, ErrorKind};
use crate::front::library::Model;

impl Frame<'_, '_> {
    /// A call. Its result, if it is an integer, goes to `into` or a temporary, or is a value; `None` if it is not modelled (an
    /// edge then says so if the result is asked for) or does not come back.
    pub(super) fn call(&mut self, e: ExprId, into: Option<(VarId, Span)>) -> Option<Expr> {
        let unit = self.unit;
        let node = &unit[e];
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
        let values = self.arguments(arguments);
        self.call_with(e, function, &values, into)
    }

    /// The values of arguments, from left to right, each as a list of parts.
    fn arguments(&mut self, list: &[ExprId]) -> Vec<Vec<Expr>> {
        if let Some(first) = list.first()
            && let Some(values) = self.in_either_order(list, self.unit[*first].span)
        {
            return values.into_iter().map(|value| vec![value]).collect();
        }
        let last_write = list.iter().rposition(|e| self.effects(*e) == Effects::Writes).unwrap_or(0);
        let mut values = Vec::with_capacity(list.len());
        for (index, e) in list.iter().enumerate() {
            let mut value = self.passed(*e);
            if index < last_write {
                value = self.steady(value, self.unit[*e].span);
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
        values: &[Vec<Expr>],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let span = unit[e].span;
        let callee = self.lowering.proc_of(function);
        let mut args = Vec::new();
        for (index, param) in unit[function].params.iter().enumerate() {
            let ty = unit[*param].ty;
            let Some(parts) = self.lowering.parts_of(param.index()) else { continue };
            let given = values.get(index).map_or(&[][..], |given| given);
            if given.len() != parts.values.len() {
                // A K&R call with too few arguments: the parameter holds whatever was there.
                for cell in &parts.shape.cells {
                    let missing = self.temp("$missing", cell.ty);
                    self.graph.emit(Op::Havoc(missing, HavocKind::Uninitialised), span);
                    args.push(Expr::Var(missing));
                }
            } else if self.is_record(ty) {
                args.extend(given.iter().cloned());
            } else {
                args.push(self.coerce(given[0].clone(), ty));
            }
        }
        let declared = self.lowering.result_type(function)?;
        let result = self.lowering.int_type(declared).map(|ty| {
            let var = self.result_var(into, ty, &format!("${}", unit[function].name));
            (var, ty)
        });
        self.graph.emit(Op::Call { callee, args, result: result.map(|(var, _)| var) }, span);
        match result {
            // A function that was declared differently where it is called: gcc reads the result as the call sees it.
            Some((var, _)) => Some(self.as_result(Expr::Var(var), unit[e].ty)),
            None if unit.types.is_void(unit[e].ty) => None,
            None => Some(Expr::Var(self.temp("$unknown", self.int_type(unit[e].ty)))),
        }
    }

    /// A call whose result is a record: the values of its parts.
    pub(super) fn call_for_record(&mut self, e: ExprId) -> Option<Vec<Expr>> {
        let unit = self.unit;
        let node = &unit[e];
        self.call(e, None);
        let shape = self.lowering.shape_of(node.ty)?;
        let ExprKind::Call { callee, .. } = &node.kind else { return None };
        if let Callee::Direct(function) = callee
            && let Some(vars) = &self.lowering.results[function.index()]
        {
            // The next call of the function changes them.
            let values: Vec<Expr> = vars.iter().map(|var| Expr::Var(*var)).collect();
            return Some(self.steady(values, node.span));
        }
        if let Callee::Indirect(_) = callee {
            self.note_unsupported("a record that is returned through a function pointer", node.span);
        }
        let mut values = Vec::with_capacity(shape.cells.len());
        for cell in &shape.cells {
            let var = self.temp("$extern", cell.ty);
            let name: Arc<str> = match callee {
                Callee::Direct(function) => unit[*function].name.clone(),
                Callee::Indirect(_) => "a function".into(),
            };
            let kind = self.extern_kind(&name);
            self.graph.emit(Op::Havoc(var, kind), node.span);
            values.push(Expr::Var(var));
        }
        Some(values)
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
        for argument in arguments {
            self.check_order(pointer, *argument, node.span);
        }
        let target = self.value(pointer);
        let target = if self.is_stable(&target) { target } else { self.spill(target, node.span) };
        let mut values = self.arguments(arguments);
        for list in &mut values {
            *list = self.steady(std::mem::take(list), node.span);
        }
        let called = unit.types.pointee(unit[pointer].ty);
        let fits =
            |function: &FunctionId| called.is_some_and(|called| unit.types.compatible(called, unit[*function].ty));
        let functions: Vec<FunctionId> = self.lowering.points_to.functions.iter().copied().filter(fits).collect();
        let result = self.lowering.int_type(node.ty).map(|ty| self.result_var(into, ty, "$called"));
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
        let class = self.lowering.points_to.target(pointer);
        if self.lowering.options.checks.memory {
            let (here, bad) = (self.graph.position(), self.graph.node());
            let null = self.comparison(CompareOp::Eq, target.clone(), Expr::Int(0, ty));
            self.graph.emit_to(Op::Assume(null), bad, node.span);
            self.graph.resume_if_live(bad);
            self.invalid_because(ErrorKind::InvalidAccess, "a null function pointer is called".into(), node.span);
            self.graph.restore(here);
        }
        let null = self.comparison(CompareOp::Ne, target, Expr::Int(0, ty));
        let unknown = match none {
            Expr::TRUE => null,
            none => Expr::And(Box::new(null), Box::new(none)),
        };
        let strange = self.graph.node();
        self.graph.emit_to(Op::Assume(unknown), strange, node.span);
        self.graph.resume_if_live(strange);
        if self.lowering.points_to.is_external(class) {
            self.note_unsupported("a call of a function from outside through a pointer", node.span);
        } else {
            self.note_unsupported("a call through a pointer to a function of another type", node.span);
        }
        self.graph.stop();
        self.graph.resume(join);
        result.map(Expr::Var)
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
                let checks = self.lowering.options.checks;
                if name.ends_with("exit") && (checks.leak || checks.track) {
                    self.note_unsupported("a check for leaks at `exit`", span);
                }
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
                self.arbitrary(e, kind, into)
            }
            Model::Allocate | Model::AllocateLocal | Model::AllocateZero | Model::Reallocate => {
                self.allocate(e, arguments, model, into)
            }
            Model::Copy | Model::Fill => self.set_bytes(e, function, model, arguments),
            Model::Free => {
                if let [pointer] = arguments {
                    self.free(*pointer, span);
                }
                None
            }
            Model::Require => {
                let holds = self.truth(*arguments.first()?);
                self.graph.emit(Op::Assume(holds), span);
                None
            }
            Model::RequireApart | Model::RequireExtent => None,
            Model::Arbitrary(_)
            | Model::ArbitraryBytes(_)
            | Model::RequireReadable
            | Model::Unsupported
            | Model::AllocateStatic => {
                self.note_unsupported("a part of a model", span);
                None
            }
            Model::AnyNonzero | Model::AnyPositive => {
                let about = arguments.first().and_then(|name| self.string_argument(*name)).unwrap_or_default();
                let ty = self.int_type(unit[e].ty);
                let var = self.result_var(into, ty, "$any");
                self.graph.emit(Op::Havoc(var, HavocKind::Unspecified(about.into())), span);
                let op = if model == Model::AnyNonzero { CompareOp::Ne } else { CompareOp::Gt };
                let holds = self.comparison(op, Expr::Var(var), Expr::Int(0, ty));
                self.graph.emit(Op::Assume(holds), span);
                Some(Expr::Var(var))
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
            return self.arbitrary(e, HavocKind::Input(name), into);
        };
        let ty = kind.map_or(declared, |kind| kind.int_type(unit.types.model));
        let var = self.result_var(into, ty, "$input");
        self.graph.emit(Op::Havoc(var, HavocKind::Input(name)), unit[e].span);
        Some(self.coerce(Expr::Var(var), unit[e].ty))
    }

    /// An arbitrary result of the call's type.
    pub(super) fn arbitrary(&mut self, e: ExprId, kind: HavocKind, into: Option<(VarId, Span)>) -> Option<Expr> {
        let node = &self.unit[e];
        let ty = self.lowering.int_type(node.ty)?;
        let var = self.result_var(into, ty, "$extern");
        self.graph.emit(Op::Havoc(var, kind), node.span);
        Some(Expr::Var(var))
    }
}
