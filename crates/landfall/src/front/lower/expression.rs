//! Expressions: values, truth values, effects and folding.

use super::place::Place;
use super::*;
use crate::cfa::{BinaryOp, FloatOp, UnaryOp};
use crate::front::library::{self, Model};
use crate::front::sema;

/// Expressions nest at most this deep; deeper ones go through temporary variables.
const DEPTH: u32 = 100;

impl<'a> Lowering<'a> {
    /// What evaluating the expression needs.
    fn effects(&mut self, e: ExprId) -> Effects {
        if let Some(known) = self.effects[e.index()] {
            return known;
        }
        let effects = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.compute_effects(e));
        self.effects[e.index()] = Some(effects);
        effects
    }

    fn compute_effects(&mut self, e: ExprId) -> Effects {
        let unit = self.unit;
        let node = &unit[e];
        let own = match &node.kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::StmtExpr { .. } => return Effects::Writes,
            ExprKind::Call { callee: Callee::Direct(function), arguments } => {
                let function = &unit[*function];
                if function.body.is_some() && !self.options.property.is_error_function(&function.name) {
                    return Effects::Writes;
                }
                match library::model(&function.name) {
                    Some(
                        Model::Allocate
                        | Model::AllocateLocal
                        | Model::AllocateZero
                        | Model::Reallocate
                        | Model::Free
                        | Model::Copy
                        | Model::Fill,
                    ) => {
                        return Effects::Writes;
                    }
                    None if arguments.iter().any(|a| unit.types.is_pointer(unit[*a].ty)) => return Effects::Writes,
                    None if self.reach.writes_unasked(&function.name) => return Effects::Writes,
                    Some(_) | None => Effects::Edges,
                }
            }
            ExprKind::Call { .. } => return Effects::Writes,
            ExprKind::CompoundLiteral(_) => return Effects::Writes,
            ExprKind::Load(place) if !self.is_input(*place) && self.reads_plainly(*place) => return Effects::Pure,
            ExprKind::Load(_) => Effects::Edges,
            // Naming a place needs nothing; using it does.
            ExprKind::Object(_)
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Decay(_)
            | ExprKind::AddressOf(_) => Effects::Pure,
            ExprKind::Convert(inner) if self.int_type(unit[*inner].ty).is_some() => Effects::Pure,
            _ if self.int_type(node.ty).is_none() => Effects::Edges,
            ExprKind::PointerAdd { .. } if self.stride(node.ty).is_none() => Effects::Edges,
            ExprKind::PointerDifference(a, _) if self.stride(unit[*a].ty).is_none() => Effects::Edges,
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Negate(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference(..)
            | ExprKind::Compare(..)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Comma(..) => Effects::Pure,
            ExprKind::Elvis { .. } => Effects::Pure,
            _ => Effects::Edges,
        };
        let mut effects = own;
        if node.depth > 0 && node.depth.is_multiple_of(DEPTH) {
            effects = effects.max(Effects::Edges);
        }
        node.kind.for_each_operand(&mut |operand| effects = effects.max(self.effects(operand)));
        effects
    }

    /// Whether each read of the lvalue gives a new input.
    pub(super) fn is_input(&self, place: ExprId) -> bool {
        self.unit[place].ty.is_volatile() && !self.options.volatile_is_memory
    }

    /// The size of what a pointer type points to.
    pub(super) fn stride(&self, pointer: Ty) -> Option<i128> {
        self.unit.types.size_of(self.unit.types.pointee(pointer)?).map(i128::from)
    }
}

impl<'a> Frame<'_, 'a> {
    pub(super) fn effects(&mut self, e: ExprId) -> Effects {
        self.lowering.effects(e)
    }

    /// The value of an integer expression; its side effects become edges.
    pub(super) fn value(&mut self, e: ExprId) -> Expr {
        let unit = self.unit;
        let node = &unit[e];
        let value = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.value_inner(e));
        if node.depth > 0 && node.depth.is_multiple_of(DEPTH) { self.spill(value, node.span) } else { value }
    }

    fn value_inner(&mut self, e: ExprId) -> Expr {
        let unit = self.unit;
        let node = &unit[e];
        if self.lowering.int_type(node.ty).is_none() {
            if self.is_record(node.ty) {
                self.record_value(e);
                return self.unknown(e);
            }
            self.operands_for_effects(e);
            return self.unmodelled(e);
        }
        let ty = self.int_type(node.ty);
        match &node.kind {
            ExprKind::Int(value) => Expr::Int(ty.wrap(*value), ty),
            ExprKind::Float(digits) => match self.format(node.ty) {
                Some(format) => self.float_constant(format, digits),
                None => self.unmodelled(e),
            },
            ExprKind::Load(place) => self.load(*place),
            // A member of a record that is no object.
            ExprKind::Member(..) => self.load(e),
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => match unit[*place].kind {
                ExprKind::Function(function) => Expr::Int(self.lowering.address_of_function(function), ty),
                ExprKind::Deref(pointer) if unit.types.function_of(unit[*place].ty).is_some() => self.value(pointer),
                _ => self.pointer(e),
            },
            ExprKind::PointerAdd { .. } => self.pointer(e),
            ExprKind::PointerDifference(a, b) => self.pointer_difference(e, *a, *b),
            ExprKind::Convert(inner) => self.conversion(*inner, node.ty),
            ExprKind::Negate(inner) => {
                let operand = self.value(*inner);
                match self.format(node.ty) {
                    Some(format) => self.float(FloatOp::Neg(format), vec![operand]),
                    None => self.negate(operand, ty),
                }
            }
            ExprKind::BitNot(inner) => match self.value(*inner) {
                Expr::Int(value, _) => Expr::Int(ty.wrap(!value), ty),
                operand => Expr::unary(UnaryOp::BitNot, operand),
            },
            ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => {
                let truth = self.truth(e);
                self.cast(truth, ty)
            }
            ExprKind::Arithmetic(op, a, b) => {
                let (x, y) = self.pair(*a, *b);
                match self.format(node.ty) {
                    Some(format) => self.float_arithmetic(*op, format, x, y).unwrap_or_else(|| self.unmodelled(e)),
                    None => self.arithmetic(*op, x, y, ty),
                }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.choice(*condition, *then, *otherwise, ty, node.span)
            }
            ExprKind::Elvis { condition, otherwise } => self.elvis(*condition, *otherwise, node.ty, node.span),
            ExprKind::Assign { target, value } => self.assign(*target, *value, true, node.span),
            ExprKind::CompoundAssign { op, target, value, computed } => {
                self.compound_assign(*op, *target, *value, *computed, node.span)
            }
            ExprKind::Step { target, increment, postfix } => self.step(*target, *increment, *postfix, true, node.span),
            ExprKind::Comma(first, second) => {
                self.discard(*first);
                self.value(*second)
            }
            ExprKind::Call { .. } => self.call(e, None).unwrap_or(Expr::Int(0, ty)),
            ExprKind::StmtExpr { body, value: Some(value) } => {
                self.statement(*body);
                self.value(*value)
            }
            ExprKind::VariableSize(of) => match self.dynamic_size(*of) {
                Some(size) => self.cast(size, ty),
                None => self.unmodelled(e),
            },
            _ => {
                self.operands_for_effects(e);
                self.unmodelled(e)
            }
        }
    }

    /// Evaluates an expression for its effects alone.
    pub(super) fn discard(&mut self, e: ExprId) {
        let unit = self.unit;
        let node = &unit[e];
        match &node.kind {
            ExprKind::Convert(inner) if unit.types.is_void(node.ty) => self.discard(*inner),
            ExprKind::Step { target, increment, .. } => {
                self.step(*target, *increment, false, false, node.span);
            }
            ExprKind::Assign { target, value } if self.is_record(node.ty) => self.copy(*target, *value, node.span),
            ExprKind::Assign { target, value } => {
                self.assign(*target, *value, false, node.span);
            }
            ExprKind::CompoundAssign { .. } => {
                self.value(e);
            }
            _ if self.is_record(node.ty) => {
                self.record_value(e);
            }
            ExprKind::Comma(first, second) => {
                self.discard(*first);
                self.discard(*second);
            }
            ExprKind::Call { .. } => {
                self.call(e, None);
            }
            ExprKind::StmtExpr { body, value } => {
                self.statement(*body);
                if let Some(value) = value {
                    self.discard(*value);
                }
            }
            ExprKind::Conditional { condition, then, otherwise } if self.effects(e) != Effects::Pure => {
                self.choose(*condition, node.span, |frame| frame.discard(*then), |frame| frame.discard(*otherwise));
            }
            ExprKind::Convert(inner) if unit.types.is_pointer(node.ty) && unit.types.is_pointer(unit[*inner].ty) => {
                self.discard(*inner);
            }
            // Addresses that are known when the program starts.
            ExprKind::Decay(place) | ExprKind::AddressOf(place) if self.is_fixed(*place) => {}
            ExprKind::String(_) | ExprKind::Function(_) => {}
            _ => {
                let value = self.value(e);
                if self.lowering.int_type(node.ty).is_some() && self.may_be_undefined(&value) {
                    self.spill(value, node.span);
                }
            }
        }
    }

    /// A pointer as a number.
    fn pointer(&mut self, e: ExprId) -> Expr {
        match self.address(e) {
            Some(address) => self.address_value(address),
            None => self.unknown(e),
        }
    }

    fn pointer_difference(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Expr {
        let Some(size) = self.lowering.stride(self.unit[a].ty).filter(|size| *size > 0) else {
            self.operands_for_effects(e);
            return self.unmodelled(e);
        };
        let ty = self.lowering.pointer_type();
        let (x, y) = self.pair(a, b);
        let distance = self.arithmetic(ArithmeticOp::Sub, x, y, ty);
        if size == 1 { distance } else { self.arithmetic(ArithmeticOp::Div, distance, Expr::Int(size, ty), ty) }
    }

    /// The value of a scalar lvalue, of its type.
    fn load(&mut self, place: ExprId) -> Expr {
        let value = self.load_memory(place);
        if self.lowering.is_input(place) { self.volatile_value(place) } else { value }
    }

    /// What a read of a volatile lvalue gives.
    fn volatile_value(&mut self, place: ExprId) -> Expr {
        let node = &self.unit[place];
        let (bits, room) = self.lowering.room(place).unwrap_or((32, self.int_type(node.ty)));
        let value = self.temp("$volatile", if bits == u32::from(room.bits) { room } else { self.int_type(node.ty) });
        let name = self.lowering.sources.snippet(node.span).trim().into();
        self.graph.emit(Op::Havoc(value, HavocKind::Volatile(name)), node.span);
        self.cast(Expr::Var(value), self.int_type(node.ty))
    }

    fn load_memory(&mut self, place: ExprId) -> Expr {
        if let Some(var) = self.variable(place) {
            return Expr::Var(var);
        }
        let node = &self.unit[place];
        let found = self.place(place);
        let value = match self.lowering.room(place) {
            Some((bits, ty)) => self.read(&found, 0, bits, ty, node.span),
            None => None,
        };
        match value {
            Some(value) => self.cast(value, self.int_type(node.ty)),
            None if matches!(found, Place::Unknown | Place::Nowhere) => self.unknown(place),
            None => self.unmodelled(place),
        }
    }

    /// Stores a value of the lvalue's type in a place that it was found to be.
    pub(super) fn store_at(&mut self, found: &Place, place: ExprId, value: Expr, span: Span) {
        let width = match self.unit[place].kind {
            ExprKind::Member(_, FieldRef { width, .. }) => width,
            _ => None,
        };
        let ty = self.int_type(self.unit[place].ty);
        let (value, ty) = self.narrowed(value, ty, width);
        let stored = match self.lowering.room(place) {
            Some((bits, _)) => self.write(found, 0, bits, value, ty, span),
            None => false,
        };
        if !stored && !matches!(found, Place::Unknown) {
            self.unmodelled(place);
        }
    }

    /// The variable that an lvalue denotes, if it is one by itself.
    pub(super) fn variable(&mut self, place: ExprId) -> Option<VarId> {
        let ty = self.lowering.int_type(self.unit[place].ty)?;
        let (slot, bit) = self.lowering.fixed_place(place)?;
        let (bits, _) = self.lowering.room(place)?;
        let parts = self.lowering.parts_of(slot)?;
        let range = parts.shape.covering(bit, bits)?;
        let cell = parts.shape.cells[range.start];
        match parts.values[range.start] {
            Expr::Var(var) if (cell.bit, cell.bits, cell.ty) == (bit, bits, ty) => Some(var),
            _ => None,
        }
    }

    fn is_fixed(&self, place: ExprId) -> bool {
        matches!(self.unit[place].kind, ExprKind::String(_) | ExprKind::Function(_) | ExprKind::Object(_))
    }

    fn operands_for_effects(&mut self, e: ExprId) {
        let unit = self.unit;
        let mut operands = Vec::new();
        unit[e].kind.for_each_operand(&mut |operand| operands.push(operand));
        for operand in operands {
            if self.effects(operand) == Effects::Writes {
                self.discard(operand);
            }
        }
    }

    /// Whether evaluating the expression can end the execution.
    fn may_be_undefined(&self, e: &Expr) -> bool {
        match e {
            Expr::Int(..) | Expr::Var(_) => false,
            Expr::Cast(_, inner) | Expr::Unary(UnaryOp::Not | UnaryOp::BitNot, inner) => self.may_be_undefined(inner),
            Expr::Unary(UnaryOp::Neg, inner) => !self.lowering.wraps() || self.may_be_undefined(inner),
            Expr::Binary(op, a, b) => {
                let own = match op {
                    BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => true,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => !self.lowering.wraps() && self.type_of(a).signed,
                    _ => false,
                };
                own || self.may_be_undefined(a) || self.may_be_undefined(b)
            }
            Expr::And(a, b) | Expr::Or(a, b) => self.may_be_undefined(a) || self.may_be_undefined(b),
            Expr::Ite(c, a, b) => self.may_be_undefined(c) || self.may_be_undefined(a) || self.may_be_undefined(b),
            Expr::Select(_, index) => self.may_be_undefined(index),
            Expr::Memory(..) => true,
            Expr::Float(op, operands) => {
                matches!(op, FloatOp::ToInt(..)) || operands.iter().any(|operand| self.may_be_undefined(operand))
            }
        }
    }

    /// A temporary variable that holds the value from here on.
    pub(super) fn spill(&mut self, value: Expr, span: Span) -> Expr {
        let temp = self.temp("$tmp", self.type_of(&value));
        self.graph.emit(Op::Assign(temp, value), span);
        Expr::Var(temp)
    }

    /// Whether effects that come later cannot change the value.
    pub(super) fn is_stable(&self, value: &Expr) -> bool {
        match value {
            Expr::Int(..) => true,
            Expr::Var(var) => self.lowering.builder.var_ref(*var).kind == VarKind::Temp,
            Expr::Cast(_, inner) => self.is_stable(inner),
            _ => false,
        }
    }

    /// Two operands, the left one first.
    fn pair(&mut self, a: ExprId, b: ExprId) -> (Expr, Expr) {
        if let Some(values) = self.in_either_order(&[a, b], self.unit[a].span) {
            let [x, y] = <[Expr; 2]>::try_from(values).expect("one value an operand");
            return (x, y);
        }
        let mut x = self.value(a);
        if self.effects(b) == Effects::Writes && !self.is_stable(&x) {
            x = self.spill(x, self.unit[a].span);
        }
        (x, self.value(b))
    }

    // ------------------------------------------------------------------------------------------------------------ operations

    pub(super) fn cast(&self, e: Expr, to: IntType) -> Expr {
        match e {
            Expr::Int(value, _) => Expr::Int(to.wrap(value), to),
            e if self.type_of(&e) == to => e,
            e => Expr::cast(to, e),
        }
    }

    /// Conversion to a type of C, where `_Bool` asks whether the value is zero.
    pub(super) fn coerce(&self, e: Expr, to: Ty) -> Expr {
        if self.unit.types.is_bool(to) { self.is_nonzero(e) } else { self.cast(e, self.int_type(to)) }
    }

    fn conversion(&mut self, inner: ExprId, to: Ty) -> Expr {
        if self.unit.types.is_bool(to) {
            return self.truth(inner);
        }
        let value = self.value(inner);
        self.convert(value, self.unit[inner].ty, to)
    }

    /// `e != 0`, looking through conversions that keep the value.
    pub(super) fn is_nonzero(&self, e: Expr) -> Expr {
        match e {
            Expr::Int(value, _) => Expr::Int(i128::from(value != 0), IntType::BOOL),
            Expr::Cast(to, inner) if to.bits >= self.type_of(&inner).bits => self.is_nonzero(*inner),
            e => {
                let ty = self.type_of(&e);
                if ty == IntType::BOOL { e } else { Expr::binary(BinaryOp::Ne, e, Expr::Int(0, ty)) }
            }
        }
    }

    fn negate(&self, operand: Expr, ty: IntType) -> Expr {
        match operand {
            Expr::Int(value, _) if self.lowering.wraps() || !ty.signed || value != ty.min() => {
                Expr::Int(ty.wrap(value.wrapping_neg()), ty)
            }
            operand => Expr::unary(UnaryOp::Neg, operand),
        }
    }

    pub(super) fn arithmetic(&self, op: ArithmeticOp, a: Expr, b: Expr, ty: IntType) -> Expr {
        if let (Expr::Int(x, _), Expr::Int(y, _)) = (&a, &b)
            && let Some((value, overflows)) = sema::arithmetic(op, *x, *y, ty)
            && (op != ArithmeticOp::Shl || !ty.signed || self.lowering.wraps() || fits_shifted(*x, *y, ty))
            && (!overflows
                || !ty.signed
                || (self.lowering.wraps() && op != ArithmeticOp::Div && op != ArithmeticOp::Rem))
        {
            return Expr::Int(value, ty);
        }
        let op = match op {
            ArithmeticOp::Add => BinaryOp::Add,
            ArithmeticOp::Sub => BinaryOp::Sub,
            ArithmeticOp::Mul => BinaryOp::Mul,
            ArithmeticOp::Div => BinaryOp::Div,
            ArithmeticOp::Rem => BinaryOp::Rem,
            ArithmeticOp::BitAnd => BinaryOp::BitAnd,
            ArithmeticOp::BitOr => BinaryOp::BitOr,
            ArithmeticOp::BitXor => BinaryOp::BitXor,
            ArithmeticOp::Shl => BinaryOp::Shl,
            ArithmeticOp::Shr => BinaryOp::Shr,
        };
        Expr::binary(op, a, b)
    }

    pub(super) fn comparison(&self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        if let (Expr::Int(x, ty), Expr::Int(y, _)) = (&a, &b) {
            return Expr::Int(i128::from(sema::compare(op, *x, *y, *ty)), IntType::BOOL);
        }
        // `(x == 1) != 0` and the like: a truth value compared with zero is itself or its negation.
        if let (CompareOp::Eq | CompareOp::Ne, Expr::Cast(to, inner), Expr::Int(0, _)) = (op, &a, &b)
            && to.bits > 1
            && self.type_of(inner) == IntType::BOOL
        {
            let inner = (**inner).clone();
            return if op == CompareOp::Ne { inner } else { inner.negated() };
        }
        match op {
            CompareOp::Eq => Expr::binary(BinaryOp::Eq, a, b),
            CompareOp::Ne => Expr::binary(BinaryOp::Ne, a, b),
            CompareOp::Lt => Expr::binary(BinaryOp::Lt, a, b),
            CompareOp::Le => Expr::binary(BinaryOp::Le, a, b),
            CompareOp::Gt => Expr::binary(BinaryOp::Lt, b, a),
            CompareOp::Ge => Expr::binary(BinaryOp::Le, b, a),
        }
    }

    // ---------------------------------------------------------------------------------------------------------- truth values

    /// Whether the expression is not zero, as a truth value.
    pub(super) fn truth(&mut self, e: ExprId) -> Expr {
        let unit = self.unit;
        let node = &unit[e];
        let truth = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.truth_inner(e));
        if node.depth > 0 && node.depth.is_multiple_of(DEPTH) { self.spill(truth, node.span) } else { truth }
    }

    fn truth_inner(&mut self, e: ExprId) -> Expr {
        let unit = self.unit;
        let node = &unit[e];
        match &node.kind {
            ExprKind::Not(inner) => self.truth(*inner).negated(),
            ExprKind::Compare(op, a, b) if self.lowering.int_type(unit[*a].ty).is_some() => {
                let (x, y) = self.pair(*a, *b);
                match self.format(unit[*a].ty) {
                    Some(format) => self.float_comparison(*op, format, x, y),
                    None => {
                        self.check_literals([*a, *b], [&x, &y], node.span);
                        let (x, y) = self.as_addresses(*op, [*a, *b], x, y);
                        self.comparison(*op, x, y)
                    }
                }
            }
            ExprKind::Compare(_, a, b) => {
                for operand in [*a, *b] {
                    if self.effects(operand) == Effects::Writes {
                        self.discard(operand);
                    }
                }
                let reason = format!("a comparison of {}", self.why(*a));
                self.note_unsupported(reason, node.span);
                Expr::Var(self.temp("$unknown", IntType::BOOL))
            }
            ExprKind::LogicalAnd(a, b) if self.effects(*b) == Effects::Pure => {
                let x = self.truth(*a);
                let y = self.truth(*b);
                match (x, y) {
                    (Expr::FALSE, _) => Expr::FALSE,
                    (Expr::TRUE, y) => y,
                    (x, Expr::TRUE) => x,
                    (x, y) => Expr::And(Box::new(x), Box::new(y)),
                }
            }
            ExprKind::LogicalOr(a, b) if self.effects(*b) == Effects::Pure => {
                let x = self.truth(*a);
                let y = self.truth(*b);
                match (x, y) {
                    (Expr::TRUE, _) => Expr::TRUE,
                    (Expr::FALSE, y) => y,
                    (x, Expr::FALSE) => x,
                    (x, y) => Expr::Or(Box::new(x), Box::new(y)),
                }
            }
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => self.branching_truth(e),
            ExprKind::Convert(inner) if self.keeps_truth(*inner, node.ty) => self.truth(*inner),
            ExprKind::Comma(first, second) => {
                self.discard(*first);
                self.truth(*second)
            }
            _ if self.lowering.int_type(node.ty).is_some() => {
                let value = self.value(e);
                self.nonzero(value, node.ty)
            }
            _ => {
                self.operands_for_effects(e);
                let reason = self.why(e);
                self.note_unsupported(reason, node.span);
                Expr::Var(self.temp("$unknown", IntType::BOOL))
            }
        }
    }

    /// Pointers are ordered as unsigned numbers. Those of objects are in the lower half, so that it matters only for others.
    fn as_addresses(&self, op: CompareOp, operands: [ExprId; 2], x: Expr, y: Expr) -> (Expr, Expr) {
        let pointers = operands.iter().all(|e| self.unit.types.is_pointer(self.unit[*e].ty));
        let outside = operands.iter().any(|e| {
            let class = self.lowering.points_to.target(*e);
            self.lowering.points_to.is_external(class)
        });
        if matches!(op, CompareOp::Eq | CompareOp::Ne) || !pointers || !outside {
            return (x, y);
        }
        let unsigned = IntType::new(self.type_of(&x).bits, false);
        (self.cast(x, unsigned), self.cast(y, unsigned))
    }

    /// Whether a conversion cannot turn a value that is not zero into zero.
    fn keeps_truth(&self, inner: ExprId, to: Ty) -> bool {
        if self.format(to).is_some() || self.format(self.unit[inner].ty).is_some() {
            return self.unit.types.is_bool(to);
        }
        match (self.lowering.int_type(self.unit[inner].ty), self.lowering.int_type(to)) {
            (Some(from), Some(to)) => to == IntType::BOOL || to.bits >= from.bits,
            _ => false,
        }
    }

    /// A truth value whose operands need control flow.
    fn branching_truth(&mut self, e: ExprId) -> Expr {
        let span = self.unit[e].span;
        let temp = self.temp("$cond", IntType::BOOL);
        let (yes, no, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.branch(e, yes, no);
        self.graph.resume(yes);
        self.graph.emit_to(Op::Assign(temp, Expr::TRUE), join, span);
        self.graph.resume(no);
        self.graph.emit_to(Op::Assign(temp, Expr::FALSE), join, span);
        self.graph.resume(join);
        Expr::Var(temp)
    }

    /// Goes to `yes` if the expression is not zero, to `no` otherwise.
    pub(super) fn branch(&mut self, e: ExprId, yes: Node, no: Node) {
        let unit = self.unit;
        let node = &unit[e];
        match &node.kind {
            ExprKind::LogicalAnd(a, b) if self.effects(*b) != Effects::Pure => {
                let middle = self.graph.node();
                self.branch(*a, middle, no);
                self.graph.resume(middle);
                self.branch(*b, yes, no);
            }
            ExprKind::LogicalOr(a, b) if self.effects(*b) != Effects::Pure => {
                let middle = self.graph.node();
                self.branch(*a, yes, middle);
                self.graph.resume(middle);
                self.branch(*b, yes, no);
            }
            ExprKind::Not(inner) if self.effects(*inner) != Effects::Pure => self.branch(*inner, no, yes),
            ExprKind::Convert(inner) if self.keeps_truth(*inner, node.ty) => self.branch(*inner, yes, no),
            _ => {
                let condition = self.truth(e);
                self.graph.split(condition, yes, no, node.span);
            }
        }
    }

    // ---------------------------------------------------------------------------------------------------------------- choice

    /// Runs one of two pieces of code.
    pub(super) fn choose(
        &mut self,
        condition: ExprId,
        span: Span,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let (yes, no, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.branch(condition, yes, no);
        self.graph.resume(yes);
        then(self);
        self.graph.jump(join, span);
        self.graph.resume(no);
        otherwise(self);
        self.graph.jump(join, span);
        self.graph.resume(join);
    }

    fn choice(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId, ty: IntType, span: Span) -> Expr {
        let pure = self.effects(then) == Effects::Pure && self.effects(otherwise) == Effects::Pure;
        if !pure {
            let temp = self.temp("$choice", ty);
            let set = |e: ExprId| {
                move |frame: &mut Self| {
                    let value = frame.value(e);
                    frame.graph.emit(Op::Assign(temp, value), frame.unit[e].span);
                }
            };
            self.choose(condition, span, set(then), set(otherwise));
            return Expr::Var(temp);
        }
        match self.truth(condition) {
            Expr::TRUE => self.value(then),
            Expr::FALSE => self.value(otherwise),
            condition => {
                let (a, b) = (self.value(then), self.value(otherwise));
                Expr::Ite(Box::new(condition), Box::new(a), Box::new(b))
            }
        }
    }

    /// `condition ?: otherwise`.
    fn elvis(&mut self, condition: ExprId, otherwise: ExprId, ty: Ty, span: Span) -> Expr {
        if self.lowering.int_type(self.unit[condition].ty).is_none() {
            self.discard(condition);
            return self.unmodelled(condition);
        }
        let mut value = self.value(condition);
        if self.effects(otherwise) == Effects::Writes && !self.is_stable(&value) {
            value = self.spill(value, span);
        }
        let from = self.unit[condition].ty;
        let holds = self.nonzero(value.clone(), from);
        let value = self.convert(value, from, ty);
        if self.effects(otherwise) == Effects::Pure {
            let other = self.value(otherwise);
            return match holds {
                Expr::TRUE => value,
                Expr::FALSE => other,
                holds => Expr::Ite(Box::new(holds), Box::new(value), Box::new(other)),
            };
        }
        let temp = self.temp("$choice", self.int_type(ty));
        let (yes, no, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.graph.split(holds, yes, no, span);
        self.graph.resume(yes);
        self.graph.emit_to(Op::Assign(temp, value), join, span);
        self.graph.resume(no);
        let other = self.value(otherwise);
        self.graph.emit_to(Op::Assign(temp, other), join, span);
        self.graph.resume(join);
        Expr::Var(temp)
    }

    // ------------------------------------------------------------------------------------------------------------ assignment

    /// Stores a value; the result is what was stored, if it is used.
    fn assign(&mut self, target: ExprId, value: ExprId, used: bool, span: Span) -> Expr {
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
        self.check_order(target, value, span);
        let (found, value) = if self.effects(target) == Effects::Writes {
            let found = self.place(target);
            (found, self.value(value))
        } else {
            let mut value = self.value(value);
            if !self.is_stable(&value) && self.effects(target) != Effects::Pure {
                value = self.spill(value, span);
            }
            (self.place(target), value)
        };
        let value = if used && !self.is_stable(&value) { self.spill(value, span) } else { value };
        self.store_at(&found, target, value.clone(), span);
        let width = match self.unit[target].kind {
            ExprKind::Member(_, FieldRef { width, .. }) => width,
            _ => None,
        };
        let own = self.int_type(self.unit[target].ty);
        let (value, _) = self.narrowed(value, own, width);
        self.cast(value, own)
    }

    /// Copies a record.
    fn copy(&mut self, target: ExprId, value: ExprId, span: Span) {
        let ty = self.unit[target].ty;
        if self.effects(target) == Effects::Writes {
            let place = self.place(target);
            return self.assign_record(place, ty, value, span);
        }
        let Some(values) = self.record_value(value) else { return };
        let plain = self.lowering.reads_plainly_as_record(target);
        let values = if plain { values } else { self.steady(values, span) };
        let place = self.place(target);
        self.write_record(&place, ty, values, span);
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

    fn compound_assign(&mut self, op: ArithmeticOp, target: ExprId, value: ExprId, computed: Ty, span: Span) -> Expr {
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
        let early = (self.effects(target) == Effects::Writes).then(|| self.place(target));
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
                None => Some(frame.arithmetic(op, left, right, frame.int_type(computed))),
            };
            match result {
                Some(result) => frame.convert(result, computed, own),
                None => frame.unmodelled(target),
            }
        })
    }

    /// A pointer moved by a number of elements.
    fn moved(&mut self, old: Expr, by: Expr, back: bool, pointer: Ty, e: ExprId) -> Expr {
        let ty = self.lowering.pointer_type();
        let Some(size) = self.lowering.stride(pointer) else { return self.unmodelled(e) };
        let by = self.cast(by, ty);
        let bytes = if size == 1 { by } else { self.arithmetic(ArithmeticOp::Mul, by, Expr::Int(size, ty), ty) };
        self.arithmetic(if back { ArithmeticOp::Sub } else { ArithmeticOp::Add }, old, bytes, ty)
    }

    /// Replaces the value of a scalar lvalue by one made from it; the result is what was stored.
    fn update(
        &mut self,
        target: ExprId,
        found: Option<Place>,
        span: Span,
        change: impl FnOnce(&mut Self, Expr) -> Expr,
    ) -> Expr {
        if found.is_none()
            && let Some(var) = self.variable(target)
        {
            let old = if self.lowering.is_input(target) { self.volatile_value(target) } else { Expr::Var(var) };
            let result = change(self, old);
            self.graph.emit(Op::Assign(var, result), span);
            return Expr::Var(var);
        }
        let found = found.unwrap_or_else(|| self.place(target));
        let own = self.int_type(self.unit[target].ty);
        let room = self.lowering.room(target);
        let read = |frame: &mut Self| match room.and_then(|(bits, ty)| frame.read(&found, 0, bits, ty, span)) {
            Some(value) => frame.cast(value, own),
            None if matches!(found, Place::Unknown | Place::Nowhere) => frame.unknown(target),
            None => frame.unmodelled(target),
        };
        let mut old = read(self);
        if self.lowering.is_input(target) {
            old = self.volatile_value(target);
        }
        let result = change(self, old);
        let result = self.spill(result, span);
        self.store_at(&found, target, result.clone(), span);
        match self.unit[target].kind {
            ExprKind::Member(_, FieldRef { width: Some(_), .. }) => read(self),
            _ => result,
        }
    }

    /// `++`, `--`; the result is made only if it is used.
    fn step(&mut self, target: ExprId, increment: bool, postfix: bool, used: bool, span: Span) -> Expr {
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

    /// The model of a function without a body.
    pub(super) fn model_of(&self, function: FunctionId) -> Option<Model> {
        let function = &self.unit[function];
        let declared = self.lowering.options.environment.iter().any(|name| *name == *function.name);
        let model = if function.body.is_some() { None } else { library::model(&function.name) };
        model.filter(|model| *model != Model::NoEffect || !declared)
    }
}

/// Whether a constant shifted to the left is defined: not negative, and without loss.
fn fits_shifted(value: i128, amount: i128, ty: IntType) -> bool {
    let room = u32::try_from(amount).ok().filter(|amount| *amount < u32::from(ty.bits));
    value >= 0 && room.is_some_and(|amount| value <= ty.max() >> amount)
}
