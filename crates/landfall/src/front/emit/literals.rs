//! Addresses of string literals: C leaves open whether equal ones, or one that ends like another, are one object.

use super::guard::conjunction;
use super::*;
use crate::front::reach::Slot;

/// Pairs of literals that are told apart in one comparison.
const MOST: usize = 8;

impl Frame<'_, '_> {
    /// A comparison of pointers depends on that choice if they may point to such literals.
    pub(super) fn check_literals(&mut self, operands: [ExprId; 2], values: [&Expr; 2], span: Span) {
        let types = &self.unit.types;
        let is_code = |e: ExprId| types.pointee(self.unit[e].ty).is_some_and(|to| types.function_of(to).is_some());
        if values.iter().any(|value| matches!(value, Expr::Int(..))) || operands.into_iter().any(is_code) {
            return;
        }
        let [first, second] = operands.map(|e| self.literals(e));
        let pairs: Vec<(u32, u32)> = first
            .iter()
            .flat_map(|s| second.iter().map(move |t| (*s, *t)))
            .filter(|(s, t)| s != t && self.may_be_shared(*s, *t))
            .take(MOST + 1)
            .collect();
        let what = "a comparison of the addresses of string literals that may be one object";
        let cases: Vec<Expr> = match pairs.len() > MOST {
            true => vec![self.are_constant(values)],
            false => pairs
                .into_iter()
                .map(|(s, t)| conjunction(vec![self.points_into(values[0], s), self.points_into(values[1], t)]))
                .collect(),
        };
        for both in cases {
            let (here, there) = (self.graph.position(), self.graph.node());
            self.graph.emit_to(Op::Assume(both), there, span);
            self.graph.resume_if_live(there);
            self.note_unsupported(what, span);
            self.graph.stop();
            self.graph.restore(here);
        }
    }

    /// That two pointers are to different objects neither of which can be written: all literals are such.
    fn are_constant(&self, values: [&Expr; 2]) -> Expr {
        let mut conditions = Vec::new();
        for value in values {
            let null = Expr::Int(0, self.type_of(value));
            conditions.push(self.comparison(CompareOp::Ne, value.clone(), null));
            conditions.push(self.question(MemoryExpr::Writable, value, &Expr::Int(1, INDEX)).negated());
        }
        let operands = values.map(Expr::clone).to_vec();
        conditions.push(Expr::Memory(MemoryExpr::SameObject, operands).negated());
        conjunction(conditions)
    }

    /// The literals that a pointer may point to.
    fn literals(&self, pointer: ExprId) -> Vec<u32> {
        let points_to = &self.lowering.reach.points_to;
        let strings = self.unit.objects.len()..self.unit.objects.len() + self.unit.strings.len();
        let slots: &[Slot] = points_to.slots_of(points_to.target(pointer));
        slots.iter().filter(|slot| strings.contains(slot)).map(|slot| (slot - strings.start) as u32).collect()
    }

    fn may_be_shared(&self, s: u32, t: u32) -> bool {
        let text = |index: u32| &self.unit.strings[index as usize].units;
        text(s).ends_with(text(t)) || text(t).ends_with(text(s))
    }

    fn points_into(&mut self, value: &Expr, literal: u32) -> Expr {
        let object = self.lowering.string(literal);
        Expr::Memory(MemoryExpr::SameObject, vec![value.clone(), self.lowering.address_of(object)])
    }
}
