//! Addresses of string literals: C leaves open whether equal ones, or one that ends like another, are one object.

use super::*;

/// Pairs of literals that are told apart in one comparison.
const MOST: usize = 8;

impl Frame<'_, '_> {
    /// A comparison of pointers depends on that choice if they may point to such literals.
    pub(super) fn check_literals(&mut self, operands: [ExprId; 2], values: [&Expr; 2], span: Span) {
        let pointers = operands.iter().all(|e| self.unit.types.is_pointer(self.unit[*e].ty));
        if !pointers || values.iter().any(|value| matches!(value, Expr::Int(0, _))) {
            return;
        }
        let [first, second] = operands.map(|e| self.literals(e));
        let shared = |s: &usize, t: &usize| s != t && self.may_be_shared(*s, *t);
        let pairs: Vec<(usize, usize)> = first
            .iter()
            .flat_map(|s| second.iter().map(move |t| (*s, *t)))
            .filter(|(s, t)| shared(s, t))
            .take(MOST + 1)
            .collect();
        let what = "a comparison of the addresses of string literals that may be one object";
        if pairs.len() > MOST {
            return self.note_unsupported(what, span);
        }
        for (s, t) in pairs {
            let both = Expr::And(Box::new(self.points_into(values[0], s)), Box::new(self.points_into(values[1], t)));
            let (here, there) = (self.graph.position(), self.graph.node());
            self.graph.emit_to(Op::Assume(both), there, span);
            self.graph.resume_if_live(there);
            self.note_unsupported(what, span);
            self.graph.stop();
            self.graph.restore(here);
        }
    }

    /// The slots of the literals that a pointer may point to.
    fn literals(&self, pointer: ExprId) -> Vec<usize> {
        let class = self.lowering.points_to.target(pointer);
        let slots = self.lowering.points_to.slots_of(class);
        slots.iter().copied().filter(|slot| self.lowering.is_string(*slot)).collect()
    }

    fn may_be_shared(&self, s: usize, t: usize) -> bool {
        let text = |slot: usize| &self.unit.strings[slot - self.unit.objects.len()].units;
        text(s).ends_with(text(t)) || text(t).ends_with(text(s))
    }

    fn points_into(&mut self, value: &Expr, slot: usize) -> Expr {
        let start = self.lowering.address_of_slot(slot);
        let length = self.unit.types.size_of(self.lowering.slot_type(slot)).unwrap_or(1);
        self.within(value, start, Some(start + i128::from(length)))
    }
}
