//! Expressions over mathematical integers.
//!
//! Signed arithmetic that must not overflow is left unbounded (`Ranges` adds the facts where they are wanted); unsigned
//! arithmetic and narrowing conversions wrap exactly. Every number carries *bounds*: an interval that holds in every
//! execution without undefined behaviour, found from types, from constants and from an interval analysis if there is one.
//! Bounds decide where a wrap is idle and how a value is best expressed. They may fail on executions that only the unbounded
//! encoding has, which is sound: those need not be kept.
//!
//! The wrap of t to a type with n values is t itself where the bounds show it idle; a case distinction where t can leave the
//! type's range on one side only, by less than n; and t − n·q with a fresh quotient q otherwise.

use landfall_smt::{Int, Sort, Term};

use super::float::{self, Outcome};
use super::transition::{Local, Origin};
use super::{Encoder, Evaluated};
use crate::cfa::{BinaryOp, EdgeId, Expr, FloatOp, IntType, Overflow, UnaryOp, VarId};

/// An integer term with bounds, both inclusive.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub term: Term,
    pub low: Int,
    pub high: Int,
    /// The bounds hold in the unbounded encoding as well.
    pub certain: bool,
}

impl Number {
    pub fn constant(value: Int) -> Number {
        Number { term: Term::int(value.clone()), low: value.clone(), high: value, certain: true }
    }

    pub fn as_constant(&self) -> Option<&Int> {
        if self.low == self.high { Some(&self.low) } else { self.term.as_int() }
    }

    pub fn is_within(&self, range: &(Int, Int)) -> bool {
        range.0 <= self.low && self.high <= range.1
    }

    pub fn is_nonnegative(&self) -> bool {
        self.low >= Int::ZERO
    }
}

/// The smallest and largest value of a type.
pub fn range_of(ty: IntType) -> (Int, Int) {
    let one = Int::ONE;
    let bits = usize::from(ty.bits);
    if ty.signed {
        let half = one.clone() << (bits - 1);
        (-half.clone(), half - one)
    } else {
        (Int::ZERO, (one.clone() << bits) - one)
    }
}

/// `low ≤ term ≤ high` for the range of a type.
pub fn within_type(term: Term, ty: IntType) -> Term {
    let (low, high) = range_of(ty);
    Term::and(&[Term::int(low).le(term), term.le(Term::int(high))])
}

/// The mathematical value of a constant of a program.
pub fn constant_value(value: i128, ty: IntType) -> Int {
    if ty.signed {
        Int::from(value)
    } else if ty.bits == 128 {
        Int::from(value as u128)
    } else {
        Int::from(value)
    }
}

pub(super) fn power_of_two(exponent: u32) -> Int {
    Int::ONE << exponent as usize
}

pub(super) fn floor_div(value: &Int, divisor: &Int) -> Int {
    let quotient = value / divisor;
    if (value % divisor) < Int::ZERO { quotient - Int::ONE } else { quotient }
}

/// Encodes the expressions of one edge; collects the side conditions on the way.
pub(super) struct IntegerEncoder<'a> {
    encoder: &'a Encoder<'a>,
    edge: EdgeId,
    /// Facts that every execution of the edge satisfies: definedness, quotients, approximations.
    guards: Vec<Term>,
    /// Facts that exclude signed overflow; part of the guard only where they are asked for.
    ranges: Vec<Term>,
    locals: Vec<Local>,
    /// What holds where the expression at hand is evaluated: C evaluates some operands only under a condition.
    context: Vec<Term>,
}

impl<'a> IntegerEncoder<'a> {
    pub fn new(encoder: &'a Encoder<'a>, edge: EdgeId) -> Self {
        IntegerEncoder {
            encoder,
            edge,
            guards: Vec::new(),
            ranges: Vec::new(),
            locals: Vec::new(),
            context: Vec::new(),
        }
    }

    pub fn finish(self) -> Evaluated {
        Evaluated { guards: self.guards, ranges: self.ranges, locals: self.locals }
    }

    pub fn type_of(&self, expr: &Expr) -> IntType {
        expr.ty(self.encoder.program).as_int().expect("the integer encoding is asked for integers only")
    }

    /// A fresh local of the edge.
    pub fn local(&mut self, name: &str, origin: Origin) -> Term {
        let symbol = Term::fresh(name, Sort::Int);
        self.locals.push(Local { symbol, origin });
        symbol
    }

    /// `fact`, where the expression at hand is evaluated.
    fn in_context(&self, fact: Term) -> Term {
        let mut clause: Vec<Term> = self.context.iter().map(|c| c.not()).collect();
        clause.push(fact);
        Term::or(&clause)
    }

    /// Executions that evaluate the expression at hand satisfy `fact`.
    pub fn require(&mut self, fact: Term) {
        let fact = self.in_context(fact);
        self.guards.push(fact);
    }

    /// Signed overflow in the expression at hand is excluded by `fact`.
    fn require_range(&mut self, fact: Term) {
        let fact = self.in_context(fact);
        self.ranges.push(fact);
    }

    /// Every execution satisfies `fact`, whether it evaluates the expression at hand or not.
    pub fn assert(&mut self, fact: Term) {
        self.guards.push(fact);
    }

    fn under<R>(&mut self, condition: Term, encode: impl FnOnce(&mut Self) -> R) -> R {
        self.context.push(condition);
        let result = encode(self);
        self.context.pop();
        result
    }

    fn wraps_signed(&self) -> bool {
        self.encoder.program.semantics.overflow == Overflow::Wrap
    }

    fn variable(&self, var: VarId) -> Number {
        let ty = self.encoder.program.vars[var].ty.as_int().expect("the integer encoding is asked for integers only");
        let (mut low, mut high) = range_of(ty);
        if let Some((l, h)) = self.encoder.intervals.and_then(|oracle| oracle.range(self.edge, var)) {
            low = low.max(Int::from(l));
            high = high.min(Int::from(h));
        }
        if low > high {
            // The analysis says that the edge is not executed; any bounds do.
            high = low.clone();
        }
        Number { term: self.encoder.symbols.state(var), low, high, certain: !ty.signed }
    }

    /// The value of an integer expression; truth values are 0 and 1.
    pub fn number(&mut self, expr: &Expr) -> Number {
        match expr {
            Expr::Int(value, ty) => Number::constant(constant_value(*value, *ty)),
            Expr::Var(var) => self.variable(*var),
            Expr::Unary(UnaryOp::Not, _) | Expr::And(..) | Expr::Or(..) => self.truth_as_number(expr),
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(op, left, right) => self.binary(expr, *op, left, right),
            Expr::Cast(to, operand) => {
                let value = self.number(operand);
                self.wrap(value, *to)
            }
            Expr::Ite(condition, yes, no) => {
                let condition = self.truth(condition);
                let yes = self.under(condition, |this| this.number(yes));
                let no = self.under(condition.not(), |this| this.number(no));
                select(condition, yes, no)
            }
            Expr::Select(region, index) => self.cell(*region, index),
            Expr::Float(op, operands) => self.float(*op, operands),
            Expr::Memory(..) => unreachable!("programs for engines have no memory"),
        }
    }

    /// A cell of a region. Those of unsigned types are in range like variables of them; of signed ones that is a range fact.
    fn cell(&mut self, region: VarId, index: &Expr) -> Number {
        let ty = self.encoder.program.vars[region].ty.scalar();
        let index = self.number(index).term;
        let term = self.encoder.symbols.state(region).select(index);
        let (low, high) = range_of(ty);
        if ty.signed {
            self.require_range(within_type(term, ty))
        } else {
            self.assert(within_type(term, ty))
        }
        Number { term, low, high, certain: !ty.signed }
    }

    /// The result of a floating-point operation: any value of its type, unless the encoder is to be exact.
    fn float(&mut self, op: FloatOp, operands: &[Expr]) -> Number {
        let ty = op.result();
        let (low, high) = range_of(ty);
        let mut bits = Vec::with_capacity(operands.len());
        for operand in operands {
            let width = u32::from(self.type_of(operand).bits);
            bits.push(self.number(operand).term.int_to_bv(width));
        }
        if !self.encoder.exact_floats {
            let term = self.local("float", Origin::Approximate);
            self.assert(within_type(term, ty));
            return Number { term, low, high, certain: true };
        }
        let (outcome, defined) = float::apply(op, &bits, self.type_of(&operands[0]).signed);
        self.require(defined);
        let result = match outcome {
            Outcome::Truth(truth) => {
                return select(truth, Number::constant(Int::ONE), Number::constant(Int::ZERO));
            }
            Outcome::Bits(bits) => bits,
            Outcome::Number(format, number) => {
                let pattern = Term::fresh("float", Sort::BitVec(u32::from(format.bits())));
                self.locals.push(Local { symbol: pattern, origin: Origin::Wrap });
                self.assert(float::is_pattern_of(format, pattern, number));
                pattern
            }
        };
        let unsigned = result.bv_to_int();
        let term = if ty.signed {
            let negative = result.slt(Term::bv_const(0, u32::from(ty.bits)));
            let modulus = power_of_two(u32::from(ty.bits));
            Term::ite(negative, unsigned.sub(Term::int(modulus)), unsigned)
        } else {
            unsigned
        };
        Number { term, low, high, certain: true }
    }

    fn truth_as_number(&mut self, expr: &Expr) -> Number {
        let truth = self.truth(expr);
        select(truth, Number::constant(Int::ONE), Number::constant(Int::ZERO))
    }

    /// The value of a truth value (type `BOOL`).
    pub fn truth(&mut self, expr: &Expr) -> Term {
        match expr {
            Expr::Int(value, _) => Term::bool(*value != 0),
            Expr::Unary(UnaryOp::Not, operand) => self.truth(operand).not(),
            Expr::And(left, right) => {
                let left = self.truth(left);
                let right = self.under(left, |this| this.truth(right));
                Term::and(&[left, right])
            }
            Expr::Or(left, right) => {
                let left = self.truth(left);
                let right = self.under(left.not(), |this| this.truth(right));
                Term::or(&[left, right])
            }
            Expr::Ite(condition, yes, no) => {
                let condition = self.truth(condition);
                let yes = self.under(condition, |this| this.truth(yes));
                let no = self.under(condition.not(), |this| this.truth(no));
                Term::ite(condition, yes, no)
            }
            Expr::Binary(op, left, right) if op.is_comparison() => self.comparison(*op, left, right),
            Expr::Binary(op @ (BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor), left, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                match op {
                    BinaryOp::BitAnd => Term::and(&[left, right]),
                    BinaryOp::BitOr => Term::or(&[left, right]),
                    _ => left.eq(right).not(),
                }
            }
            // A bound rather than a disequality: the value is 0 or 1, and bounds are what arithmetic solvers like.
            _ => Term::int(1).le(self.number(expr).term),
        }
    }

    fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Term {
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && self.type_of(left) == IntType::BOOL {
            let (left, right) = (self.truth(left), self.truth(right));
            let equal = left.eq(right);
            return if op == BinaryOp::Eq { equal } else { equal.not() };
        }
        let (left, right) = (self.number(left).term, self.number(right).term);
        match op {
            BinaryOp::Eq => left.eq(right),
            BinaryOp::Ne => left.eq(right).not(),
            BinaryOp::Lt => left.lt(right),
            _ => left.le(right),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Number {
        let ty = self.type_of(operand);
        let value = self.number(operand);
        match op {
            UnaryOp::Neg => {
                let negated =
                    Number { term: value.term.neg(), low: -value.high, high: -value.low, certain: value.certain };
                self.arithmetic_result(negated, ty)
            }
            _ => complement(value, ty),
        }
    }

    fn binary(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Number {
        if op.is_comparison() {
            return self.truth_as_number(expr);
        }
        let ty = self.type_of(left);
        if ty == IntType::BOOL && matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) {
            return self.truth_as_number(expr);
        }
        let (a, b) = (self.number(left), self.number(right));
        match op {
            BinaryOp::Add => {
                let sum = Number {
                    term: a.term.add(b.term),
                    low: a.low + b.low,
                    high: a.high + b.high,
                    certain: a.certain && b.certain,
                };
                self.arithmetic_result(sum, ty)
            }
            BinaryOp::Sub => {
                let difference = Number {
                    term: a.term.sub(b.term),
                    low: a.low - b.high,
                    high: a.high - b.low,
                    certain: a.certain && b.certain,
                };
                self.arithmetic_result(difference, ty)
            }
            BinaryOp::Mul => {
                let product = multiply(a, b);
                self.arithmetic_result(product, ty)
            }
            BinaryOp::Div => self.divide(a, b, ty),
            BinaryOp::Rem => self.remainder(a, b, ty),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, a, b, ty),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => self.bitwise(op, a, b, ty),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => unreachable!("comparisons were handled above"),
        }
    }

    /// What becomes of the exact result of an arithmetic operation in its type.
    fn arithmetic_result(&mut self, exact: Number, ty: IntType) -> Number {
        if !ty.signed || self.wraps_signed() { self.wrap(exact, ty) } else { self.assume_in_range(exact, ty) }
    }

    /// Executions that leave the range of the type end here.
    fn assume_in_range(&mut self, exact: Number, ty: IntType) -> Number {
        let range = range_of(ty);
        if exact.certain && exact.is_within(&range) {
            return exact;
        }
        self.require_range(within_type(exact.term, ty));
        if exact.is_within(&range) {
            return exact;
        }
        clamp(exact, &range)
    }

    /// The value of the type that is congruent to `value`.
    pub fn wrap(&mut self, value: Number, ty: IntType) -> Number {
        let range = range_of(ty);
        if value.is_within(&range) {
            return value;
        }
        let modulus = power_of_two(u32::from(ty.bits));
        let least = floor_div(&(&value.low - &range.0), &modulus);
        let most = floor_div(&(&value.high - &range.0), &modulus);
        let shifted = |times: &Int| value.term.sub(Term::int(times * &modulus));
        if least == most {
            let offset = &least * &modulus;
            return Number {
                term: shifted(&least),
                low: &value.low - &offset,
                high: &value.high - &offset,
                certain: value.certain,
            };
        }
        let term = if &least + Int::ONE == most {
            let boundary = &range.0 + &most * &modulus;
            let wrapped = Term::ite(value.term.lt(Term::int(boundary)), shifted(&least), shifted(&most));
            if !value.certain {
                self.require(within_type(wrapped, ty));
            }
            wrapped
        } else {
            let quotient = self.local("wrap", Origin::Wrap);
            let wrapped = value.term.sub(quotient.scale(modulus));
            self.assert(within_type(wrapped, ty));
            if value.certain {
                self.require(Term::and(&[Term::int(least).le(quotient), quotient.le(Term::int(most))]));
            }
            wrapped
        };
        Number { term, low: range.0, high: range.1, certain: true }
    }

    fn divide(&mut self, a: Number, b: Number, ty: IntType) -> Number {
        self.exclude_undefined_division(&a, &b, ty);
        let certain = a.certain && b.certain;
        let term = match (a.is_nonnegative(), b.as_constant()) {
            (true, _) => a.term.div(b.term),
            (false, Some(divisor)) if *divisor != Int::ZERO => a.term.div_trunc(Term::int(divisor.clone())),
            _ => a.term.div_trunc(b.term),
        };
        let largest = a.low.clone().max(-a.low.clone()).max(a.high.clone()).max(-a.high.clone());
        let (low, high) = match b.as_constant() {
            Some(d) if *d > Int::ZERO => (&a.low / d, &a.high / d),
            _ if a.is_nonnegative() && b.is_nonnegative() => (Int::ZERO, a.high),
            _ => (-largest.clone(), largest),
        };
        clamp(Number { term, low, high, certain }, &range_of(ty))
    }

    fn remainder(&mut self, a: Number, b: Number, ty: IntType) -> Number {
        self.exclude_undefined_division(&a, &b, ty);
        let certain = a.certain && b.certain;
        let term = match (a.is_nonnegative(), b.as_constant()) {
            (true, _) => a.term.modulo(b.term),
            (false, Some(divisor)) if *divisor != Int::ZERO => a.term.rem_trunc(Term::int(divisor.clone())),
            _ => a.term.rem_trunc(b.term),
        };
        // |a % b| is below |b| and at most |a|, with the sign of a.
        let divisor = b.low.clone().max(-b.low.clone()).max(b.high.clone()).max(-b.high.clone());
        let limit = if divisor > Int::ZERO { divisor - Int::ONE } else { Int::ZERO };
        let low = if a.is_nonnegative() { Int::ZERO } else { (-limit.clone()).max(a.low.clone()) };
        let high = if a.high <= Int::ZERO { Int::ZERO } else { limit.min(a.high.clone()) };
        Number { term, low, high, certain }
    }

    /// Division by zero, and the one quotient that does not fit.
    fn exclude_undefined_division(&mut self, a: &Number, b: &Number, ty: IntType) {
        self.require(b.term.eq(Term::int(0)).not());
        let least = range_of(ty).0;
        let minus_one = Int::NEG_ONE;
        let possible = ty.signed && a.low <= least && b.low <= minus_one && minus_one <= b.high;
        if possible {
            let overflow = Term::and(&[a.term.eq(Term::int(least)), b.term.eq(Term::int(-1))]);
            // Undefined also where other overflow wraps.
            if self.wraps_signed() { self.require(overflow.not()) } else { self.require_range(overflow.not()) }
        }
    }
}

/// `if condition then yes else no`, with the bounds of both.
pub(super) fn select(condition: Term, yes: Number, no: Number) -> Number {
    Number {
        term: Term::ite(condition, yes.term, no.term),
        low: yes.low.min(no.low),
        high: yes.high.max(no.high),
        certain: yes.certain && no.certain,
    }
}

/// The bitwise complement: −x − 1, modulo 2ⁿ for unsigned types.
pub(super) fn complement(value: Number, ty: IntType) -> Number {
    let top = if ty.signed { Int::NEG_ONE } else { range_of(ty).1 };
    Number {
        term: Term::int(top.clone()).sub(value.term),
        low: &top - &value.high,
        high: &top - &value.low,
        certain: value.certain,
    }
}

fn multiply(a: Number, b: Number) -> Number {
    let corners = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
    let low = corners.iter().min().expect("four corners").clone();
    let high = corners.iter().max().expect("four corners").clone();
    // A factor whose value the bounds know keeps the product linear.
    let term = match (a.as_constant(), b.as_constant()) {
        (Some(factor), _) => b.term.scale(factor.clone()),
        (_, Some(factor)) => a.term.scale(factor.clone()),
        _ => a.term.mul(b.term),
    };
    Number { term, low, high, certain: a.certain && b.certain }
}

/// The same value with bounds cut to a range in which every defined execution has it.
fn clamp(value: Number, range: &(Int, Int)) -> Number {
    if value.is_within(range) {
        return value;
    }
    let low = value.low.max(range.0.clone()).min(range.1.clone());
    let high = value.high.min(range.1.clone()).max(low.clone());
    Number { term: value.term, low, high, certain: false }
}
