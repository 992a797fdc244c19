//! `va_start`, `va_arg`, `va_copy`, `va_end`: a `va_list` holds a pointer to the next variable argument, in one of its members.

use super::*;

impl Sema<'_> {
    /// The pointer inside a `va_list`, as an lvalue; `None` if the expression is none.
    pub(super) fn argument_list(&mut self, list: ast::ExprId) -> Option<ExprId> {
        let span = self.ast[list].span;
        match self.unit.types.model {
            crate::cfa::DataModel::Ilp32 => {
                let list = self.expr(list);
                let fits = self.is_lvalue(list) && self.unit.types.is_pointer(self.unit[list].ty);
                fits.then_some(list)
            }
            crate::cfa::DataModel::Lp64 => {
                let pointer = self.rvalue(list);
                let record = self.unit.types.pointee(self.unit[pointer].ty)?;
                let fields = self.unit.types.record(self.unit.types.record_of(record)?).body.as_ref()?;
                let index =
                    fields.fields.iter().position(|field| field.name.as_deref() == Some("overflow_arg_area"))?;
                let bit_offset = fields.fields[index].bit_offset;
                let whole = self.unit.add_expr(ExprKind::Deref(pointer), record, span);
                let void = self.unit.types.void();
                let ty = self.unit.types.pointer(void);
                let field = FieldRef { index: index as u32, bit_offset, width: None };
                Some(self.unit.add_expr(ExprKind::Member(whole, field), ty, span))
            }
        }
    }

    /// `va_start`, `va_copy` and `va_end` set that pointer.
    pub(super) fn variable_arguments(&mut self, name: &str, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let Some(target) = arguments.first().and_then(|list| self.argument_list(*list)) else {
            return Some(self.invalid(span, format!("the first argument of `{name}` is no `va_list`")));
        };
        let ty = self.unit[target].ty.unqualified();
        let value = match name {
            "va_end" => self.unit.add_expr(ExprKind::Int(0), ty, span),
            "va_copy" => match arguments.get(1).and_then(|list| self.argument_list(*list)) {
                Some(from) => self.unit.add_expr(ExprKind::Load(from), ty, span),
                None => return Some(self.invalid(span, "the second argument of `va_copy` is no `va_list`")),
            },
            _ if self.is_variadic() => self.unit.add_expr(ExprKind::VariableArguments, ty, span),
            _ => return Some(self.invalid(span, "`va_start` in a function without variable arguments")),
        };
        let set = self.unit.add_expr(ExprKind::Assign { target, value }, ty, span);
        let void = self.unit.types.void();
        Some(self.unit.add_expr(ExprKind::Convert(set), void, span))
    }

    /// Whether the function that is being read takes variable arguments.
    fn is_variadic(&self) -> bool {
        let function = self.function.as_ref().map(|function| self.unit[function.id].ty);
        function.and_then(|ty| self.unit.types.function_of(ty)).is_some_and(|signature| signature.variadic)
    }
}
