//! Expressions: values, truth values, effects and folding.

use super::place::Access;
use super::*;
use crate::cfa::{BinaryOp, FloatOp, UnaryOp};
use crate::front::library::{self, Model};
use crate::front::sema;

/// Expressions nest at most this deep; deeper ones go through temporary variables.
pub(super) const DEPTH: u32 = 100;

/// Longer texts do not stand for a value in a message.
const LONGEST_WORDS: usize = 60;

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
                self.record(e);
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
                ExprKind::Deref(pointer) if self.is_function(*place) => self.value(pointer),
                _ if self.is_function(*place) => {
                    self.operands_for_effects(*place);
                    self.unmodelled(*place);
                    self.unknown(e)
                }
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
                    None => self.arithmetic_of(*op, [*a, *b], [x, y], ty, node.span),
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
                let outer = self.scope();
                self.open_block(*body);
                let mut value = self.value(*value);
                if self.ends_lives(outer) {
                    value = self.steady(value, node.span);
                }
                self.leave_to(outer, node.span);
                value
            }
            ExprKind::VaArg(state) => self.variable_argument(e, *state).unwrap_or_else(|| self.unknown(e)),
            ExprKind::VariableArguments => match self.lowering.builder.proc_ref(self.proc).params.last() {
                Some(arguments) => Expr::Var(*arguments),
                None => self.unmodelled(e),
            },
            ExprKind::LabelAddress(function, label) => Expr::Int(self.lowering.address_of_label(*function, *label), ty),
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
            // `(void)*p` reads nothing, as gcc has it.
            ExprKind::Convert(inner) if unit.types.is_void(node.ty) && self.is_plain_target(*inner) => {
                self.operands_for_effects(*inner);
            }
            ExprKind::Convert(inner) if unit.types.is_void(node.ty) => self.discard(*inner),
            ExprKind::Step { target, increment, .. } => {
                self.step(*target, *increment, false, false, node.span);
            }
            ExprKind::Assign { target, value } if self.is_record(node.ty) => {
                self.assign_record(*target, *value, node.span);
            }
            ExprKind::Assign { target, value } => {
                self.assign(*target, *value, false, node.span);
            }
            ExprKind::CompoundAssign { .. } => {
                self.value(e);
            }
            _ if self.is_record(node.ty) => {
                self.record(e);
            }
            ExprKind::Comma(first, second) => {
                self.discard(*first);
                self.discard(*second);
            }
            ExprKind::Call { .. } => {
                self.call(e, None);
            }
            ExprKind::StmtExpr { body, value } => {
                let outer = self.scope();
                self.open_block(*body);
                if let Some(value) = value {
                    self.discard(*value);
                }
                self.leave_to(outer, node.span);
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

    /// Whether an expression reads what a pointer points to, which is not volatile, and does nothing else but to compute the pointer.
    fn is_plain_target(&mut self, e: ExprId) -> bool {
        let ExprKind::Load(place) = self.unit[e].kind else { return false };
        let is_target = match self.unit[place].kind {
            ExprKind::Deref(pointer) => matches!(self.unit[pointer].kind, ExprKind::Load(_)),
            _ => false,
        };
        is_target && !self.unit[place].ty.is_volatile() && self.effects(e) != Effects::Writes
    }

    /// A pointer as a number.
    fn pointer(&mut self, e: ExprId) -> Expr {
        match self.find_pointer(e) {
            Some(found) => self.address(&found),
            None => self.unknown(e),
        }
    }

    fn pointer_difference(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Expr {
        let node = &self.unit[e];
        let to = self.unit.types.pointee(self.unit[a].ty);
        let Some(size) = to.and_then(|to| self.dynamic_size(to)).filter(|size| *size != Expr::Int(0, INDEX)) else {
            self.operands_for_effects(e);
            return self.unmodelled(e);
        };
        let (x, y) = self.pair(a, b);
        // Two numbers, as in a distance inside of a structure at address zero, are no pointers into objects.
        let numbers = matches!((&x, &y), (Expr::Int(..), Expr::Int(..)));
        if self.checks_memory(node.span) && !numbers {
            let mut same = Expr::Memory(MemoryExpr::SameObject, vec![x.clone(), y.clone()]);
            if let Some(labels) = self.lowering.addresses_of_labels() {
                let are_labels =
                    super::guard::conjunction(vec![self.is_between(&x, labels), self.is_between(&y, labels)]);
                same = Expr::Or(Box::new(same), Box::new(are_labels));
            }
            self.require(same, "pointers into different objects:", node.span);
        }
        let (x, y) = (self.cast(x, INDEX), self.cast(y, INDEX));
        let distance = self.arithmetic(ArithmeticOp::Sub, x, y, INDEX);
        let count = match size {
            Expr::Int(1, _) => distance,
            size => self.arithmetic(ArithmeticOp::Div, distance, size, INDEX),
        };
        self.cast(count, self.int_type(node.ty))
    }

    fn is_between(&self, pointer: &Expr, (low, high): (i128, i128)) -> Expr {
        let ty = self.lowering.pointer_type();
        let low = self.comparison(CompareOp::Le, Expr::Int(low, ty), pointer.clone());
        super::guard::conjunction(vec![low, self.comparison(CompareOp::Lt, pointer.clone(), Expr::Int(high, ty))])
    }

    /// Notes what the source calls a value that has no name of its own, for messages.
    pub(super) fn note_words(&mut self, value: &Expr, span: Span) {
        let nameless = match value {
            Expr::Var(var) => self.lowering.builder.var_ref(*var).kind == VarKind::Temp,
            value => value.has_memory(),
        };
        let text = self.lowering.sources.snippet(span);
        let text = text.trim();
        if nameless && text.len() <= LONGEST_WORDS && !text.contains('\n') {
            self.lowering.words.insert(value.clone(), text.into());
        }
    }

    /// The value of a scalar lvalue, of its type.
    fn load(&mut self, place: ExprId) -> Expr {
        let node = &self.unit[place];
        match self.place(place, Access::Read) {
            Some(_) if self.lowering.is_input(place) => self.volatile_value(place),
            Some(found) => {
                let value = self.read(&found, node.span);
                self.note_words(&value, node.span);
                self.cast(value, self.int_type(node.ty))
            }
            None => self.unknown(place),
        }
    }

    /// What a read of a volatile lvalue gives.
    pub(super) fn volatile_value(&mut self, place: ExprId) -> Expr {
        let node = &self.unit[place];
        let ty = self.int_type(node.ty);
        let held = self.lowering.cell(node.ty, 0, self.lowering.width(place)).map_or(ty, |cell| cell.ty);
        let value = self.temp("$volatile", held);
        let name = self.lowering.sources.snippet(node.span).trim().into();
        self.graph.emit(Op::Havoc(value, HavocKind::Volatile(name)), node.span);
        self.cast(Expr::Var(value), ty)
    }

    fn is_fixed(&self, place: ExprId) -> bool {
        matches!(self.unit[place].kind, ExprKind::String(_) | ExprKind::Function(_) | ExprKind::Object(_))
    }

    pub(super) fn operands_for_effects(&mut self, e: ExprId) {
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
    pub(super) fn may_be_undefined(&self, e: &Expr) -> bool {
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
            // What reads memory has its guard elsewhere.
            Expr::Memory(_, operands) => operands.iter().any(|operand| self.may_be_undefined(operand)),
            Expr::Float(op, operands) => {
                matches!(op, FloatOp::ToInt(..)) || operands.iter().any(|operand| self.may_be_undefined(operand))
            }
        }
    }

    /// A temporary variable that holds the value from here on.
    pub(super) fn spill(&mut self, value: Expr, span: Span) -> Expr {
        let temp = self.temp("$tmp", self.type_of(&value));
        let words = match &value {
            Expr::Var(var) if self.lowering.builder.var_ref(*var).kind != VarKind::Temp => {
                Some(self.lowering.builder.var_ref(*var).name.clone())
            }
            value => self.lowering.words.get(value).cloned(),
        };
        words.map(|words| self.lowering.words.insert(Expr::Var(temp), words));
        self.graph.emit(Op::Assign(temp, value), span);
        Expr::Var(temp)
    }

    /// Whether effects that come later cannot change the value.
    pub(super) fn is_stable(&self, value: &Expr) -> bool {
        match value {
            Expr::Int(..) => true,
            Expr::Var(var) => self.lowering.builder.var_ref(*var).kind == VarKind::Temp,
            Expr::Cast(_, inner) => self.is_stable(inner),
            Expr::Memory(MemoryExpr::Address(..) | MemoryExpr::Offset(_), operands) => {
                operands.iter().all(|operand| self.is_stable(operand))
            }
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
        self.expect_pointee(inner, to);
        let value = self.value(inner);
        let value = self.converted_or_any(inner, value, to, self.unit[inner].span);
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

    /// Pointers are in the order of the unsigned numbers that they are.
    pub(super) fn pointer_comparison(&self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        if matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return self.comparison(op, a, b);
        }
        let ty = IntType { signed: false, ..self.lowering.pointer_type() };
        self.comparison(op, self.cast(a, ty), self.cast(b, ty))
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
                    None if unit.types.is_pointer(unit[*a].ty) => {
                        self.check_literals([*a, *b], [&x, &y], node.span);
                        self.number_comparison(*op, [*a, *b], [x, y], node.span)
                    }
                    None => self.number_comparison(*op, [*a, *b], [x, y], node.span),
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
