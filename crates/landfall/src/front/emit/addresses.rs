//! Addresses as numbers: C does not say where objects lie, so that a comparison of an address with a number at which objects may
//! lie has either result, and bits, quotients and remainders of addresses are those of any number.

use super::guard::conjunction;
use super::*;
use crate::cfa::Cause;
use crate::front::reach::Slot;
use crate::front::reach::numbers::{self, Origin};

/// No object lies below this.
const FIRST: i128 = 4096;

/// Masks that clear no higher bits leave an address in its neighbourhood.
const NEAR: i128 = 1 << 31;

impl Frame<'_, '_> {
    /// A comparison of two numbers. If one is made of an address, and the other is no null and no address, its result is not known.
    pub(super) fn number_comparison(
        &mut self,
        op: CompareOp,
        operands: [ExprId; 2],
        values: [Expr; 2],
        span: Span,
    ) -> Expr {
        let origins = [0, 1].map(|side| self.origin_of(operands[side], &values[side], span));
        let [x, y] = values.clone();
        let is_pointer = self.unit.types.is_pointer(self.unit[operands[0]].ty);
        let plain = if is_pointer { self.pointer_comparison(op, x, y) } else { self.comparison(op, x, y) };
        let is_order = !matches!(op, CompareOp::Eq | CompareOp::Ne);
        let is_null = |value: &Expr| matches!(value, Expr::Int(0, _));
        let is_number = |value: &Expr| matches!(value, Expr::Int(..));
        match origins {
            [Origin::Other, Origin::Other] => plain,
            [Origin::Address, Origin::Address] if is_order && !is_pointer => self.of_one_object(values, plain, span),
            [Origin::Address, Origin::Address] => plain,
            [Origin::Address, Origin::Other] | [Origin::Other, Origin::Address] => {
                let mut told = Vec::new();
                for value in &values {
                    match value {
                        Expr::Int(number, _) if self.may_lie_at(*number) => {}
                        Expr::Int(..) => return plain,
                        // A pointer of which nothing is known.
                        _ if is_pointer && !values.iter().any(is_number) => return plain,
                        value => told.extend(self.lies_where_objects_do(value)),
                    }
                }
                self.unless(told, plain, span)
            }
            // Null, or the same number made of other addresses.
            _ if !is_order && (values.iter().any(is_null) || !origins.contains(&Origin::Other)) => plain,
            _ => self.unless(Vec::new(), plain, span),
        }
    }

    /// An operation on integers. Where it may tell where an object lies, its operands are any numbers, unless the alignment of
    /// objects determines the result; the difference of addresses in different objects is any number.
    pub(super) fn arithmetic_of(
        &mut self,
        op: ArithmeticOp,
        operands: [ExprId; 2],
        values: [Expr; 2],
        ty: IntType,
        span: Span,
    ) -> Expr {
        let origins = [0, 1].map(|side| self.origin_of(operands[side], &values[side], span));
        let [x, y] = values;
        if origins == [Origin::Other; 2] {
            return self.arithmetic(op, x, y, ty);
        }
        match (op, &x, &y) {
            (ArithmeticOp::BitAnd, _, Expr::Int(mask, _)) => self.masked(operands[0], x.clone(), *mask, ty, span),
            (ArithmeticOp::BitAnd, Expr::Int(mask, _), _) => self.masked(operands[1], y.clone(), *mask, ty, span),
            (ArithmeticOp::Rem, _, Expr::Int(divisor, _)) if !ty.signed && divisor.count_ones() == 1 => {
                self.masked(operands[0], x.clone(), divisor - 1, ty, span)
            }
            // Addresses of 64 bits are not negative.
            (ArithmeticOp::Rem, _, Expr::Int(divisor, _))
                if ty.bits == 64
                    && divisor.count_ones() == 1
                    && *divisor <= i128::from(self.alignment_of_targets(operands[0])) =>
            {
                self.arithmetic(op, x, y, ty)
            }
            (ArithmeticOp::Sub, ..) if origins == [Origin::Address; 2] => {
                let plain = self.arithmetic(op, x.clone(), y.clone(), ty);
                self.of_one_object([x, y], plain, span)
            }
            _ if op == ArithmeticOp::BitAnd || numbers::loses_bits(op) => {
                let x = self.number_or_any(operands[0], x, span);
                let y = self.number_or_any(operands[1], y, span);
                self.arithmetic(op, x, y, ty)
            }
            _ => self.arithmetic(op, x, y, ty),
        }
    }

    /// The bits of a mask. Where only low bits are cleared, the rest is still the address.
    fn masked(&mut self, e: ExprId, value: Expr, mask: i128, ty: IntType, span: Span) -> Expr {
        let unsigned = IntType { signed: false, ..ty };
        let cleared = unsigned.wrap(!mask);
        let mask = Expr::Int(ty.wrap(mask), ty);
        if cleared >= NEAR {
            let value = self.aligned_or_any(e, value, span);
            return self.arithmetic(ArithmeticOp::BitAnd, value, mask, ty);
        }
        let low = self.aligned_or_any(e, value.clone(), span);
        let [low, value] = [low, value].map(|number| self.cast(number, unsigned));
        let low = self.arithmetic(ArithmeticOp::BitAnd, low, Expr::Int(cleared, unsigned), unsigned);
        let rest = self.arithmetic(ArithmeticOp::Sub, value, low, unsigned);
        self.cast(rest, ty)
    }

    /// A number that becomes narrower, or a floating-point number: any if it is made of an address, but for the bits that alignment
    /// determines.
    pub(super) fn converted_or_any(&mut self, e: ExprId, value: Expr, to: Ty, span: Span) -> Expr {
        let pointer = self.lowering.pointer_type();
        let Some(narrow) = self.lowering.int_type(to) else { return value };
        let is_float = self.format(to).is_some();
        if !is_float && narrow.bits >= pointer.bits || self.origin_of(e, &value, span) == Origin::Other {
            return value;
        }
        match is_float {
            true => self.number_or_any(e, value, span),
            false => self.aligned_or_any(e, value, span),
        }
    }

    /// A number; any number that has the same low bits, as far as alignment determines them, if it is made of an address.
    fn aligned_or_any(&mut self, e: ExprId, value: Expr, span: Span) -> Expr {
        let any = self.number_or_any(e, value.clone(), span);
        let align = i128::from(self.alignment_of_targets(e));
        if align == 1 || any == value {
            return any;
        }
        let (own, ty) = (self.type_of(&value), IntType { signed: false, ..self.type_of(&value) });
        let [any, value] = [any, value].map(|number| self.cast(number, ty));
        let high = self.arithmetic(ArithmeticOp::BitAnd, any, Expr::Int(ty.wrap(-align), ty), ty);
        let low = self.arithmetic(ArithmeticOp::BitAnd, value, Expr::Int(align - 1, ty), ty);
        let sum = self.arithmetic(ArithmeticOp::BitOr, high, low, ty);
        self.cast(sum, own)
    }

    /// A number; any number if it is made of an address.
    pub(super) fn number_or_any(&mut self, e: ExprId, value: Expr, span: Span) -> Expr {
        let told = match self.origin_of(e, &value, span) {
            Origin::Other => return value,
            Origin::Address => self.lies_where_objects_do(&value),
            Origin::Sum => Vec::new(),
        };
        self.unless(told, value, span)
    }

    /// What a number has to do with addresses, as far as that counts in the sources of users: models of the library know their reasons.
    fn origin_of(&self, e: ExprId, value: &Expr, span: Span) -> Origin {
        let points_to = &self.lowering.reach.points_to;
        let is_wide = self.type_of(value).bits >= self.lowering.pointer_type().bits;
        if !is_wide || matches!(value, Expr::Int(..)) || !self.lowering.sources.is_users(span) {
            return Origin::Other;
        }
        if self.unit.types.is_pointer(self.unit[e].ty) {
            let is_address = !points_to.slots_of(points_to.target(e)).is_empty();
            return if is_address { Origin::Address } else { Origin::Other };
        }
        self.lowering.reach.numbers.of(e)
    }

    /// What divides the addresses of all objects that a number may be an address of.
    fn alignment_of_targets(&self, e: ExprId) -> u64 {
        let (unit, points_to) = (self.unit, &self.lowering.reach.points_to);
        let class = match points_to.memory_of(e).filter(|_| self.is_lvalue(e)) {
            Some(memory) => points_to.content(memory).unwrap_or(memory),
            None => points_to.target(e),
        };
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

    /// The first number behind all addresses of objects, those that allocated memory has in regions included.
    fn address_limit(&self) -> i128 {
        match self.lowering.pointer_type().bits {
            32 => (1 << 32) - FIRST,
            _ => 1 << 63,
        }
    }

    fn may_lie_at(&self, number: i128) -> bool {
        let bits = self.lowering.pointer_type().bits;
        let unsigned = number.rem_euclid(1 << bits);
        (FIRST..self.address_limit()).contains(&unsigned)
    }

    /// That a number is one at which an object may lie.
    fn lies_where_objects_do(&self, value: &Expr) -> Vec<Expr> {
        let unsigned = IntType { signed: false, ..self.type_of(value) };
        let number = self.cast(value.clone(), unsigned);
        let from = self.comparison(CompareOp::Ge, number.clone(), Expr::Int(FIRST, unsigned));
        vec![from, self.comparison(CompareOp::Lt, number, Expr::Int(self.address_limit(), unsigned))]
    }

    /// `plain` where not both numbers are addresses, in different objects; anything elsewhere.
    fn of_one_object(&mut self, values: [Expr; 2], plain: Expr, span: Span) -> Expr {
        let mut told: Vec<Expr> = values.iter().flat_map(|value| self.lies_where_objects_do(value)).collect();
        let pointers = values.map(|value| self.cast(value, self.lowering.pointer_type()));
        told.push(Expr::Memory(MemoryExpr::SameObject, pointers.to_vec()).negated());
        self.unless(told, plain, span)
    }

    /// Anything where all conditions hold; `plain` elsewhere.
    fn unless(&mut self, told: Vec<Expr>, plain: Expr, span: Span) -> Expr {
        let result = self.temp("$told", self.type_of(&plain));
        let (any, other, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.graph.split(conjunction(told), any, other, span);
        self.graph.resume(any);
        let what = self.lowering.sources.snippet(span).trim().into();
        let kind = HavocKind::approximation(&what, Cause::Address);
        self.graph.emit_to(Op::Havoc(result, kind), join, span);
        self.graph.resume(other);
        self.graph.emit_to(Op::Assign(result, plain), join, span);
        self.graph.resume(join);
        Expr::Var(result)
    }
}
