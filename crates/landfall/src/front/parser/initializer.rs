//! Initialisers with designators.

use super::{Parse, Parser};
use crate::front::ast::{Designator, Initializer, InitializerId, InitializerItem, InitializerKind};
use crate::front::lexer::TokenKind;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> Parse<InitializerId> {
        if self.kind() == TokenKind::LeftBrace {
            return self.nested(Self::initializer_list);
        }
        let start = self.span();
        let kind = InitializerKind::Expr(self.assignment_expression()?);
        let span = self.span_since(start);
        Ok(self.node(Initializer { kind, span }))
    }

    /// `{ ... }`, empty too.
    pub(super) fn initializer_list(&mut self) -> Parse<InitializerId> {
        let start = self.expect(TokenKind::LeftBrace, "`{`")?;
        let mut items = Vec::new();
        while self.kind() != TokenKind::RightBrace {
            let designators = self.designators()?;
            let value = self.initializer()?;
            items.push(InitializerItem { designators, value });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightBrace, "`,` or `}` in the initialiser")?;
        let span = self.span_since(start);
        Ok(self.node(Initializer { kind: InitializerKind::List(items), span }))
    }

    /// `.a[1] =`, or GNU's older `a:` and `[1]` without `=`.
    fn designators(&mut self) -> Parse<Vec<Designator>> {
        if self.kind() == TokenKind::Ident && self.kind_at(1) == TokenKind::Colon {
            let field = self.expect_ident("a field")?;
            self.advance();
            return Ok(vec![Designator::Field(field)]);
        }
        let designators = self.designator_path()?;
        let only_index = matches!(designators.as_slice(), [Designator::Index(_) | Designator::Range(..)]);
        if !designators.is_empty() && !self.accept(TokenKind::Assign) && !only_index {
            return Err(self.expected("`=` after the designator"));
        }
        Ok(designators)
    }

    /// Any number of `.field` and `[index]`.
    pub(super) fn designator_path(&mut self) -> Parse<Vec<Designator>> {
        let mut path = Vec::new();
        loop {
            if self.accept(TokenKind::Dot) {
                path.push(Designator::Field(self.expect_ident("the name of a field")?));
            } else if self.accept(TokenKind::LeftBracket) {
                let first = self.expression()?;
                path.push(match self.accept(TokenKind::Ellipsis) {
                    true => Designator::Range(first, self.expression()?),
                    false => Designator::Index(first),
                });
                self.expect(TokenKind::RightBracket, "`]` after the index")?;
            } else {
                return Ok(path);
            }
        }
    }
}
