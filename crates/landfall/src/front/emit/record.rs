//! Records as values: a value of record type is the address of an object that holds it.

use super::place::{Access, Found, Root};
use super::*;

impl<'a> Frame<'_, 'a> {
    /// Where the value of an expression of record type is, whole and readable; `None` if it is not modelled, which an edge says.
    /// It is good until something is written.
    pub(super) fn record(&mut self, e: ExprId) -> Option<Found> {
        let unit = self.unit;
        let node = &unit[e];
        let place = if let ExprKind::Load(place) = node.kind { place } else { e };
        if self.lowering.is_input(place) {
            self.note_unsupported("a read of a volatile structure", node.span);
        }
        match &node.kind {
            ExprKind::Load(place) => self.readable_record(*place),
            ExprKind::Object(_) | ExprKind::CompoundLiteral(_) | ExprKind::Deref(_) | ExprKind::Member(..) => {
                self.readable_record(e)
            }
            ExprKind::Convert(inner) => self.record(*inner),
            ExprKind::Call { .. } => {
                let at = self.call(e, None)?;
                Some(Found::new(Root::Record(at)))
            }
            ExprKind::Comma(first, second) => {
                self.discard(*first);
                self.record(*second)
            }
            ExprKind::StmtExpr { body, value: Some(value) } => {
                let outer = self.scope();
                self.open_block(*body);
                let mut at = self.record_address(*value)?;
                if self.ends_lives(outer) {
                    at = self.copied("$value", at, node.ty, node.span);
                }
                self.leave_to(outer, node.span);
                Some(Found::new(Root::Record(at)))
            }
            ExprKind::Assign { target, value } => self.assign_record(*target, *value, node.span),
            ExprKind::VaArg(state) => Some(Found::new(Root::Record(self.variable_argument(e, *state)?))),
            ExprKind::Conditional { condition, then, otherwise } => {
                let chosen = self.temp("$choice", self.lowering.pointer_type());
                let set = |e: ExprId| {
                    move |frame: &mut Self| {
                        if let Some(at) = frame.record_address(e) {
                            frame.graph.emit(Op::Assign(chosen, at), frame.unit[e].span);
                        }
                    }
                };
                self.choose(*condition, node.span, set(*then), set(*otherwise));
                Some(Found::new(Root::Record(Expr::Var(chosen))))
            }
            _ => {
                let reason = self.why(e);
                self.note_unsupported(reason, node.span);
                None
            }
        }
    }

    fn readable_record(&mut self, place: ExprId) -> Option<Found> {
        let node = &self.unit[place];
        let found = if self.is_lvalue(place) {
            self.find(place)?
        } else {
            let ExprKind::Member(member, field) = node.kind else { return self.record(place) };
            let base = self.record_address(member)?;
            let distance = self.distance_of(self.unit[member].ty, field)?;
            let at = self.offset(base, distance);
            return Some(Found::new(Root::Record(at)));
        };
        let at = self.whole(found, node.ty, Access::Read, node.span);
        Some(Found::new(Root::Record(at)))
    }

    /// The address of the value of an expression of record type.
    pub(super) fn record_address(&mut self, e: ExprId) -> Option<Expr> {
        self.record(e).map(|found| self.address(&found))
    }

    /// Copies a record; gives where it is then.
    pub(super) fn assign_record(&mut self, target: ExprId, value: ExprId, span: Span) -> Option<Found> {
        let ty = self.unit[target].ty;
        self.check_order(target, value, span);
        let (to, from) = if self.effects(target) == Effects::Writes {
            let found = self.find(target)?;
            let to = self.whole(found, ty, Access::Write, self.unit[target].span);
            let to = self.steady(to, span);
            (to, self.record_address(value)?)
        } else {
            let from = self.record_address(value)?;
            let found = self.find(target)?;
            (self.whole(found, ty, Access::Write, self.unit[target].span), from)
        };
        self.copy_bytes(to.clone(), from, ty, span);
        Some(Found::new(Root::Record(to)))
    }

    /// Copies an object of a type.
    pub(super) fn copy_bytes(&mut self, to: Expr, from: Expr, ty: Ty, span: Span) {
        match self.dynamic_size(ty) {
            Some(Expr::Int(0, _)) => {}
            Some(size) => self.memory(MemoryOp::Copy { to, from, size }, span),
            None => self.note_unsupported("a copy of something of unknown size", span),
        }
    }

    /// A copy of a record in an object of its own: its address.
    pub(super) fn copied(&mut self, name: &str, from: Expr, ty: Ty, span: Span) -> Expr {
        let at = self.temporary(name, ty, span);
        self.copy_bytes(at.clone(), from, ty, span);
        at
    }

    /// A value that later effects cannot change.
    pub(super) fn steady(&mut self, value: Expr, span: Span) -> Expr {
        if self.is_stable(&value) { value } else { self.spill(value, span) }
    }

    /// What an argument is passed as: a number, or the address of a copy of a record. `None` if it is not modelled.
    pub(super) fn passed(&mut self, e: ExprId) -> Option<Expr> {
        let node = &self.unit[e];
        if self.is_record(node.ty) {
            let from = self.record_address(e)?;
            return Some(self.copied("$argument", from, node.ty, node.span));
        }
        if self.lowering.int_type(node.ty).is_none() {
            if self.unit.types.is_void(node.ty) {
                self.discard(e);
            } else {
                self.value(e);
            }
            return None;
        }
        Some(self.value(e))
    }
}
