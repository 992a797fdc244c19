//! Attributes: `__attribute__((...))` and `[[...]]`.

use super::{Parse, Parser};
use crate::front::ast::{Attribute, AttributeArgument};
use crate::front::lexer::TokenKind;
use crate::front::symbol::Symbol;

impl Parser<'_> {
    /// Whether an attribute specifier comes next.
    pub(super) fn at_attribute(&self) -> bool {
        self.kind() == TokenKind::Attribute
            || self.kind() == TokenKind::LeftBracket && self.kind_at(1) == TokenKind::LeftBracket
    }

    /// Any number of attribute specifiers.
    pub(super) fn attributes(&mut self) -> Parse<Vec<Attribute>> {
        let mut attributes = Vec::new();
        self.attributes_into(&mut attributes)?;
        Ok(attributes)
    }

    pub(super) fn attributes_into(&mut self, attributes: &mut Vec<Attribute>) -> Parse<()> {
        while self.at_attribute() {
            if self.accept(TokenKind::Attribute) {
                self.expect(TokenKind::LeftParen, "`((` after `__attribute__`")?;
                self.expect(TokenKind::LeftParen, "`((` after `__attribute__`")?;
                self.attribute_list(TokenKind::RightParen, attributes)?;
                self.expect(TokenKind::RightParen, "`))` after the attributes")?;
                self.expect(TokenKind::RightParen, "`))` after the attributes")?;
            } else {
                self.advance();
                self.advance();
                self.attribute_list(TokenKind::RightBracket, attributes)?;
                self.expect(TokenKind::RightBracket, "`]]` after the attributes")?;
                self.expect(TokenKind::RightBracket, "`]]` after the attributes")?;
            }
        }
        Ok(())
    }

    fn attribute_list(&mut self, close: TokenKind, attributes: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            if self.kind() == close {
                return Ok(());
            }
            if self.accept(TokenKind::Comma) {
                continue;
            }
            let start = self.span();
            let mut name = self.attribute_name()?;
            if self.accept(TokenKind::ColonColon) {
                name = self.attribute_name()?;
            }
            let arguments = match self.accept(TokenKind::LeftParen) {
                true => self.attribute_arguments()?,
                false => Vec::new(),
            };
            let span = self.span_since(start);
            attributes.push(Attribute { name, arguments, span });
            if self.kind() != close {
                self.expect(TokenKind::Comma, "`,` or the end of the attributes")?;
            }
        }
    }

    /// The name of an attribute, which may be a keyword such as `const`.
    fn attribute_name(&mut self) -> Parse<Symbol> {
        let Some(symbol) = self.tokens[self.position].symbol else {
            return Err(self.expected("the name of an attribute"));
        };
        self.advance();
        let name = self.ast.symbols.name(symbol);
        let bare = name.strip_prefix("__").and_then(|name| name.strip_suffix("__"));
        match bare.filter(|bare| !bare.is_empty()).map(str::to_string) {
            Some(bare) => Ok(self.ast.symbols.intern(&bare)),
            None => Ok(symbol),
        }
    }

    fn attribute_arguments(&mut self) -> Parse<Vec<AttributeArgument>> {
        let mut arguments = Vec::new();
        while !self.accept(TokenKind::RightParen) {
            arguments.push(match self.at_type_name() {
                true => AttributeArgument::Type(self.nested(Self::type_name)?),
                false => AttributeArgument::Expr(self.assignment_expression()?),
            });
            if self.kind() != TokenKind::RightParen {
                self.expect(TokenKind::Comma, "`,` or `)` in the arguments of an attribute")?;
            }
        }
        Ok(arguments)
    }
}
