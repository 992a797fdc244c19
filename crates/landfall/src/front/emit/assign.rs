//! Assignments to scalars: plain, compound, and steps.

use super::place::{Access, Place};
use super::*;
use crate::cfa::{BinaryOp, FloatOp};

impl Frame<'_, '_> {
    /// Stores a value; the result is what was stored, if it is used.
    pub(super) fn assign(&mut self, target: ExprId, value: ExprId, used: bool, span: Span) -> Expr {
        if let Some(var) = self.variable(target) {
            self.store(var, value, span);
            return Expr::Var(var);
        }
        if self.lowering.int_type(self.unit[target].ty).is_none() {
            if self.effects(value) == Effects::Writes {
                self.discard(value);
            }
            return self.unmodelled(target);
        }
        if let Some((place, value)) = self.place_in_either_order(target, value, span) {
            let held = self.write(&place, value, span);
            return self.cast(held, self.int_type(self.unit[target].ty));
        }
        let (found, value) = if self.effects(target) == Effects::Writes {
            let found = self.place(target, Access::Write);
            let found = found.map(|found| self.steady_place(found, span));
            (found, self.value(value))
        } else {
            let mut value = self.value(value);
            if !self.is_stable(&value) && self.effects(target) != Effects::Pure {
                value = self.spill(value, span);
            }
            (self.place(target, Access::Write), value)
        };
        let value = if used { self.steady(value, span) } else { value };
        let Some(found) = found else { return value };
        let held = self.write(&found, value, span);
        self.cast(held, self.int_type(self.unit[target].ty))
    }

    /// Evaluates an expression into a variable of its type.
    pub(super) fn store(&mut self, var: VarId, value: ExprId, span: Span) {
        if let ExprKind::Call { .. } = self.unit[value].kind {
            if let Some(result) = self.call(value, Some((var, span)))
                && result != Expr::Var(var)
            {
                self.graph.emit(Op::Assign(var, result), span);
            }
            return;
        }
        let value = self.value(value);
        self.graph.emit(Op::Assign(var, value), span);
    }

    pub(super) fn compound_assign(
        &mut self,
        op: ArithmeticOp,
        target: ExprId,
        value: ExprId,
        computed: Ty,
        span: Span,
    ) -> Expr {
        if self.lowering.int_type(self.unit[target].ty).is_none() || self.lowering.int_type(computed).is_none() {
            if self.effects(value) == Effects::Writes {
                self.discard(value);
            }
            return self.unmodelled(target);
        }
        let in_either_order = self
            .old_value_first(target, value, span)
            .filter(|_| !self.unit.types.is_pointer(computed))
            .and_then(|var| self.old_in_either_order(var, value, span));
        let early = (self.effects(target) == Effects::Writes).then(|| {
            let found = self.place(target, Access::Write);
            found.map(|found| self.steady_place(found, span))
        });
        let (chosen, mut right) = match in_either_order {
            Some((old, right)) => (Some(old), right),
            None => (None, self.value(value)),
        };
        if !self.is_stable(&right) && self.effects(target) != Effects::Pure {
            right = self.spill(right, span);
        }
        self.update(target, early, span, |frame, old| {
            let old = chosen.unwrap_or(old);
            if frame.unit.types.is_pointer(computed) {
                return frame.moved(old, right, op == ArithmeticOp::Sub, computed, target);
            }
            let own = frame.unit[target].ty;
            let left = frame.convert(old, own, computed);
            let result = match frame.format(computed) {
                Some(format) => frame.float_arithmetic(op, format, left, right),
                None => {
                    let is_narrow = frame.int_type(own).bits < frame.lowering.pointer_type().bits;
                    let right = if is_narrow { frame.converted_or_any(value, right, own, span) } else { right };
                    Some(frame.arithmetic_of(op, [target, value], [left, right], frame.int_type(computed), span))
                }
            };
            match result {
                Some(result) => frame.convert(result, computed, own),
                None => frame.unmodelled(target),
            }
        })
    }

    /// A pointer moved by a number of elements.
    fn moved(&mut self, old: Expr, by: Expr, back: bool, pointer: Ty, e: ExprId) -> Expr {
        let size = self.unit.types.pointee(pointer).and_then(|to| self.dynamic_size(to));
        let size = match size {
            Some(Expr::Int(size, _)) => Expr::Int(if back { -size } else { size }, INDEX),
            Some(size) if !back => size,
            Some(size) => Expr::binary(BinaryOp::Sub, Expr::Int(0, INDEX), size),
            None => return self.unmodelled(e),
        };
        let bytes = self.scaled(by, size);
        self.offset(old, bytes)
    }

    /// Replaces the value of a scalar lvalue by one made from it; the result is what was stored. `early` is the place if it was
    /// found before.
    fn update(
        &mut self,
        target: ExprId,
        early: Option<Option<Place>>,
        span: Span,
        change: impl FnOnce(&mut Self, Expr) -> Expr,
    ) -> Expr {
        let Some(found) = early.unwrap_or_else(|| self.place(target, Access::Write)) else {
            return self.unknown(target);
        };
        let own = self.int_type(self.unit[target].ty);
        let old = if self.lowering.is_input(target) {
            self.volatile_value(target)
        } else {
            let old = self.read(&found, span);
            self.note_words(&old, self.unit[target].span);
            self.cast(old, own)
        };
        let mut result = change(self, old);
        if let Place::Cell { .. } = found {
            result = self.spill(result, span);
        }
        let held = self.write(&found, result, span);
        self.cast(held, own)
    }

    /// `++`, `--`; the result is made only if it is used.
    pub(super) fn step(&mut self, target: ExprId, increment: bool, postfix: bool, used: bool, span: Span) -> Expr {
        let ty = self.unit[target].ty;
        if self.lowering.int_type(ty).is_none() {
            return self.unmodelled(target);
        }
        let mut before = None;
        let after = self.update(target, None, span, |frame, old| {
            before = Some(if postfix && used { frame.spill(old.clone(), span) } else { old.clone() });
            if frame.unit.types.is_pointer(ty) {
                let one = Expr::Int(1, frame.lowering.pointer_type());
                return frame.moved(old, one, !increment, ty, target);
            }
            if let Some(format) = frame.format(ty) {
                let one = frame.float_constant(format, "1");
                let op = if increment { FloatOp::Add(format) } else { FloatOp::Sub(format) };
                return frame.float(op, vec![old, one]);
            }
            let own = frame.int_type(ty);
            let computed = if own.bits < 32 { IntType::new(32, true) } else { own };
            let op = if increment { ArithmeticOp::Add } else { ArithmeticOp::Sub };
            let left = frame.cast(old, computed);
            let result = frame.arithmetic(op, left, Expr::Int(1, computed), computed);
            frame.coerce(result, ty)
        });
        if postfix { before.unwrap_or(after) } else { after }
    }
}
