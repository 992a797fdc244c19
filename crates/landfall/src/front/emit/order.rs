//! Where C leaves the order of evaluation open and it matters, both orders are covered.
//!
//! Two operands *conflict* if one may write what the other reads or writes ([`reach`](crate::front::reach)). Conflicting operands are
//! lowered twice, in either order, and which order is taken is arbitrary; each operand is evaluated as a whole. Where that is not
//! possible, the place is unsupported.

use super::device::Device;
use super::place::{Access, Place};
use super::*;

/// So many choices of order may be nested; each doubles the code.
const NESTED: u32 = 4;

impl Frame<'_, '_> {
    /// The pairs of operands whose order matters.
    fn conflicts(&mut self, operands: &[ExprId]) -> Vec<(usize, usize)> {
        let is_open = operands.len() > 1 && !self.lowering.options.ordered_as_written;
        if !is_open || operands.iter().all(|e| self.effects(*e) != Effects::Writes) {
            return Vec::new();
        }
        self.lowering.reach.conflicts(operands, self.function)
    }

    /// The values of operands between which C leaves the order open, if it matters: each in a temporary variable.
    pub(super) fn in_either_order(&mut self, operands: &[ExprId], span: Span) -> Option<Vec<Expr>> {
        let conflicts = self.conflicts(operands);
        // With two orders, one pair is covered; more would need all permutations.
        if conflicts.is_empty() {
            return None;
        }
        let scalar = operands.iter().all(|e| self.lowering.int_type(self.unit[*e].ty).is_some());
        let repeatable = operands.iter().all(|e| self.lowering.reach.can_repeat(*e));
        if conflicts.len() > 1 || !scalar || !repeatable || self.orders >= NESTED {
            self.note_order(span);
            return None;
        }
        self.orders += 1;
        let temps: Vec<VarId> =
            operands.iter().map(|e| self.temp("$operand", self.int_type(self.unit[*e].ty))).collect();
        let forward: Vec<usize> = (0..operands.len()).collect();
        let backward: Vec<usize> = forward.iter().rev().copied().collect();
        let (first, second, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        let choice = self.order_choice(span);
        self.graph.split(choice, first, second, span);
        for (start, order) in [(first, forward), (second, backward)] {
            self.graph.resume(start);
            for index in order {
                let value = self.value(operands[index]);
                self.graph.emit(Op::Assign(temps[index], value), span);
            }
            self.graph.jump(join, span);
        }
        self.graph.resume(join);
        self.orders -= 1;
        Some(temps.into_iter().map(Expr::Var).collect())
    }

    /// Which of two orders is taken.
    fn order_choice(&mut self, span: Span) -> Expr {
        let order = self.temp("$order", IntType::BOOL);
        self.graph.emit(Op::Havoc(order, HavocKind::Unspecified("the order of evaluation".into())), span);
        Expr::Var(order)
    }

    /// The value of the right side of `target op= value` may change the target, or how it is found. If the target is a variable,
    /// its value in either order; else that is not supported.
    pub(super) fn old_value_first(&mut self, target: ExprId, value: ExprId, span: Span) -> Option<VarId> {
        let is_open = self.effects(value) == Effects::Writes && !self.lowering.options.ordered_as_written;
        if !is_open || !self.lowering.reach.changes_target(target, value) {
            return None;
        }
        match self.variable(target) {
            Some(var) => Some(var),
            _ => {
                self.note_order(span);
                None
            }
        }
    }

    /// The place of an lvalue in memory and the value that it is assigned, in either order if that matters: an address in a
    /// temporary variable, and the value in another. What the value did in between may have ended the life of the place.
    pub(super) fn place_in_either_order(&mut self, target: ExprId, value: ExprId, span: Span) -> Option<(Place, Expr)> {
        if self.conflicts(&[target, value]).is_empty() {
            return None;
        }
        let scalar = self.lowering.int_type(self.unit[value].ty)?;
        let cell = match self.unit[target].kind {
            ExprKind::Deref(_) | ExprKind::Member(..) => self.lowering.cell_of(target),
            _ => None,
        };
        let repeatable = [target, value].iter().all(|e| self.lowering.reach.can_repeat(*e));
        let Some(cell) = cell.filter(|_| repeatable && self.orders < NESTED) else {
            self.note_order(span);
            return None;
        };
        self.orders += 1;
        let (at, right) = (self.temp("$place", self.lowering.pointer_type()), self.temp("$operand", scalar));
        let (first, second, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        let choice = self.order_choice(span);
        self.graph.split(choice, first, second, span);
        for (start, place_first) in [(first, true), (second, false)] {
            self.graph.resume(start);
            for step in [place_first, !place_first] {
                if !step {
                    let value = self.value(value);
                    self.graph.emit(Op::Assign(right, value), span);
                } else if let Some(Place::Cell { at: found, device, .. }) = self.place(target, Access::Write) {
                    if device.is_register() {
                        self.note_order(span);
                    }
                    self.graph.emit(Op::Assign(at, found), span);
                }
            }
            self.graph.jump(join, span);
        }
        self.graph.resume(join);
        self.orders -= 1;
        let size = Expr::Int(i128::from(cell.size()), INDEX);
        let writable = self.question(MemoryExpr::Writable, &Expr::Var(at), &size);
        self.require(writable, "invalid write to", self.unit[target].span);
        Some((
            Place::Cell { at: Expr::Var(at), cell, plain: false, device: Device::No, reversed: false },
            Expr::Var(right),
        ))
    }

    /// Two operands whose order is open, one of which may change how the other is found.
    pub(super) fn check_order(&mut self, target: ExprId, value: ExprId, span: Span) {
        if !self.conflicts(&[target, value]).is_empty() {
            self.note_order(span);
        }
    }

    /// A compound assignment to a variable whose old value is read before or after the right side is evaluated.
    pub(super) fn old_in_either_order(&mut self, var: VarId, value: ExprId, span: Span) -> Option<(Expr, Expr)> {
        let scalar = self.lowering.int_type(self.unit[value].ty)?;
        if !self.lowering.reach.can_repeat(value) || self.orders >= NESTED {
            self.note_order(span);
            return None;
        }
        self.orders += 1;
        let ty = self.type_of(&Expr::Var(var));
        let (old, right) = (self.temp("$old", ty), self.temp("$operand", scalar));
        let (first, second, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        let choice = self.order_choice(span);
        self.graph.split(choice, first, second, span);
        self.graph.resume(first);
        self.graph.emit(Op::Assign(old, Expr::Var(var)), span);
        let result = self.value(value);
        self.graph.emit_to(Op::Assign(right, result), join, span);
        self.graph.resume(second);
        let result = self.value(value);
        self.graph.emit(Op::Assign(right, result), span);
        self.graph.emit_to(Op::Assign(old, Expr::Var(var)), join, span);
        self.graph.resume(join);
        self.orders -= 1;
        Some((Expr::Var(old), Expr::Var(right)))
    }

    fn note_order(&mut self, span: Span) {
        self.note_unsupported("a value that depends on the order of evaluation", span);
    }
}
