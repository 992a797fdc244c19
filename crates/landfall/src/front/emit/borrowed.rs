//! Memory that `alloca` gives dies when its function returns.
//!
//! Each call has a variable for what it gave last. If a call that runs again is left, what it gave before would have to die as well:
//! that is not modelled where the function returns to another one.

use super::*;
use crate::front::library::{self, Model};

#[derive(Default)]
pub(super) struct Borrowed {
    /// The calls, and what holds their results.
    calls: Vec<(ExprId, VarId)>,
    /// Whether one of them ran again.
    again: Option<VarId>,
}

impl Lowering<'_> {
    /// All calls of `alloca` of the program.
    pub(super) fn calls_of_alloca(&mut self) -> Arc<[ExprId]> {
        let unit = self.unit;
        let is_local = |e: &ExprId| match &unit[*e].kind {
            ExprKind::Call { callee: Callee::Direct(function), .. } => {
                let function = &unit[*function];
                function.body.is_none() && library::model(&function.name) == Some(Model::AllocateLocal)
            }
            _ => false,
        };
        let all = || (0..unit.exprs.len()).map(ExprId::from_index).filter(is_local).collect();
        self.allocas.get_or_insert_with(all).clone()
    }
}

impl Frame<'_, '_> {
    /// Prepares for the calls of `alloca` in a body.
    pub(super) fn find_borrowed(&mut self, body: &Body) {
        let place = self.unit[body.root].span;
        if self.is_main || !self.checks_memory(place) {
            return;
        }
        let calls = self.lowering.calls_of_alloca();
        let ty = self.lowering.pointer_type();
        for call in calls.iter().filter(|call| place.covers(self.unit[**call].span)) {
            let var = self.temp("$local", ty);
            self.graph.emit(Op::Assign(var, Expr::Int(0, ty)), place);
            self.borrowed.calls.push((*call, var));
        }
        if !self.borrowed.calls.is_empty() {
            let again = self.temp("$again", IntType::BOOL);
            self.graph.emit(Op::Assign(again, Expr::FALSE), place);
            self.borrowed.again = Some(again);
        }
    }

    /// A call of `alloca` has given memory.
    pub(super) fn borrow(&mut self, call: ExprId, at: VarId, span: Span) {
        let known = self.borrowed.calls.iter().find(|(known, _)| *known == call).map(|(_, var)| *var);
        let (Some(var), Some(again)) = (known, self.borrowed.again) else { return };
        let before = self.is_nonzero(Expr::Var(var));
        let or = Expr::Or(Box::new(Expr::Var(again)), Box::new(before));
        self.graph.emit(Op::Assign(again, or), span);
        self.graph.emit(Op::Assign(var, Expr::Var(at)), span);
    }

    /// The procedure is left.
    pub(super) fn give_back_borrowed(&mut self, span: Span) {
        let Some(again) = self.borrowed.again else { return };
        let (more, done) = (self.graph.node(), self.graph.node());
        self.graph.split(Expr::Var(again), more, done, span);
        self.graph.resume_if_live(more);
        self.note_unsupported("the end of memory that one call of `alloca` gave several times", span);
        self.graph.stop();
        self.graph.resume(done);
        for (_, var) in self.borrowed.calls.clone() {
            self.memory(MemoryOp::Free { at: Expr::Var(var) }, span);
        }
    }
}
