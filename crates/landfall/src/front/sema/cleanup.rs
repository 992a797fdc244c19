//! The attribute `cleanup`: calls that are made when a variable's scope is left, on whatever way.
//!
//! Falling out of a block, `break`, `continue`, `return` and `goto` get the calls in front of them, innermost variable first. Where a
//! `goto` goes is known only at the end of the function, which is when its calls are put in.

use super::*;

/// A variable and the function that is called with its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cleanup {
    object: ObjectId,
    function: FunctionId,
}

impl Sema<'_> {
    /// Notes that a variable of the current scope has a cleanup function.
    pub(super) fn add_cleanup(&mut self, object: ObjectId, function: Symbol, span: Span) {
        match self.lookup(function) {
            Some(Binding::Function(function)) => self.scope().cleanups.push(Cleanup { object, function }),
            _ => self.error(span, "the argument of `cleanup` is no function"),
        }
    }

    /// The variables with cleanup functions that are in scope, outermost first.
    pub(super) fn active_cleanups(&self) -> Vec<Cleanup> {
        self.scopes.iter().flat_map(|scope| scope.cleanups.iter().copied()).collect()
    }

    /// The calls for variables of the scopes from a depth on.
    pub(super) fn leave_scopes(&mut self, depth: usize, span: Span) -> Vec<StmtId> {
        let list: Vec<Cleanup> = self.scopes[depth..].iter().flat_map(|scope| scope.cleanups.iter().copied()).collect();
        self.cleanup_calls(&list, span)
    }

    fn cleanup_calls(&mut self, list: &[Cleanup], span: Span) -> Vec<StmtId> {
        list.iter().rev().map(|cleanup| self.cleanup_call(*cleanup, span)).collect()
    }

    fn cleanup_call(&mut self, cleanup: Cleanup, span: Span) -> StmtId {
        let ty = self.unit[cleanup.object].ty;
        let place = self.unit.add_expr(ExprKind::Object(cleanup.object), ty, span);
        self.take_address(place);
        let pointer = self.unit.types.pointer(ty);
        let mut argument = self.unit.add_expr(ExprKind::AddressOf(place), pointer, span);
        let signature = self.unit.types.function_of(self.unit[cleanup.function].ty).cloned();
        if let Some(parameter) = signature.as_ref().and_then(|signature| signature.params.first()) {
            argument = self.convert(argument, *parameter);
        }
        let void = self.unit.types.void();
        let result = signature.map_or(void, |signature| signature.result.unqualified());
        let callee = Callee::Direct(cleanup.function);
        let call = self.unit.add_expr(ExprKind::Call { callee, arguments: vec![argument] }, result, span);
        self.unit.add_stmt(StmtKind::Expr(call), span)
    }

    /// A jump out of the scopes from a depth on.
    pub(super) fn jump_out(&mut self, jump: StmtKind, depth: usize, span: Span) -> StmtKind {
        let mut code = self.leave_scopes(depth, span);
        if code.is_empty() {
            return jump;
        }
        code.push(self.unit.add_stmt(jump, span));
        StmtKind::Block(code)
    }

    /// `return`: the value is computed before the calls are made.
    pub(super) fn leave_function(&mut self, value: Option<ExprId>, span: Span) -> StmtKind {
        let calls = self.leave_scopes(0, span);
        if calls.is_empty() {
            return StmtKind::Return(value);
        }
        let mut code = Vec::new();
        let value = value.and_then(|value| self.kept(value, &mut code));
        code.extend(calls);
        code.push(self.unit.add_stmt(StmtKind::Return(value), span));
        StmtKind::Block(code)
    }

    /// A value that is computed by `code` and read later; `None` if it is void.
    pub(super) fn kept(&mut self, value: ExprId, code: &mut Vec<StmtId>) -> Option<ExprId> {
        let (ty, span) = (self.unit[value].ty, self.unit[value].span);
        if self.unit.types.is_void(ty) {
            code.push(self.unit.add_stmt(StmtKind::Expr(value), span));
            return None;
        }
        let object = self.hidden_object("<value>", ty, span);
        self.unit.objects[object.index()].initializer = Some(Init::Scalar(value));
        code.push(self.unit.add_stmt(StmtKind::Declare(object), span));
        let place = self.unit.add_expr(ExprKind::Object(object), ty, span);
        Some(self.unit.add_expr(ExprKind::Load(place), ty, span))
    }

    /// An automatic object that the program does not name.
    pub(super) fn hidden_object(&mut self, name: &str, ty: Ty, span: Span) -> ObjectId {
        self.unit.add_object(Object {
            name: name.into(),
            ty: ty.unqualified(),
            span,
            storage: if self.function.is_some() { Storage::Automatic } else { Storage::Static },
            owner: self.function.as_ref().map(|function| function.id),
            initializer: None,
            address_taken: false,
            linking: Linking::default(),
        })
    }

    /// Puts the calls in front of each `goto` that leaves scopes.
    pub(super) fn finish_jumps(&mut self, context: &FunctionContext) {
        for (statement, label, active) in &context.jumps {
            let there = &context.cleanups[label.0 as usize];
            let common = active.iter().zip(there).take_while(|(a, b)| a == b).count();
            let span = self.unit[*statement].span;
            let mut code = self.cleanup_calls(&active[common..], span);
            if !code.is_empty() {
                code.push(self.unit.add_stmt(StmtKind::Goto(*label), span));
                self.unit.stmts[statement.index()].kind = StmtKind::Block(code);
            }
        }
    }
}
