//! Types of variable length: when their lengths are computed.
//!
//! C computes a length where the type is named: when a declaration is passed, in a cast, in `sizeof`, when a function is entered.
//! While a type is read, the lengths it mentions (and what `typeof` must evaluate) are collected as *pending*; whoever asked for
//! the type runs them in front of what it makes, or drops them where C evaluates nothing.

use super::*;

/// What is to be run where a type is named.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pending {
    /// A length, by its number.
    Length(u32),
    /// The operand of `typeof`, or a length that nobody uses.
    Effect(ExprId),
}

impl Sema<'_> {
    pub(super) fn new_length(&mut self, length: Option<ExprId>) -> ArrayLength {
        self.unit.lengths.push(length);
        let fresh = self.unit.types.variable_length();
        if let (Some(_), ArrayLength::Variable(number)) = (length, fresh) {
            self.pending.push(Pending::Length(number));
        }
        fresh
    }

    /// Everything pending since `mark` as statements.
    pub(super) fn take_pending(&mut self, mark: usize, span: Span) -> Vec<StmtId> {
        let pending = self.pending.split_off(mark.min(self.pending.len()));
        let statement = |pending: Pending| match pending {
            Pending::Length(number) => StmtKind::Length(number),
            Pending::Effect(e) => StmtKind::Expr(e),
        };
        pending.into_iter().map(|pending| self.unit.add_stmt(statement(pending), span)).collect()
    }

    /// Forgets what is pending since `mark`: the type is not evaluated.
    pub(super) fn drop_pending(&mut self, mark: usize) {
        self.pending.truncate(mark);
    }

    /// An expression behind everything that is pending since `mark`.
    pub(super) fn behind_pending(&mut self, mark: usize, e: ExprId) -> ExprId {
        let (ty, span) = (self.unit[e].ty, self.unit[e].span);
        let code = self.take_pending(mark, span);
        if code.is_empty() || self.function.is_none() {
            return e;
        }
        let body = self.unit.add_stmt(StmtKind::Block(code), span);
        self.unit.add_expr(ExprKind::StmtExpr { body, value: Some(e) }, ty, span)
    }

    /// The operand of `typeof` or `sizeof` is evaluated if its type has a variable length; here, if that can be noticed.
    pub(super) fn operand_effect(&mut self, e: ExprId) -> Option<ExprId> {
        if !self.unit.types.is_variably_modified(self.unit[e].ty) || !self.runs_code(e) {
            return None;
        }
        let void = self.unit.types.void();
        let value = self.load(e);
        Some(self.convert(value, void))
    }

    /// The length of an array parameter, which has become a pointer, counts for its effects alone, if it is evaluated.
    pub(super) fn outermost_length(&mut self, declared: Ty, evaluated: bool) {
        let Some((_, ArrayLength::Variable(number))) = self.unit.types.element(declared) else { return };
        let position = self.pending.iter().position(|pending| matches!(pending, Pending::Length(n) if *n == number));
        let (Some(position), Some(length)) = (position, self.unit.lengths[number as usize]) else { return };
        if evaluated && self.runs_code(length) {
            self.pending[position] = Pending::Effect(length);
        } else {
            self.pending.remove(position);
        }
    }
}
