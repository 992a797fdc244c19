//! Declarators, turned inside out while they are read (see [`Declarator`]).

use super::scope::NameKind;
use super::{Parse, Parser};
use crate::front::ast::{
    ArraySize, BasicType, Declarator, Derivation, Parameter, Parameters, Qualifiers, Specifiers, TypeSpecifier,
};
use crate::front::lexer::TokenKind;

/// Where a declarator stands decides whether it has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A name is required.
    Named,
    /// A parameter: the name may be missing.
    Optional,
}

impl Parser<'_> {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self) -> Parse<Declarator> {
        self.declarator_form(Form::Named)
    }

    /// A declarator in a type name; a name in it is left to the caller to reject.
    pub(super) fn abstract_declarator(&mut self) -> Parse<Declarator> {
        self.declarator_form(Form::Optional)
    }

    fn declarator_form(&mut self, form: Form) -> Parse<Declarator> {
        let start = self.span();
        let mut declarator = Declarator { name: None, derivations: Vec::new(), span: start.start() };
        let first = self.position;
        self.declarator_into(form, &mut declarator)?;
        if self.position > first {
            declarator.span = self.span_since(start);
        }
        Ok(declarator)
    }

    fn declarator_into(&mut self, form: Form, declarator: &mut Declarator) -> Parse<()> {
        let mut pointers = Vec::new();
        loop {
            // An attribute in front of a declarator, such as a calling convention, changes nothing for us.
            if self.kind() == TokenKind::Attribute {
                self.attributes()?;
            } else if self.accept(TokenKind::Star) {
                pointers.push(self.pointer()?);
            } else {
                break;
            }
        }
        match self.kind() {
            TokenKind::Ident => declarator.name = Some(self.expect_ident("a name")?),
            TokenKind::LeftParen if form == Form::Named || self.at_grouping() => {
                self.advance();
                self.nested(|parser| parser.declarator_into(form, declarator))?;
                self.expect(TokenKind::RightParen, "`)` after the declarator")?;
            }
            _ if form == Form::Optional => {}
            _ => return Err(self.expected("a name to declare")),
        }
        self.declarator_suffixes(declarator)?;
        declarator.derivations.extend(pointers.into_iter().rev());
        Ok(())
    }

    fn pointer(&mut self) -> Parse<Derivation> {
        let (mut qualifiers, mut attributes) = (Qualifiers::default(), Vec::new());
        loop {
            if self.at_attribute() {
                self.attributes_into(&mut attributes)?;
            } else if !self.qualifier(&mut qualifiers) {
                return Ok(Derivation::Pointer { qualifiers, attributes });
            }
        }
    }

    /// Whether the `(` that comes next groups a declarator; otherwise it starts the parameters of a nameless function.
    fn at_grouping(&self) -> bool {
        let mut ahead = 1;
        while self.kind_at(ahead) == TokenKind::Attribute {
            let Some(close) = self.closing_paren(self.position + ahead + 1) else { return false };
            ahead = close + 1 - self.position;
        }
        match self.kind_at(ahead) {
            TokenKind::RightParen | TokenKind::Ellipsis | TokenKind::EndOfFile => false,
            TokenKind::LeftBracket => self.kind_at(ahead + 1) != TokenKind::LeftBracket,
            _ => !self.declaration_starts_at(ahead),
        }
    }

    /// The index of the `)` that matches the `(` at this index.
    fn closing_paren(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return (index > open).then_some(index);
            }
        }
        None
    }

    fn declarator_suffixes(&mut self, declarator: &mut Declarator) -> Parse<()> {
        loop {
            let derivation = match self.kind() {
                TokenKind::LeftBracket if self.kind_at(1) == TokenKind::LeftBracket => {
                    self.attributes()?;
                    continue;
                }
                TokenKind::LeftBracket => self.array_suffix()?,
                TokenKind::LeftParen => {
                    self.advance();
                    let parameters = self.nested(|parser| parser.scoped(Self::parameters))?;
                    self.expect(TokenKind::RightParen, "`)` after the parameters")?;
                    Derivation::Function(parameters)
                }
                _ => return Ok(()),
            };
            declarator.derivations.push(derivation);
        }
    }

    fn array_suffix(&mut self) -> Parse<Derivation> {
        self.expect(TokenKind::LeftBracket, "`[`")?;
        let (mut qualifiers, mut is_static) = (Qualifiers::default(), false);
        loop {
            if self.accept(TokenKind::Static) {
                is_static = true;
            } else if self.kind() == TokenKind::Attribute {
                self.attributes()?;
            } else if !self.qualifier(&mut qualifiers) {
                break;
            }
        }
        let size = match self.kind() {
            TokenKind::RightBracket => ArraySize::Unknown,
            TokenKind::Star if self.kind_at(1) == TokenKind::RightBracket => {
                self.advance();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.expression()?),
        };
        self.expect(TokenKind::RightBracket, "`]` after the size of the array")?;
        Ok(Derivation::Array { size, qualifiers, is_static })
    }

    /// What stands between the parentheses of a function declarator.
    fn parameters(&mut self) -> Parse<Parameters> {
        if self.kind() == TokenKind::RightParen {
            return Ok(Parameters::Unspecified);
        }
        if self.ident_at(0).is_some_and(|symbol| !self.is_type_symbol(symbol))
            && matches!(self.kind_at(1), TokenKind::Comma | TokenKind::RightParen)
        {
            return self.parameter_names();
        }
        let mut parameters = Vec::new();
        loop {
            if self.accept(TokenKind::Ellipsis) {
                return Ok(Parameters::Prototype { parameters, variadic: true });
            }
            let parameter = self.parameter()?;
            if parameters.is_empty() && self.kind() == TokenKind::RightParen && is_void(&parameter) {
                return Ok(Parameters::Prototype { parameters, variadic: false });
            }
            parameters.push(parameter);
            match self.kind() {
                TokenKind::Comma => {
                    self.advance();
                }
                // GNU's forward declarations of parameters, `f(int n; int a[n])`: the real ones follow.
                TokenKind::Semicolon => {
                    self.advance();
                    parameters.clear();
                }
                _ => return Ok(Parameters::Prototype { parameters, variadic: false }),
            }
        }
    }

    fn parameter_names(&mut self) -> Parse<Parameters> {
        let mut names = vec![self.expect_ident("a parameter")?];
        while self.accept(TokenKind::Comma) {
            match self.ident_at(0).is_some_and(|symbol| self.is_type_symbol(symbol)) {
                true => return Err(self.expected("the name of a parameter")),
                false => names.push(self.expect_ident("the name of a parameter")?),
            }
        }
        match self.ident_at(0) {
            Some(_) => {
                self.position -= 1;
                Err(self.unknown_type())
            }
            None => Ok(Parameters::Names(names)),
        }
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.span();
        if !self.declaration_starts_at(0) && !self.at_attribute() {
            return Err(self.unknown_type());
        }
        let specifiers = self.specifiers()?;
        if specifiers.ty == TypeSpecifier::ImplicitInt
            && self.ident_at(0).is_some()
            && self.kind_at(1) == TokenKind::Ident
        {
            return Err(self.unknown_type());
        }
        let declarator = self.declarator_form(Form::Optional)?;
        let attributes = self.attributes()?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.name, NameKind::Ordinary);
        }
        Ok(Parameter { specifiers, declarator, attributes, span: self.span_since(start) })
    }
}

/// Whether a parameter is the `void` of `f(void)`.
fn is_void(parameter: &Parameter) -> bool {
    let Specifiers { ty, qualifiers, .. } = &parameter.specifiers;
    let plain = *ty == TypeSpecifier::Basic(BasicType::Void) && *qualifiers == Qualifiers::default();
    plain && parameter.declarator.name.is_none() && parameter.declarator.derivations.is_empty()
}
