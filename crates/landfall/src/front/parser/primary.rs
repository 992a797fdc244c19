//! Operands: names, constants, parentheses, built-in forms; and the postfix operators behind them.

use super::scope::NameKind;
use super::{Parse, Parser};
use crate::front::ast::{
    Designator, Expr, ExprId, ExprKind, FloatLiteral, GenericAssociation, GenericControl, UnaryOp,
};
use crate::front::lexer::TokenKind;
use crate::front::literal::{self, Number};
use crate::front::source::Span;
use crate::front::symbol::Symbol;

impl Parser<'_> {
    pub(super) fn primary_expression(&mut self) -> Parse<ExprId> {
        let start = self.span();
        match self.kind() {
            TokenKind::Ident => self.name(),
            TokenKind::Number => self.number(),
            TokenKind::Char => {
                let token = self.advance();
                let literal =
                    literal::parse_char(self.spelling(token)).map_err(|message| self.error_at(start, message))?;
                Ok(self.expr(ExprKind::Char(literal), start))
            }
            TokenKind::String => {
                let string = self.string_literal("a string")?;
                Ok(self.expr(ExprKind::String(string), start))
            }
            TokenKind::LeftParen if self.kind_at(1) == TokenKind::LeftBrace => {
                self.advance();
                let block = self.compound_statement()?;
                self.expect(TokenKind::RightParen, "`)` after the statement expression")?;
                Ok(self.expr(ExprKind::StmtExpr(block), start))
            }
            TokenKind::LeftParen => {
                self.advance();
                let inner = self.expression()?;
                self.expect(TokenKind::RightParen, "`)` or an operator")?;
                Ok(inner)
            }
            TokenKind::Generic => self.generic(),
            TokenKind::BuiltinOffsetof
            | TokenKind::BuiltinVaArg
            | TokenKind::BuiltinTypesCompatible
            | TokenKind::BuiltinChooseExpr
            | TokenKind::BuiltinConvertVector => self.builtin(),
            _ => Err(self.expected("an expression")),
        }
    }

    fn name(&mut self) -> Parse<ExprId> {
        let name = self.expect_ident("a name")?;
        let kind = match self.scopes.kind(name.name) {
            NameKind::Ordinary => ExprKind::Ident(name.name),
            NameKind::Typedef => {
                let text = self.ast.symbols.name(name.name);
                return Err(self.error_at(name.span, format!("expected an expression, found the type `{text}`")));
            }
            NameKind::Undeclared => self.undeclared_name(name.name),
        };
        Ok(self.node(Expr { kind, span: name.span }))
    }

    /// Names that C23 made keywords keep their meaning where the program does not declare them itself.
    fn undeclared_name(&self, symbol: Symbol) -> ExprKind {
        match self.ast.symbols.name(symbol) {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "nullptr" => ExprKind::Nullptr,
            _ => ExprKind::Ident(symbol),
        }
    }

    fn number(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let token = self.advance();
        let number = literal::parse_number(self.spelling(token)).map_err(|message| self.error_at(start, message))?;
        let kind = match number {
            Number::Integer(literal) => ExprKind::Integer(literal),
            Number::Float { digits, ty, imaginary } => {
                let digits = self.ast.symbols.intern(&digits);
                ExprKind::Float(FloatLiteral { digits, ty, imaginary })
            }
        };
        Ok(self.expr(kind, start))
    }

    /// Calls, indices, members, `++` and `--` behind an operand.
    pub(super) fn postfix_operators(&mut self, mut base: ExprId, start: Span) -> Parse<ExprId> {
        loop {
            let kind = match self.kind() {
                TokenKind::LeftParen => {
                    self.advance();
                    ExprKind::Call { function: base, arguments: self.arguments()? }
                }
                TokenKind::LeftBracket => {
                    self.advance();
                    let index = self.expression()?;
                    self.expect(TokenKind::RightBracket, "`]` after the index")?;
                    ExprKind::Index { base, index }
                }
                TokenKind::Dot => {
                    self.advance();
                    ExprKind::Member { base, field: self.expect_ident("the name of a field")? }
                }
                TokenKind::Arrow => {
                    self.advance();
                    ExprKind::Arrow { base, field: self.expect_ident("the name of a field")? }
                }
                TokenKind::PlusPlus => {
                    self.advance();
                    ExprKind::Unary(UnaryOp::PostIncrement, base)
                }
                TokenKind::MinusMinus => {
                    self.advance();
                    ExprKind::Unary(UnaryOp::PostDecrement, base)
                }
                _ => return Ok(base),
            };
            base = self.expr(kind, start);
        }
    }

    fn arguments(&mut self) -> Parse<Vec<ExprId>> {
        let mut arguments = Vec::new();
        if self.accept(TokenKind::RightParen) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment_expression()?);
            if self.accept(TokenKind::RightParen) {
                return Ok(arguments);
            }
            self.expect(TokenKind::Comma, "`,` or `)` in the arguments of the call")?;
        }
    }

    /// `_Generic(controlling, type: value, default: value)`
    fn generic(&mut self) -> Parse<ExprId> {
        let start = self.expect(TokenKind::Generic, "`_Generic`")?;
        self.expect(TokenKind::LeftParen, "`(` after `_Generic`")?;
        let controlling = match self.at_type_name() {
            true => GenericControl::Type(self.type_name()?),
            false => GenericControl::Expr(self.assignment_expression()?),
        };
        let mut associations = Vec::new();
        while self.accept(TokenKind::Comma) {
            let ty = match self.accept(TokenKind::Default) {
                true => None,
                false => Some(self.type_name()?),
            };
            self.expect(TokenKind::Colon, "`:` after the type")?;
            associations.push(GenericAssociation { ty, value: self.assignment_expression()? });
        }
        self.expect(TokenKind::RightParen, "`,` or `)` in the selection")?;
        if associations.is_empty() {
            return Err(self.error_at(self.span_since(start), "a generic selection needs an association"));
        }
        Ok(self.expr(ExprKind::Generic { controlling, associations }, start))
    }

    /// Built-in forms whose operands are not all expressions.
    fn builtin(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let form = self.advance().kind;
        self.expect(TokenKind::LeftParen, "`(` after the built-in function")?;
        let kind = match form {
            TokenKind::BuiltinOffsetof => {
                let ty = self.type_name()?;
                self.builtin_comma()?;
                let field = self.expect_ident("the name of a field")?;
                let mut path = vec![Designator::Field(field)];
                // gcc takes `->` for `[0].` here; it is rare enough to be left out.
                path.extend(self.designator_path()?);
                ExprKind::Offsetof { ty, path }
            }
            TokenKind::BuiltinVaArg => {
                let list = self.assignment_expression()?;
                self.builtin_comma()?;
                ExprKind::VaArg { list, ty: self.type_name()? }
            }
            TokenKind::BuiltinTypesCompatible => {
                let left = self.type_name()?;
                self.builtin_comma()?;
                ExprKind::TypesCompatible(left, self.type_name()?)
            }
            TokenKind::BuiltinConvertVector => {
                let operand = self.assignment_expression()?;
                self.builtin_comma()?;
                ExprKind::ConvertVector { operand, ty: self.type_name()? }
            }
            _ => {
                let condition = self.assignment_expression()?;
                self.builtin_comma()?;
                let then = self.assignment_expression()?;
                self.builtin_comma()?;
                ExprKind::ChooseExpr { condition, then, otherwise: self.assignment_expression()? }
            }
        };
        self.expect(TokenKind::RightParen, "`)` after the built-in function")?;
        Ok(self.expr(kind, start))
    }

    fn builtin_comma(&mut self) -> Parse<()> {
        self.expect(TokenKind::Comma, "`,` in the built-in function").map(|_| ())
    }
}
