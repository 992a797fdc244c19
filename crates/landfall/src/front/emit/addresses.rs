//! Addresses as numbers: C does not say where objects lie, so that a comparison of an address with a number at which objects may
//! lie has either result, and bits, quotients and remainders of addresses are those of any number.

use super::guard::conjunction;
use super::*;
use crate::cfa::Cause;
use crate::front::reach::Slot;

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

    /// The operands of an operation that may tell where an object lies: an address is then any number, unless the alignment of
    /// objects determines the result.
    pub(super) fn operands_that_tell(
        &mut self,
        op: ArithmeticOp,
        operands: [ExprId; 2],
        values: [Expr; 2],
        span: Span,
    ) -> [Expr; 2] {
        let [x, y] = values;
        let low_bits = |number: &Expr| match (op, number) {
            (ArithmeticOp::Rem, Expr::Int(divisor, _)) if divisor.count_ones() == 1 => Some(divisor - 1),
            (ArithmeticOp::BitAnd, Expr::Int(mask, _)) if *mask >= 0 => Some(*mask),
            _ => None,
        };
        match op {
            ArithmeticOp::Rem | ArithmeticOp::Div | ArithmeticOp::Shr => {
                let x = self.number_or_any(operands[0], x, low_bits(&y), span);
                [x, y]
            }
            ArithmeticOp::BitAnd if matches!(x, Expr::Int(..)) => {
                let y = self.number_or_any(operands[1], y, low_bits(&x), span);
                [x, y]
            }
            ArithmeticOp::BitAnd => {
                let x = self.number_or_any(operands[0], x, low_bits(&y), span);
                [x, y]
            }
            _ => [x, y],
        }
    }

    /// A number; any number if it may be an address, of which more is asked than the bits of a mask that alignment determines.
    fn number_or_any(&mut self, e: ExprId, value: Expr, mask: Option<i128>, span: Span) -> Expr {
        // Models of the library know their reasons.
        if !self.lowering.sources.is_users(span) || !self.may_be_address(e, &value) {
            return value;
        }
        let known = i128::from(self.alignment_of_targets(e)) - 1;
        let unsigned_mask = IntType { signed: false, ..self.type_of(&value) };
        // Low bits are asked for, or cleared.
        let is_determined = mask.is_some_and(|mask| mask <= known || unsigned_mask.wrap(!mask) <= known);
        if is_determined { value } else { self.unless_address(&value, value.clone(), span) }
    }

    /// What divides the addresses of all objects that a number may be an address of.
    fn alignment_of_targets(&self, e: ExprId) -> u64 {
        let (unit, points_to) = (self.unit, &self.lowering.reach.points_to);
        let class = points_to.target(e);
        if points_to.is_outside(class) {
            return 1;
        }
        let aligned = ["aligned_alloc", "posix_memalign", "memalign", "valloc"];
        let asks = unit.functions.iter().any(|function| aligned.contains(&&*function.name));
        let of_slot = |slot: &Slot| match self.object_of_slot(*slot) {
            Some(object) => unit.types.align_of(unit[object].ty).unwrap_or(1).max(1),
            None if *slot < unit.objects.len() + unit.strings.len() => 1,
            // Of memory with an alignment that the program chose, all that it may have chosen.
            None if asks => 4096,
            None => 16,
        };
        points_to.slots_of(class).iter().map(of_slot).min().unwrap_or(1)
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

    /// `plain` where the number is no address; anything elsewhere.
    fn unless_address(&mut self, value: &Expr, plain: Expr, span: Span) -> Expr {
        let unsigned = IntType { signed: false, ..self.lowering.pointer_type() };
        let number = self.cast(value.clone(), unsigned);
        let from = self.comparison(CompareOp::Ge, number.clone(), Expr::Int(FIRST, unsigned));
        let below = self.comparison(CompareOp::Lt, number, Expr::Int(self.address_limit(), unsigned));
        let result = self.temp("$told", self.type_of(&plain));
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
