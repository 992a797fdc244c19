//! `struct`, `union` and `enum` specifiers.

use super::scope::NameKind;
use super::{Parse, Parser};
use crate::front::ast::{
    Enum, EnumId, Enumerator, FieldDeclarator, Ident, Member, Record, RecordId, RecordKind, Specifiers, TypeName,
    TypeSpecifier,
};
use crate::front::lexer::{PackChange, TokenKind};

impl Parser<'_> {
    pub(super) fn record(&mut self) -> Parse<RecordId> {
        let start = self.span();
        let kind = match self.advance().kind {
            TokenKind::Struct => RecordKind::Struct,
            _ => RecordKind::Union,
        };
        let mut attributes = self.attributes()?;
        let tag = self.tag()?;
        let mut members = None;
        if self.accept(TokenKind::LeftBrace) {
            members = Some(self.members()?);
            self.expect(TokenKind::RightBrace, "`}` after the members")?;
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        let span = self.span_since(start);
        if members.is_some() && self.kind() == TokenKind::Attribute {
            self.attributes_into(&mut attributes)?;
        }
        let (pack, reversed) = self.pack_at(start.lo).map_or((None, false), |change| (change.limit, change.reversed));
        Ok(self.node(Record { kind, tag, members, attributes, pack, reversed, span }))
    }

    fn tag(&mut self) -> Parse<Option<Ident>> {
        match self.kind() {
            TokenKind::Ident => self.expect_ident("a tag").map(Some),
            _ => Ok(None),
        }
    }

    fn pack_at(&self, offset: u32) -> Option<&PackChange> {
        let behind = self.packs.partition_point(|change| change.offset <= offset);
        self.packs[..behind].last()
    }

    fn members(&mut self) -> Parse<Vec<Member>> {
        let mut members = Vec::new();
        loop {
            self.skip_pragma_operators();
            match self.kind() {
                TokenKind::RightBrace | TokenKind::EndOfFile => return Ok(members),
                TokenKind::Semicolon => {
                    self.advance();
                }
                TokenKind::StaticAssert => {
                    let assertion = self.static_assert()?;
                    members.push(Member::StaticAssert(assertion));
                }
                _ => members.push(self.member()?),
            }
        }
    }

    fn member(&mut self) -> Parse<Member> {
        let start = self.span();
        let specifiers = self.specifiers_of_type()?;
        let mut declarators = Vec::new();
        if self.kind() != TokenKind::Semicolon {
            declarators.push(self.field_declarator(&specifiers)?);
            while self.accept(TokenKind::Comma) {
                declarators.push(self.field_declarator(&specifiers)?);
            }
        }
        // gcc only warns when the last member lacks its semicolon.
        if self.kind() != TokenKind::RightBrace {
            self.expect(TokenKind::Semicolon, "`;` after the member")?;
        }
        let span = self.span_since(start);
        Ok(Member::Field { specifiers, declarators, span })
    }

    fn field_declarator(&mut self, specifiers: &Specifiers) -> Parse<FieldDeclarator> {
        let declarator = match self.kind() {
            TokenKind::Colon => self.abstract_declarator()?,
            _ if specifiers.ty == TypeSpecifier::ImplicitInt => return Err(self.unknown_type()),
            _ => self.declarator()?,
        };
        let width = match self.accept(TokenKind::Colon) {
            true => Some(self.conditional_expression()?),
            false => None,
        };
        let attributes = self.attributes()?;
        Ok(FieldDeclarator { declarator, width, attributes })
    }

    pub(super) fn enumeration(&mut self) -> Parse<EnumId> {
        let start = self.expect(TokenKind::Enum, "`enum`")?;
        let mut attributes = self.attributes()?;
        let tag = self.tag()?;
        let underlying = match self.kind() == TokenKind::Colon && self.type_starts_at(1) {
            true => Some(self.underlying_type()?),
            false => None,
        };
        let mut enumerators = None;
        if self.accept(TokenKind::LeftBrace) {
            enumerators = Some(self.enumerators()?);
            self.expect(TokenKind::RightBrace, "`}` after the enumerators")?;
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        let span = self.span_since(start);
        if enumerators.is_some() && self.kind() == TokenKind::Attribute {
            self.attributes_into(&mut attributes)?;
        }
        Ok(self.node(Enum { tag, underlying, enumerators, attributes, span }))
    }

    /// `: type`. It has no declarator, so that a bit-field `enum e : 3` cannot be meant.
    fn underlying_type(&mut self) -> Parse<crate::front::ast::TypeNameId> {
        self.advance();
        let specifiers = self.specifiers_of_type()?;
        let declarator =
            crate::front::ast::Declarator { name: None, derivations: Vec::new(), span: self.previous_span().end() };
        let span = specifiers.span;
        Ok(self.node(TypeName { specifiers, declarator, span }))
    }

    fn enumerators(&mut self) -> Parse<Vec<Enumerator>> {
        let mut enumerators = Vec::new();
        while self.kind() != TokenKind::RightBrace {
            let name = self.expect_ident("the name of an enumerator")?;
            let attributes = self.attributes()?;
            let value = match self.accept(TokenKind::Assign) {
                true => Some(self.conditional_expression()?),
                false => None,
            };
            self.scopes.declare(name.name, NameKind::Ordinary);
            enumerators.push(Enumerator { name, value, attributes });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        Ok(enumerators)
    }
}
