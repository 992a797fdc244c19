//! Calls: of functions with bodies, of modelled ones, and of those that are not known.

use super::*;
use crate::cfa::{BinaryOp, ErrorInfo, ErrorKind};
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
            Callee::Indirect(_) => {
                self.discard_all(arguments);
                self.note_unsupported("a call through a pointer", node.span);
                return Some(Expr::Var(self.temp("$unknown", self.int_type(node.ty))));
            }
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

    fn discard_all(&mut self, arguments: &[ExprId]) {
        for argument in arguments {
            self.discard(*argument);
        }
    }

    fn error(&mut self, kind: ErrorKind, message: String, span: Span) {
        let error = ErrorInfo { kind, message: message.into(), span: Some(span) };
        self.graph.error(error, span);
    }

    /// The variable for a result of type `ty`: the wanted one, or a fresh one.
    fn result_var(&mut self, into: Option<(VarId, Span)>, ty: IntType, name: &str) -> VarId {
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
        let unit = self.unit;
        let span = unit[e].span;
        let callee = self.lowering.proc_of(function);
        let params = &unit[function].params;
        let values = self.values(arguments);
        let mut args = Vec::with_capacity(params.len());
        for (index, param) in params.iter().enumerate() {
            let ty = unit[*param].ty;
            let Some(int_type) = self.lowering.int_type(ty) else { continue };
            args.push(match values.get(index) {
                Some(value) => self.coerce(value.clone(), ty),
                None => {
                    // A K&R call with too few arguments: the parameter holds whatever was there.
                    let missing = self.temp("$missing", int_type);
                    self.graph.emit(Op::Havoc(missing, HavocKind::Uninitialised), span);
                    Expr::Var(missing)
                }
            });
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

    fn as_result(&self, value: Expr, ty: Ty) -> Expr {
        if self.unit.types.is_integer(ty) { self.coerce(value, ty) } else { value }
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
                self.graph.stop();
                None
            }
            Model::Input(kind) => {
                self.discard_all(arguments);
                self.input(e, kind, name.clone(), into)
            }
            Model::NoEffect => {
                self.discard_all(arguments);
                self.arbitrary(e, HavocKind::Extern(name.clone()), into)
            }
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

    fn string_argument(&self, e: ExprId) -> Option<String> {
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
    fn arbitrary(&mut self, e: ExprId, kind: HavocKind, into: Option<(VarId, Span)>) -> Option<Expr> {
        let node = &self.unit[e];
        let ty = self.lowering.int_type(node.ty)?;
        let var = self.result_var(into, ty, "$extern");
        self.graph.emit(Op::Havoc(var, kind), node.span);
        Some(Expr::Var(var))
    }

    fn call_extern(
        &mut self,
        e: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let node = &unit[e];
        let name = &unit[function].name;
        for argument in arguments {
            if self.string_argument(*argument).is_some() {
                continue;
            }
            let value = self.value(*argument);
            if matches!(value, Expr::Binary(BinaryOp::Div | BinaryOp::Rem, ..)) {
                self.spill(value, unit[*argument].span);
            }
        }
        if name.starts_with("__builtin_") || self.lowering.options.externs == ExternPolicy::Unknown {
            self.note_unsupported(format!("a call of `{name}`, which has no body"), node.span);
        }
        self.lowering.builder.note_extern(name);
        if unit[function].noreturn {
            self.graph.stop();
            return None;
        }
        if unit.types.is_void(node.ty) {
            return None;
        }
        if !unit.types.is_integer(node.ty) {
            return None;
        }
        self.arbitrary(e, HavocKind::Extern(name.clone()), into)
    }
}
