//! Calls: implicit declarations and argument conversions.

use super::*;

impl<'a> Sema<'a> {
    pub(super) fn call(&mut self, function: ast::ExprId, arguments: &[ast::ExprId], span: Span) -> ExprId {
        let callee_span = self.ast[function].span;
        if let ast::ExprKind::Ident(name) = self.ast[function].kind {
            if let Some(result) = self.builtin(name, arguments, span) {
                return result;
            }
            if self.lookup(name).is_none() {
                self.declare_implicitly(ast::Ident { name, span: callee_span });
            }
        }
        let callee = self.expr(function);
        let (callee, ty) = match self.unit[callee].kind {
            ExprKind::Function(id) => (Callee::Direct(id), self.unit[id].ty),
            _ => {
                let value = self.load(callee);
                let to = self.unit.types.pointee(self.unit[value].ty);
                let direct = self.designated_function(value);
                match (direct, to) {
                    (Some(id), _) => (Callee::Direct(id), self.unit[id].ty),
                    (None, Some(to)) => (Callee::Indirect(value), to),
                    (None, None) => (Callee::Indirect(value), self.unit[value].ty),
                }
            }
        };
        let Some(signature) = self.unit.types.function_of(ty).cloned() else {
            if let Callee::Indirect(e) = callee
                && matches!(self.unit[e].kind, ExprKind::Unsupported(_))
            {
                return e;
            }
            return self.invalid(callee_span, "this is called but is no function");
        };
        let arguments = self.arguments(&signature, arguments, span);
        let result = signature.result.unqualified();
        self.unit.add_expr(ExprKind::Call { callee, arguments }, result, span)
    }

    /// The function behind `(*f)` or `(&f)`.
    fn designated_function(&self, value: ExprId) -> Option<FunctionId> {
        match self.unit[value].kind {
            ExprKind::Decay(place) | ExprKind::Deref(place) => self.designated_function(place),
            ExprKind::Function(id) => Some(id),
            _ => None,
        }
    }

    fn arguments(&mut self, signature: &FunctionType, arguments: &[ast::ExprId], span: Span) -> Vec<ExprId> {
        if signature.prototyped {
            let too_few = arguments.len() < signature.params.len();
            let too_many = arguments.len() > signature.params.len() && !signature.variadic;
            if too_few || too_many {
                let message = format!(
                    "too {} arguments: {} given, {} expected",
                    if too_few { "few" } else { "many" },
                    arguments.len(),
                    signature.params.len()
                );
                self.error(span, message);
            }
        }
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.rvalue(*argument);
            values.push(match signature.params.get(index) {
                Some(ty) => self.assign_convert(value, *ty, "pass as"),
                None => self.promote_argument(value),
            });
        }
        values
    }

    /// The default argument promotions.
    fn promote_argument(&mut self, value: ExprId) -> ExprId {
        let ty = self.unit[value].ty;
        if let TypeKind::Float(FloatKind::Float) = self.unit.types.kind(ty) {
            let double = self.unit.types.intern(TypeKind::Float(FloatKind::Double));
            return self.convert(value, double);
        }
        self.promote(value)
    }

    /// C89's implicit declaration: `int f()`. Functions that gcc knows by heart have their own type.
    fn declare_implicitly(&mut self, name: ast::Ident) {
        let text = self.name(name.name);
        let signature = crate::front::signatures::built_in_signature(&text, &mut self.unit.types);
        let result = match &signature {
            Some(signature) => Some(signature.result),
            None => crate::front::library::known_result(&text, &mut self.unit.types),
        };
        let known = result.is_some();
        let result = result.unwrap_or_else(|| self.int());
        let open = FunctionType { result, params: Vec::new(), variadic: false, prototyped: false };
        let ty = self.unit.types.function(signature.unwrap_or(open));
        let function = match self.linkage.names.get(&text) {
            Some(Linked::Function(function)) => *function,
            _ => {
                let function = self.new_function(text.clone(), ty, name.span, false);
                self.unit.functions[function.index()].implicit = true;
                function
            }
        };
        self.scopes[0].names.insert(name.name, Binding::Function(function));
        if !known && !text.starts_with("__builtin_") {
            let warning =
                Diagnostic::warning(format!("`{text}` is called but not declared; it is taken to return `int`"));
            self.report(warning.at(name.span));
        }
    }
}
