//! `__atomic_*` and `__sync_*`: what they do when nobody else runs.

use super::*;
use crate::front::ast::BinaryOp;

/// What is stored: from the old value and the operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Apply(BinaryOp),
    /// The complement of "and".
    Nand,
    Replace,
}

impl Change {
    fn named(name: &str) -> Option<Change> {
        Some(match name {
            "add" => Change::Apply(BinaryOp::Add),
            "sub" => Change::Apply(BinaryOp::Subtract),
            "and" => Change::Apply(BinaryOp::BitAnd),
            "or" => Change::Apply(BinaryOp::BitOr),
            "xor" => Change::Apply(BinaryOp::BitXor),
            "nand" => Change::Nand,
            _ => return None,
        })
    }
}

/// The arguments, evaluated once: statements, and the values to read.
struct Evaluated {
    code: Vec<StmtId>,
    values: Vec<ExprId>,
}

impl Sema<'_> {
    /// A call of one of these functions; those that are not known are unsupported.
    pub(super) fn atomic_builtin(&mut self, name: &str, arguments: &[ast::ExprId], span: Span) -> ExprId {
        let mut evaluated = Evaluated { code: Vec::new(), values: Vec::new() };
        for argument in arguments {
            let value = self.rvalue(*argument);
            match self.kept(value, &mut evaluated.code) {
                Some(value) => evaluated.values.push(value),
                None => return self.unsupported(span, format!("`{name}`")),
            }
        }
        let result = match name.strip_prefix("__atomic_") {
            Some(plain) => self.atomic(plain, &mut evaluated, span),
            None => self.sync(name.trim_start_matches("__sync_"), &mut evaluated, span),
        };
        match result {
            Some(value) => self.block_value(evaluated.code, value, span),
            None => self.unsupported(span, format!("`{name}`")),
        }
    }

    fn atomic(&mut self, plain: &str, e: &mut Evaluated, span: Span) -> Option<ExprId> {
        let values = e.values.clone();
        match (plain, &values[..]) {
            ("load_n", [p, _]) => self.pointed(*p, span),
            ("load", [p, to, _]) => self.copied(*to, *p, span),
            ("store_n", [p, value, _]) => self.stored(*p, *value, span),
            ("store", [p, from, _]) => self.copied(*p, *from, span),
            ("exchange_n", [p, value, _]) => self.changed(*p, Change::Replace, *value, false, e, span),
            ("exchange", [p, from, to, _]) => {
                let value = self.pointed(*from, span)?;
                let value = self.kept(value, &mut e.code)?;
                let old = self.changed(*p, Change::Replace, value, false, e, span)?;
                self.stored(*to, old, span)
            }
            ("compare_exchange_n", [p, expected, desired, _, _, _]) => self.compared(*p, *expected, *desired, e, span),
            ("compare_exchange", [p, expected, desired, _, _, _]) => {
                let desired = self.pointed(*desired, span)?;
                let desired = self.kept(desired, &mut e.code)?;
                self.compared(*p, *expected, desired, e, span)
            }
            ("test_and_set", [p, _]) => {
                let p = self.as_bytes(*p);
                let int = self.int();
                let one = self.int_constant(1, int, span);
                let old = self.changed(p, Change::Replace, one, false, e, span)?;
                let bool = self.unit.types.int(IntKind::Bool);
                Some(self.convert(old, bool))
            }
            ("clear", [p, _]) => {
                let p = self.as_bytes(*p);
                let int = self.int();
                let zero = self.int_constant(0, int, span);
                self.stored(p, zero, span)
            }
            ("thread_fence" | "signal_fence", [_]) => Some(self.nothing(span)),
            (_, [p, value, _]) => {
                let (change, new) = match plain.strip_prefix("fetch_") {
                    Some(name) => (Change::named(name)?, false),
                    None => (Change::named(plain.strip_suffix("_fetch")?)?, true),
                };
                self.changed(*p, change, *value, new, e, span)
            }
            _ => None,
        }
    }

    /// The older names; further arguments are ignored.
    fn sync(&mut self, plain: &str, e: &mut Evaluated, span: Span) -> Option<ExprId> {
        let values = e.values.clone();
        match (plain, &values[..]) {
            ("synchronize", _) => Some(self.nothing(span)),
            ("lock_test_and_set", [p, value, ..]) => self.changed(*p, Change::Replace, *value, false, e, span),
            ("lock_release", [p, ..]) => {
                let int = self.int();
                let zero = self.int_constant(0, int, span);
                let store = self.stored(*p, zero, span)?;
                let void = self.unit.types.void();
                Some(self.convert(store, void))
            }
            ("bool_compare_and_swap", [p, old, new, ..]) => Some(self.swapped(*p, *old, *new, e, span)?.0),
            ("val_compare_and_swap", [p, old, new, ..]) => Some(self.swapped(*p, *old, *new, e, span)?.1),
            (_, [p, value, ..]) => {
                let (change, new) = match plain.strip_prefix("fetch_and_") {
                    Some(name) => (Change::named(name)?, false),
                    None => (Change::named(plain.strip_suffix("_and_fetch")?)?, true),
                };
                self.changed(*p, change, *value, new, e, span)
            }
            _ => None,
        }
    }

    fn nothing(&mut self, span: Span) -> ExprId {
        let (int, void) = (self.int(), self.unit.types.void());
        let zero = self.int_constant(0, int, span);
        self.convert(zero, void)
    }

    fn as_bytes(&mut self, pointer: ExprId) -> ExprId {
        let char = self.unit.types.int(IntKind::UnsignedChar);
        let ty = self.unit.types.pointer(char);
        self.convert(pointer, ty)
    }

    /// What a pointer points to, as a value; it must be a complete object.
    fn pointed(&mut self, pointer: ExprId, span: Span) -> Option<ExprId> {
        let to = self.unit.types.pointee(self.unit[pointer].ty)?;
        if self.unit.types.is_void(to) || self.unit.types.size_of(to).is_none() {
            return None;
        }
        let place = self.deref(pointer, span);
        Some(self.load(place))
    }

    /// `*pointer = value`, as an expression without a value.
    fn stored(&mut self, pointer: ExprId, value: ExprId, span: Span) -> Option<ExprId> {
        let to = self.unit.types.pointee(self.unit[pointer].ty)?.unqualified();
        if self.unit.types.is_void(to) {
            return None;
        }
        let value = self.assign_convert(value, to, "store in");
        let target = self.deref(pointer, span);
        let store = self.unit.add_expr(ExprKind::Assign { target, value }, to, span);
        let void = self.unit.types.void();
        Some(self.convert(store, void))
    }

    fn copied(&mut self, to: ExprId, from: ExprId, span: Span) -> Option<ExprId> {
        let value = self.pointed(from, span)?;
        self.stored(to, value, span)
    }

    /// Changes what a pointer points to; gives the old or the new value.
    fn changed(
        &mut self,
        pointer: ExprId,
        change: Change,
        value: ExprId,
        new: bool,
        e: &mut Evaluated,
        span: Span,
    ) -> Option<ExprId> {
        let old = self.pointed(pointer, span)?;
        let ty = self.unit[old].ty;
        let old = self.kept(old, &mut e.code)?;
        let result = match change {
            Change::Replace => self.assign_convert(value, ty, "store in"),
            Change::Apply(op) => self.wrapping(op, old, value, ty, span)?,
            Change::Nand => {
                let both = self.wrapping(BinaryOp::BitAnd, old, value, ty, span)?;
                let both = self.promote(both);
                let wide = self.unit[both].ty;
                let not = self.unit.add_expr(ExprKind::BitNot(both), wide, span);
                self.convert(not, ty)
            }
        };
        let result = self.kept(result, &mut e.code)?;
        let store = self.stored(pointer, result, span)?;
        e.code.push(self.unit.add_stmt(StmtKind::Expr(store), span));
        Some(if new { result } else { old })
    }

    /// An operation that wraps; a pointer counts bytes.
    fn wrapping(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: Ty, span: Span) -> Option<ExprId> {
        let kind = match self.unit.types.int_kind(ty) {
            Some(kind) => kind,
            None if self.unit.types.is_pointer(ty) => self.unit.types.size_kind(),
            None => return None,
        };
        if self.unit.types.is_pointer(ty) && matches!(op, BinaryOp::Add | BinaryOp::Subtract) {
            let bytes = self.as_bytes(a);
            let moved = self.add_pointers(bytes, b, op == BinaryOp::Subtract, span);
            return Some(self.convert(moved, ty));
        }
        let wide = self.unit.types.int(kind.to_unsigned());
        let wide = self.unit.types.promote(wide);
        let wide = self.unit.types.int_kind(wide)?.to_unsigned();
        let wide = self.unit.types.int(wide);
        let (a, b) = (self.convert(a, wide), self.convert(b, wide));
        let result = self.binary_values(op, a, b, span);
        Some(self.convert(result, ty))
    }

    /// `*p == *expected ? (*p = desired, 1) : (*expected = *p, 0)`.
    fn compared(
        &mut self,
        p: ExprId,
        expected: ExprId,
        desired: ExprId,
        e: &mut Evaluated,
        span: Span,
    ) -> Option<ExprId> {
        let wanted = self.pointed(expected, span)?;
        let wanted = self.kept(wanted, &mut e.code)?;
        let (same, old) = self.swapped(p, wanted, desired, e, span)?;
        let store = self.stored(expected, old, span)?;
        let otherwise = self.unit.add_stmt(StmtKind::Expr(store), span);
        let nothing = self.unit.add_stmt(StmtKind::Empty, span);
        let update = StmtKind::If { condition: same, then: nothing, otherwise: Some(otherwise) };
        e.code.push(self.unit.add_stmt(update, span));
        Some(same)
    }

    /// Replaces what a pointer points to if it is as wanted; gives whether it was, and the old value.
    fn swapped(
        &mut self,
        p: ExprId,
        wanted: ExprId,
        desired: ExprId,
        e: &mut Evaluated,
        span: Span,
    ) -> Option<(ExprId, ExprId)> {
        let old = self.pointed(p, span)?;
        let ty = self.unit[old].ty;
        if !self.unit.types.is_integer(ty) && !self.unit.types.is_pointer(ty) {
            return None;
        }
        let old = self.kept(old, &mut e.code)?;
        let wanted = self.assign_convert(wanted, ty, "compare with");
        let same = self.binary_values(BinaryOp::Equal, old, wanted, span);
        let bool = self.unit.types.int(IntKind::Bool);
        let same = self.convert(same, bool);
        let same = self.kept(same, &mut e.code)?;
        let store = self.stored(p, desired, span)?;
        let then = self.unit.add_stmt(StmtKind::Expr(store), span);
        let swap = StmtKind::If { condition: same, then, otherwise: None };
        e.code.push(self.unit.add_stmt(swap, span));
        Some((same, old))
    }
}
