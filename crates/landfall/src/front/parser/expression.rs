//! Expressions: operators. Operands and postfix operators are in [`super::primary`].

use super::{Parse, Parser};
use crate::front::ast::{Alignof, BinaryOp, Expr, ExprId, ExprKind, UnaryOp};
use crate::front::lexer::TokenKind;
use crate::front::source::Span;

/// A binary operator and how tightly it binds.
fn binary_operator(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        TokenKind::OrOr => (BinaryOp::LogicalOr, 1),
        TokenKind::AndAnd => (BinaryOp::LogicalAnd, 2),
        TokenKind::Or => (BinaryOp::BitOr, 3),
        TokenKind::Xor => (BinaryOp::BitXor, 4),
        TokenKind::And => (BinaryOp::BitAnd, 5),
        TokenKind::EqualEqual => (BinaryOp::Equal, 6),
        TokenKind::NotEqual => (BinaryOp::NotEqual, 6),
        TokenKind::Less => (BinaryOp::Less, 7),
        TokenKind::Greater => (BinaryOp::Greater, 7),
        TokenKind::LessEqual => (BinaryOp::LessEqual, 7),
        TokenKind::GreaterEqual => (BinaryOp::GreaterEqual, 7),
        TokenKind::ShiftLeft => (BinaryOp::ShiftLeft, 8),
        TokenKind::ShiftRight => (BinaryOp::ShiftRight, 8),
        TokenKind::Plus => (BinaryOp::Add, 9),
        TokenKind::Minus => (BinaryOp::Subtract, 9),
        TokenKind::Star => (BinaryOp::Multiply, 10),
        TokenKind::Slash => (BinaryOp::Divide, 10),
        TokenKind::Percent => (BinaryOp::Remainder, 10),
        _ => return None,
    })
}

/// An assignment operator: the operation it does before it assigns.
fn assignment_operator(kind: TokenKind) -> Option<Option<BinaryOp>> {
    Some(match kind {
        TokenKind::Assign => None,
        TokenKind::PlusAssign => Some(BinaryOp::Add),
        TokenKind::MinusAssign => Some(BinaryOp::Subtract),
        TokenKind::StarAssign => Some(BinaryOp::Multiply),
        TokenKind::SlashAssign => Some(BinaryOp::Divide),
        TokenKind::PercentAssign => Some(BinaryOp::Remainder),
        TokenKind::ShiftLeftAssign => Some(BinaryOp::ShiftLeft),
        TokenKind::ShiftRightAssign => Some(BinaryOp::ShiftRight),
        TokenKind::AndAssign => Some(BinaryOp::BitAnd),
        TokenKind::XorAssign => Some(BinaryOp::BitXor),
        TokenKind::OrAssign => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

fn prefix_operator(kind: TokenKind) -> Option<UnaryOp> {
    Some(match kind {
        TokenKind::Plus => UnaryOp::Plus,
        TokenKind::Minus => UnaryOp::Negate,
        TokenKind::Tilde => UnaryOp::BitNot,
        TokenKind::Not => UnaryOp::Not,
        TokenKind::Star => UnaryOp::Deref,
        TokenKind::And => UnaryOp::AddressOf,
        TokenKind::Real => UnaryOp::Real,
        TokenKind::Imag => UnaryOp::Imag,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Adds an expression that reaches from `start` to the last token taken.
    pub(super) fn expr(&mut self, kind: ExprKind, start: Span) -> ExprId {
        let span = self.span_since(start);
        self.node(Expr { kind, span })
    }

    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let first = self.assignment_expression()?;
        if self.kind() != TokenKind::Comma {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept(TokenKind::Comma) {
            parts.push(self.assignment_expression()?);
        }
        Ok(self.expr(ExprKind::Comma(parts), start))
    }

    /// An expression without a comma at its top. A chain of assignments is nested from its end backwards.
    pub(super) fn assignment_expression(&mut self) -> Parse<ExprId> {
        let mut pending = Vec::new();
        let mut value = loop {
            let start = self.span();
            let operand = self.conditional_expression()?;
            let Some(operation) = assignment_operator(self.kind()) else {
                break operand;
            };
            self.advance();
            pending.push((start, operand, operation));
        };
        while let Some((start, target, operation)) = pending.pop() {
            value = self.expr(ExprKind::Assign { operation, target, value }, start);
        }
        Ok(value)
    }

    /// `a ? b : c ? d : e`, read by a loop and nested from its end backwards.
    pub(super) fn conditional_expression(&mut self) -> Parse<ExprId> {
        let mut pending = Vec::new();
        let mut value = loop {
            let start = self.span();
            let condition = self.binary_expression(1)?;
            if !self.accept(TokenKind::Question) {
                break condition;
            }
            let then = match self.kind() {
                TokenKind::Colon => None,
                _ => Some(self.nested(Self::expression)?),
            };
            self.expect(TokenKind::Colon, "`:` of the conditional expression")?;
            pending.push((start, condition, then));
        };
        while let Some((start, condition, then)) = pending.pop() {
            value = self.expr(ExprKind::Conditional { condition, then, otherwise: value }, start);
        }
        Ok(value)
    }

    /// Operators that bind at least as tightly as `least`. Recursion is as deep as there are levels of precedence.
    fn binary_expression(&mut self, least: u8) -> Parse<ExprId> {
        let start = self.span();
        let mut left = self.cast_expression()?;
        while let Some((operator, precedence)) = binary_operator(self.kind()).filter(|found| found.1 >= least) {
            self.advance();
            let right = self.binary_expression(precedence + 1)?;
            left = self.expr(ExprKind::Binary(operator, left, right), start);
        }
        Ok(left)
    }

    /// A cast or what binds more tightly. All nesting of expressions passes through here.
    pub(super) fn cast_expression(&mut self) -> Parse<ExprId> {
        while self.kind() == TokenKind::Extension {
            self.advance();
        }
        self.nested(Self::cast_or_unary)
    }

    fn cast_or_unary(&mut self) -> Parse<ExprId> {
        if self.kind() != TokenKind::LeftParen || !self.type_starts_at(1) {
            return self.unary_expression();
        }
        let start = self.span();
        self.advance();
        let ty = self.type_name()?;
        self.expect(TokenKind::RightParen, "`)` after the type")?;
        if self.kind() == TokenKind::LeftBrace {
            let initializer = self.initializer_list()?;
            let literal = self.expr(ExprKind::CompoundLiteral { ty, initializer }, start);
            return self.postfix_operators(literal, start);
        }
        let operand = self.cast_expression()?;
        Ok(self.expr(ExprKind::Cast { ty, operand }, start))
    }

    fn unary_expression(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let kind = self.kind();
        if let Some(operator) = prefix_operator(kind) {
            self.advance();
            let operand = self.cast_expression()?;
            return Ok(self.expr(ExprKind::Unary(operator, operand), start));
        }
        match kind {
            TokenKind::PlusPlus | TokenKind::MinusMinus => {
                self.advance();
                let operand = self.cast_expression()?;
                let operator = if kind == TokenKind::PlusPlus { UnaryOp::PreIncrement } else { UnaryOp::PreDecrement };
                Ok(self.expr(ExprKind::Unary(operator, operand), start))
            }
            TokenKind::Sizeof | TokenKind::Alignof | TokenKind::PreferredAlignof => self.size_or_alignment(start),
            TokenKind::AndAnd => {
                self.advance();
                let label = self.expect_ident("a label after `&&`")?;
                Ok(self.expr(ExprKind::LabelAddress(label), start))
            }
            _ => {
                let operand = self.primary_expression()?;
                self.postfix_operators(operand, start)
            }
        }
    }

    /// `sizeof` and `_Alignof` of a type or an expression. `sizeof (T){0}` is the size of a compound literal.
    fn size_or_alignment(&mut self, start: Span) -> Parse<ExprId> {
        let align = match self.advance().kind {
            TokenKind::Sizeof => None,
            TokenKind::Alignof => Some(Alignof::Required),
            _ => Some(Alignof::Preferred),
        };
        if self.kind() == TokenKind::LeftParen && self.type_starts_at(1) {
            let operand_start = self.span();
            self.advance();
            let ty = self.type_name()?;
            self.expect(TokenKind::RightParen, "`)` after the type")?;
            if self.kind() != TokenKind::LeftBrace {
                let kind = align.map_or(ExprKind::SizeofType(ty), |align| ExprKind::AlignofType(ty, align));
                return Ok(self.expr(kind, start));
            }
            let initializer = self.initializer_list()?;
            let literal = self.expr(ExprKind::CompoundLiteral { ty, initializer }, operand_start);
            let operand = self.postfix_operators(literal, operand_start)?;
            return Ok(self.size_of_expr(align, operand, start));
        }
        while self.kind() == TokenKind::Extension {
            self.advance();
        }
        let operand = self.nested(Self::unary_expression)?;
        Ok(self.size_of_expr(align, operand, start))
    }

    fn size_of_expr(&mut self, align: Option<Alignof>, operand: ExprId, start: Span) -> ExprId {
        let kind = align.map_or(ExprKind::SizeofExpr(operand), |align| ExprKind::AlignofExpr(operand, align));
        self.expr(kind, start)
    }
}
