//! Checks as errors: undefined arithmetic becomes a way to an error location.
//!
//! For each operation that may be undefined, the source of its edge gets a further edge, before all others, to an error that is
//! taken just in the states where the operation is undefined. Conditions are computed in a wider type, so that they
//! are defined themselves; where C evaluates an operand only sometimes, its condition says when.

use super::super::builder::ProgramBuilder;
use super::super::expr::{BinaryOp, Expr, IntType, UnaryOp};
use super::super::float::{self, FloatFormat, FloatOp};
use super::super::memory::MemoryExpr;
use super::super::program::*;
use super::super::text::{ExprDisplay, SourceWords};
use super::super::verify::debug_verify;

/// Which undefined arithmetic is an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ArithmeticChecks {
    /// Signed operations whose result does not fit.
    pub overflow: bool,
    /// Signed shifts to the left whose result does not fit.
    pub shift_overflow: bool,
    /// Division by zero and remainders of it.
    pub division: bool,
    /// Shifts by an amount out of range, and to the left of negative values.
    pub shift: bool,
    /// Conversions of floating-point numbers to an integer type that does not hold them.
    pub conversion: bool,
}

impl ArithmeticChecks {
    pub const ALL: ArithmeticChecks =
        ArithmeticChecks { overflow: true, shift_overflow: true, division: true, shift: true, conversion: true };
}

/// The program with the checks as errors. Locations keep their numbers; edges do not.
pub fn instrument(program: &Program, checks: ArithmeticChecks) -> Program {
    instrument_each(program, &SourceWords::new(), &|_| checks)
}

/// As [`instrument`], where each edge has checks of its own, in the words of the source.
pub fn instrument_each(
    program: &Program,
    words: &SourceWords,
    checks_of: &dyn Fn(&Edge) -> ArithmeticChecks,
) -> Program {
    let mut builder = ProgramBuilder::new(program.semantics);
    builder.copy_declarations(program);
    for loc in program.locs.keys() {
        let Some(proc) = program.locs[loc].proc else { continue };
        let mut seen: Vec<Expr> = Vec::new();
        for (_, edge) in program.outgoing(loc) {
            let search = Search { program, words, checks: checks_of(edge) };
            for fault in search.faults(&edge.op) {
                if seen.contains(&fault.condition) {
                    continue;
                }
                seen.push(fault.condition.clone());
                let error = ErrorInfo { kind: fault.kind, message: fault.message.into(), span: edge.span };
                let target = builder.error_loc(proc, error);
                builder.edge(loc, target, Op::Assume(fault.condition), edge.span);
            }
        }
        for (_, edge) in program.outgoing(loc) {
            builder.edge(loc, edge.dst, edge.op.clone(), edge.span);
        }
    }
    let result = builder.finish(program.entry);
    debug_verify(&result, "instrument");
    result
}

struct Fault {
    kind: ErrorKind,
    message: String,
    condition: Expr,
}

struct Search<'p> {
    program: &'p Program,
    words: &'p SourceWords,
    checks: ArithmeticChecks,
}

impl Search<'_> {
    fn faults(&self, op: &Op) -> Vec<Fault> {
        let mut faults = Vec::new();
        op.for_each_expr(&mut |e| self.visit(e, None, &mut faults));
        faults
    }

    fn show<'e>(&'e self, expr: &'e Expr) -> ExprDisplay<'e> {
        ExprDisplay { words: Some(self.words), ..self.program.show_expr(expr) }
    }

    fn ty(&self, e: &Expr) -> Option<IntType> {
        e.ty(self.program).as_int()
    }

    fn visit(&self, e: &Expr, when: Option<&Expr>, faults: &mut Vec<Fault>) {
        match e {
            Expr::Int(..) | Expr::Var(_) => {}
            Expr::Cast(_, inner) | Expr::Select(_, inner) => self.visit(inner, when, faults),
            Expr::Memory(MemoryExpr::Offset(_), operands) => {
                self.visit(&operands[0], when, faults);
                self.visit_distance(&operands[1], when, faults);
            }
            Expr::Float(op, operands) => {
                operands.iter().for_each(|e| self.visit(e, when, faults));
                if let (FloatOp::ToInt(format, ty), true) = (op, self.checks.conversion) {
                    self.conversion(e, *format, &operands[0], *ty, when, faults);
                }
            }
            Expr::Memory(_, operands) => operands.iter().for_each(|e| self.visit(e, when, faults)),
            Expr::Unary(op, inner) => {
                self.visit(inner, when, faults);
                if *op == UnaryOp::Neg
                    && let Some(ty) = self.ty(inner)
                {
                    let zero = Expr::Int(0, ty);
                    self.overflow(e, BinaryOp::Sub, &zero, inner, ty, when, faults);
                }
            }
            Expr::Binary(op, a, b) => {
                self.visit(a, when, faults);
                self.visit(b, when, faults);
                if let Some(ty) = self.ty(a) {
                    self.binary(e, *op, a, b, ty, when, faults);
                }
            }
            Expr::And(a, b) => {
                self.visit(a, when, faults);
                self.visit(b, Some(&and(when, (**a).clone())), faults);
            }
            Expr::Or(a, b) => {
                self.visit(a, when, faults);
                self.visit(b, Some(&and(when, (**a).clone().negated())), faults);
            }
            Expr::Ite(c, a, b) => {
                self.visit(c, when, faults);
                self.visit(a, Some(&and(when, (**c).clone())), faults);
                self.visit(b, Some(&and(when, (**c).clone().negated())), faults);
            }
        }
    }

    /// A distance in bytes: the sums and products on top are not those of the source.
    fn visit_distance(&self, e: &Expr, when: Option<&Expr>, faults: &mut Vec<Fault>) {
        match e {
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
                self.visit_distance(a, when, faults);
                self.visit_distance(b, when, faults);
            }
            e => self.visit(e, when, faults),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn binary(
        &self,
        e: &Expr,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        ty: IntType,
        when: Option<&Expr>,
        faults: &mut Vec<Fault>,
    ) {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.overflow(e, op, a, b, ty, when, faults),
            BinaryOp::Div | BinaryOp::Rem => {
                let divisor = if let Expr::Int(value, _) = b { Some(*value) } else { None };
                if self.checks.division && divisor.is_none_or(|value| value == 0) {
                    let condition = and(when, Expr::binary(BinaryOp::Eq, b.clone(), Expr::Int(0, ty)));
                    let message = format!("the divisor of `{}` is zero", self.show(e));
                    faults.push(Fault { kind: ErrorKind::DivisionByZero, message, condition });
                }
                if self.checks.overflow && ty.signed && divisor.is_none_or(|value| value == -1) {
                    let smallest = Expr::binary(BinaryOp::Eq, a.clone(), Expr::Int(ty.min(), ty));
                    let minus_one = Expr::binary(BinaryOp::Eq, b.clone(), Expr::Int(-1, ty));
                    let both = Expr::And(Box::new(smallest), Box::new(minus_one));
                    faults.push(self.overflow_fault(e, and(when, both)));
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => self.shift(e, op, a, b, ty, when, faults),
            _ => {}
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn shift(
        &self,
        e: &Expr,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        ty: IntType,
        when: Option<&Expr>,
        faults: &mut Vec<Fault>,
    ) {
        let Some(amount) = self.ty(b) else { return };
        let bits = i128::from(ty.bits);
        let compare = |op: BinaryOp, x: Expr, y: Expr| Expr::binary(op, x, y);
        let (low, high) = self.range(b);
        let below = (low < 0).then(|| compare(BinaryOp::Lt, b.clone(), Expr::Int(0, amount)));
        let above = (high >= bits).then(|| compare(BinaryOp::Le, Expr::Int(bits, amount), b.clone()));
        let outside = match (below, above) {
            (Some(below), Some(above)) => Some(Expr::Or(Box::new(below), Box::new(above))),
            (one, other) => one.or(other),
        };
        if let Some(outside) = outside.clone().filter(|_| self.checks.shift) {
            let message = format!("the amount of `{}` is out of range", self.show(e));
            faults.push(Fault { kind: ErrorKind::Shift, message, condition: and(when, outside) });
        }
        if op != BinaryOp::Shl || !ty.signed {
            return;
        }
        if self.checks.shift && self.range(a).0 < 0 {
            let condition = and(when, compare(BinaryOp::Lt, a.clone(), Expr::Int(0, ty)));
            let message = format!("a negative value is shifted by `{}`", self.show(e));
            faults.push(Fault { kind: ErrorKind::Shift, message, condition });
        }
        let fits = |value: i128, amount: i128| {
            value.checked_shl(amount as u32).is_some_and(|v| v >> amount == value && v <= ty.max())
        };
        let largest = self.range(a).1.max(0);
        if !self.checks.shift_overflow || ty.bits > 64 || (0..bits).contains(&high) && fits(largest, high) {
            return;
        }
        // Where the amount is in range, the exact result fits a type of twice the width.
        let wide = IntType::new(if ty.bits <= 32 { 64 } else { 128 }, true);
        let exact = Expr::binary(BinaryOp::Shl, Expr::cast(wide, a.clone()), b.clone());
        let too_large = compare(BinaryOp::Lt, Expr::Int(ty.max(), wide), exact);
        let positive = compare(BinaryOp::Lt, Expr::Int(0, ty), a.clone());
        let mut condition = and(when, positive);
        if let Some(outside) = outside {
            condition = Expr::And(Box::new(condition), Box::new(outside.negated()));
        }
        faults.push(self.overflow_fault(e, Expr::And(Box::new(condition), Box::new(too_large))));
    }

    /// A conversion is defined just for what lies between the numbers next to the type's range.
    fn conversion(
        &self,
        e: &Expr,
        format: FloatFormat,
        value: &Expr,
        ty: IntType,
        when: Option<&Expr>,
        faults: &mut Vec<Fault>,
    ) {
        let number = |n: i128| float::apply(FloatOp::FromInt(format), &[n], IntType::new(128, true));
        let is_exact = |n: i128| {
            number(n)
                .and_then(|n| float::apply(FloatOp::ToInt(format, IntType::new(128, true)), &[n], format.pattern()))
                == Some(n)
        };
        if ty.bits > 64 {
            return;
        }
        let compare = |op: FloatOp, low: Expr, high: Expr| Expr::Float(op, vec![low, high]);
        let constant = |n: i128| number(n).map(|bits| Expr::Int(bits, format.pattern()));
        // Where the number below the range has no pattern, none lies between it and the range.
        let above = match is_exact(ty.min() - 1) {
            true => constant(ty.min() - 1).map(|low| compare(FloatOp::Lt(format), low, value.clone())),
            false => constant(ty.min()).map(|low| compare(FloatOp::Le(format), low, value.clone())),
        };
        let below = constant(ty.max() + 1).map(|high| compare(FloatOp::Lt(format), value.clone(), high));
        if let (Some(above), Some(below)) = (above, below) {
            let fits = Expr::And(Box::new(above), Box::new(below));
            let message = format!("the number in `{}` does not fit", self.show(e));
            faults.push(Fault { kind: ErrorKind::Overflow, message, condition: and(when, fits.negated()) });
        }
    }

    fn overflow_fault(&self, e: &Expr, condition: Expr) -> Fault {
        let message = format!("`{}` overflows", self.show(e));
        Fault { kind: ErrorKind::Overflow, message, condition }
    }

    /// A signed operation: its exact result, in a wider type, against the range of its own.
    #[allow(clippy::too_many_arguments)]
    fn overflow(
        &self,
        e: &Expr,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        ty: IntType,
        when: Option<&Expr>,
        faults: &mut Vec<Fault>,
    ) {
        if !self.checks.overflow || !ty.signed || ty.bits > 64 {
            return;
        }
        let (low, high) = range_of(op, self.range(a), self.range(b)).unwrap_or((i128::MIN, i128::MAX));
        let wide = IntType::new(if ty.bits <= 32 { 64 } else { 128 }, true);
        let widen = |e: &Expr| match e {
            Expr::Int(value, _) => Expr::Int(*value, wide),
            e => Expr::cast(wide, e.clone()),
        };
        let exact = Expr::binary(op, widen(a), widen(b));
        let below = (low < ty.min()).then(|| Expr::binary(BinaryOp::Lt, exact.clone(), Expr::Int(ty.min(), wide)));
        let above = (high > ty.max()).then(|| Expr::binary(BinaryOp::Lt, Expr::Int(ty.max(), wide), exact.clone()));
        let outside = match (below, above) {
            (Some(below), Some(above)) => Expr::Or(Box::new(below), Box::new(above)),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return,
        };
        faults.push(self.overflow_fault(e, and(when, outside)));
    }

    /// The values that an expression can have by its types alone.
    fn range(&self, e: &Expr) -> (i128, i128) {
        let Some(ty) = self.ty(e) else { return (i128::MIN, i128::MAX) };
        let own = if ty.bits >= 128 { (i128::MIN, i128::MAX) } else { (ty.min(), ty.max()) };
        let inside = |(low, high): (i128, i128)| (own.0 <= low && high <= own.1).then_some((low, high));
        match e {
            Expr::Int(value, _) => (*value, *value),
            Expr::Cast(_, inner) => inside(self.range(inner)).unwrap_or(own),
            Expr::Binary(op, a, b) => range_of(*op, self.range(a), self.range(b)).and_then(inside).unwrap_or(own),
            Expr::Ite(_, a, b) => {
                let (a, b) = (self.range(a), self.range(b));
                (a.0.min(b.0), a.1.max(b.1))
            }
            _ => own,
        }
    }
}

/// The exact range of a result; `None` if it is not known.
fn range_of(op: BinaryOp, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    match op {
        BinaryOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        BinaryOp::Sub => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        BinaryOp::Mul => {
            let corners = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
            Some((*corners.iter().min()?, *corners.iter().max()?))
        }
        _ => None,
    }
}

fn and(when: Option<&Expr>, condition: Expr) -> Expr {
    match when {
        Some(when) => Expr::And(Box::new(when.clone()), Box::new(condition)),
        None => condition,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::read_program;

    fn errors(text: &str) -> Vec<String> {
        let text = format!(
            "global x: i32; global y: i32; global c: i8; global w: i64; global b: bool; global d: u64;
             proc main() entry l0 exit l1 {{ l0 -> l1: {text}; }}"
        );
        let program = read_program(&text).unwrap_or_else(|e| panic!("{e}"));
        let checked = instrument(&program, ArithmeticChecks::ALL);
        let condition = |(_, edge): (EdgeId, &Edge)| match &edge.op {
            Op::Assume(e) => Some(checked.show_expr(e).to_string()),
            _ => None,
        };
        checked.edges.iter().filter_map(condition).collect()
    }

    #[test]
    fn sums_and_products_are_computed_in_a_wider_type() {
        assert_eq!(errors("x = x + 1"), ["2147483647 < i64(x) + 1"]);
        assert_eq!(errors("x = -x"), ["2147483647 < 0 - i64(x)"]);
        assert_eq!(errors("x = x * y").len(), 1);
    }

    #[test]
    fn what_cannot_overflow_needs_no_check() {
        assert_eq!(errors("x = i32(c) + 1"), Vec::<String>::new());
        assert_eq!(errors("w = i64(x) * i64(y)"), Vec::<String>::new());
        assert_eq!(errors("x = x / 7"), Vec::<String>::new());
    }

    #[test]
    fn shifts_have_amounts_in_range_and_results_that_fit() {
        assert_eq!(errors("x = x >> 3"), Vec::<String>::new());
        assert_eq!(errors("x = 1 << 3"), Vec::<String>::new());
        assert_eq!(errors("x = 1 << 31").len(), 1);
        assert_eq!(errors("x = x >> y"), ["y < 0 || 32 <= y"]);
        assert_eq!(errors("x = x << y").len(), 3);
    }

    #[test]
    fn conversions_of_numbers_that_fit_no_integer_are_errors() {
        assert_eq!(
            errors("x = f64.to.i32(d)"),
            ["!(f64.lt(13970166044105375744, d) && f64.lt(d, 4746794007248502784))"]
        );
    }

    #[test]
    fn operands_that_are_not_evaluated_do_no_harm() {
        assert_eq!(errors("b = b && x / y == 1"), ["b && y == 0", "b && (x == -2147483648 && y == -1)"]);
    }
}
