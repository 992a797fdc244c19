//! Addresses as numbers: C does not say where objects lie, so that a comparison of an address with a number at which objects may
//! lie has either result.

use super::guard::conjunction;
use super::*;
use crate::cfa::Cause;

/// No object lies below this.
const FIRST: i128 = 4096;

impl Frame<'_, '_> {
    /// A comparison of two numbers as wide as pointers. If one may be an address and the other is a constant that could be one,
    /// its result is not known for any address.
    pub(super) fn number_comparison(
        &mut self,
        op: CompareOp,
        operands: [ExprId; 2],
        values: [Expr; 2],
        span: Span,
    ) -> Expr {
        let [x, y] = values;
        let address = match (&x, &y) {
            (Expr::Int(number, _), value) if self.may_lie_at(*number) => Some((operands[1], value.clone())),
            (value, Expr::Int(number, _)) if self.may_lie_at(*number) => Some((operands[0], value.clone())),
            _ => None,
        };
        let is_pointer = self.unit.types.is_pointer(self.unit[operands[0]].ty);
        let plain = if is_pointer { self.pointer_comparison(op, x, y) } else { self.comparison(op, x, y) };
        match address {
            Some((e, value)) if self.may_be_address(e, &value) => self.unless_address(&value, plain, span),
            _ => plain,
        }
    }

    /// The first number behind all addresses of objects.
    fn address_limit(&self) -> i128 {
        match self.lowering.pointer_type().bits {
            32 => (1 << 32) - FIRST,
            _ => 1 << 47,
        }
    }

    fn may_lie_at(&self, number: i128) -> bool {
        let bits = self.lowering.pointer_type().bits;
        let unsigned = number.rem_euclid(1 << bits);
        (FIRST..self.address_limit()).contains(&unsigned)
    }

    fn may_be_address(&self, e: ExprId, value: &Expr) -> bool {
        let points_to = &self.lowering.reach.points_to;
        self.type_of(value).bits == self.lowering.pointer_type().bits
            && !points_to.slots_of(points_to.target(e)).is_empty()
            && self.is_made_of_pointer(e)
    }

    /// Whether a number is computed from pointers in the expression itself. The analysis above alone tells addresses from other numbers
    /// too badly.
    fn is_made_of_pointer(&self, e: ExprId) -> bool {
        let node = &self.unit[e];
        if self.unit.types.is_pointer(node.ty) {
            return true;
        }
        let mut found = false;
        if matches!(node.kind, ExprKind::Convert(_) | ExprKind::Arithmetic(..)) {
            node.kind.for_each_operand(&mut |operand| found = found || self.is_made_of_pointer(operand));
        }
        found
    }

    /// The truth value where the number is no address; anything elsewhere.
    fn unless_address(&mut self, value: &Expr, plain: Expr, span: Span) -> Expr {
        let unsigned = IntType { signed: false, ..self.lowering.pointer_type() };
        let number = self.cast(value.clone(), unsigned);
        let from = self.comparison(CompareOp::Ge, number.clone(), Expr::Int(FIRST, unsigned));
        let below = self.comparison(CompareOp::Lt, number, Expr::Int(self.address_limit(), unsigned));
        let result = self.temp("$compared", IntType::BOOL);
        let (address, other, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.graph.split(conjunction(vec![from, below]), address, other, span);
        self.graph.resume(address);
        let what = self.lowering.sources.snippet(span).trim().into();
        let kind = HavocKind::approximation(&what, Cause::Address);
        self.graph.emit_to(Op::Havoc(result, kind), join, span);
        self.graph.resume(other);
        self.graph.emit_to(Op::Assign(result, plain), join, span);
        self.graph.resume(join);
        Expr::Var(result)
    }
}
