//! External declarations, declarations in blocks, function definitions.

use super::scope::NameKind;
use super::{Parse, Parser};
use crate::front::ast::{
    Declaration, Declarator, Derivation, External, ExternalKind, Function, FunctionBody, InitDeclarator, Parameters,
    Specifiers, StaticAssert, Stmt, StmtKind, Storage, TypeSpecifier, Unparsed, UnparsedCause,
};
use crate::front::lexer::TokenKind;
use crate::front::source::Span;

impl Parser<'_> {
    pub(super) fn external_declaration(&mut self) -> Parse<External> {
        self.skip_pragma_operators();
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::EndOfFile => ExternalKind::Empty,
            TokenKind::Semicolon => {
                self.advance();
                ExternalKind::Empty
            }
            TokenKind::StaticAssert => ExternalKind::StaticAssert(self.static_assert()?),
            TokenKind::Asm => {
                let asm = self.asm()?;
                self.expect(TokenKind::Semicolon, "`;` after the assembly")?;
                ExternalKind::Asm(Box::new(asm))
            }
            _ => self.declaration_or_function(start)?,
        };
        Ok(External { kind, span: self.span_since(start) })
    }

    fn declaration_or_function(&mut self, start: Span) -> Parse<ExternalKind> {
        let specifiers = self.specifiers()?;
        let untyped = specifiers.ty == TypeSpecifier::ImplicitInt;
        if untyped {
            self.check_implicit_int()?;
        }
        if self.kind() == TokenKind::Semicolon {
            let declaration = self.rest_of_declaration(specifiers, None, start)?;
            return Ok(ExternalKind::Declaration(Box::new(declaration)));
        }
        let first = self.init_declarator_head(&specifiers)?;
        if self.at_function_body(&first.declarator) {
            return self.function(specifiers, first);
        }
        let declaration = self.rest_of_declaration(specifiers, Some(first), start)?;
        Ok(ExternalKind::Declaration(Box::new(declaration)))
    }

    /// C89 lets the type be left out; but a name where a type should stand is more likely one that is not known.
    fn check_implicit_int(&self) -> Parse<()> {
        match self.kind() {
            TokenKind::Ident if matches!(self.kind_at(1), TokenKind::Ident | TokenKind::Star) => {
                Err(self.unknown_type())
            }
            TokenKind::Ident if self.declaration_starts_at(1) => Err(self.unknown_type()),
            TokenKind::Ident | TokenKind::Star | TokenKind::LeftParen | TokenKind::Semicolon => Ok(()),
            _ => Err(self.expected("a declaration")),
        }
    }

    /// Whether the declarator just read is that of a definition: the body or K&R parameter declarations follow.
    fn at_function_body(&self, declarator: &Declarator) -> bool {
        let Some(Derivation::Function(parameters)) = declarator.derivations.first() else {
            return false;
        };
        match parameters {
            Parameters::Names(_) => self.kind() == TokenKind::LeftBrace || self.declaration_starts_at(0),
            _ => self.kind() == TokenKind::LeftBrace,
        }
    }

    fn function(&mut self, specifiers: Specifiers, head: InitDeclarator) -> Parse<ExternalKind> {
        let InitDeclarator { declarator, attributes, .. } = head;
        let mut parameter_declarations = Vec::new();
        while self.kind() != TokenKind::LeftBrace {
            let start = self.span();
            if !self.declaration_starts_at(0) {
                return Err(self.expected("`{` or the declaration of a parameter"));
            }
            let specifiers = self.specifiers()?;
            parameter_declarations.push(self.rest_of_declaration(specifiers, None, start)?);
        }
        self.scopes.enter();
        self.declare_parameters(&declarator);
        let body = self.function_body();
        self.scopes.leave();
        let function = Function { specifiers, declarator, parameter_declarations, attributes, body };
        Ok(ExternalKind::Function(Box::new(function)))
    }

    fn declare_parameters(&mut self, declarator: &Declarator) {
        match declarator.derivations.first() {
            Some(Derivation::Function(Parameters::Prototype { parameters, .. })) => {
                for name in parameters.iter().filter_map(|parameter| parameter.declarator.name) {
                    self.scopes.declare(name.name, NameKind::Ordinary);
                }
            }
            Some(Derivation::Function(Parameters::Names(names))) => {
                for name in names {
                    self.scopes.declare(name.name, NameKind::Ordinary);
                }
            }
            _ => {}
        }
    }

    fn function_body(&mut self) -> FunctionBody {
        let start = self.position;
        match self.nested(Self::compound_statement) {
            Ok(block) => FunctionBody::Block(block),
            Err(error) => {
                let unparsed = self.report(*error);
                self.position = self.position.max(self.behind_braces(start));
                FunctionBody::Unparsed(unparsed, self.span_since(self.token_span(start)))
            }
        }
    }

    /// A declaration in a block, or a nested function, which is skipped.
    pub(super) fn block_declaration(&mut self) -> Parse<Stmt> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        if self.kind() == TokenKind::Semicolon {
            let declaration = self.rest_of_declaration(specifiers, None, start)?;
            let span = declaration.span;
            return Ok(Stmt { kind: StmtKind::Declaration(Box::new(declaration)), span });
        }
        if specifiers.ty == TypeSpecifier::ImplicitInt && self.kind_at(1) == TokenKind::Ident {
            return Err(self.unknown_type());
        }
        let first = self.init_declarator_head(&specifiers)?;
        if self.at_function_body(&first.declarator) {
            return Ok(self.nested_function(&first, start));
        }
        let declaration = self.rest_of_declaration(specifiers, Some(first), start)?;
        let span = declaration.span;
        Ok(Stmt { kind: StmtKind::Declaration(Box::new(declaration)), span })
    }

    fn nested_function(&mut self, head: &InitDeclarator, start: Span) -> Stmt {
        let name = head.declarator.name.map_or("", |name| self.ast.symbols.name(name.name));
        let message = format!("the nested function `{name}` is not supported");
        let mut error = self.unsupported_at(head.declarator.span, message);
        error.help = Some("move it out of the function that contains it".to_string());
        let mut unparsed = self.report(*error);
        unparsed.name = head.declarator.name.map(|name| name.name);
        debug_assert_eq!(unparsed.cause, UnparsedCause::UnsupportedExtension);
        while !matches!(self.kind(), TokenKind::LeftBrace | TokenKind::EndOfFile) {
            self.advance();
        }
        self.position = self.behind_braces(self.position);
        Stmt { kind: StmtKind::Unparsed(unparsed), span: self.span_since(start) }
    }

    /// The declarators behind the specifiers, the first one perhaps read up to its initialiser, and the semicolon.
    fn rest_of_declaration(
        &mut self,
        specifiers: Specifiers,
        first: Option<InitDeclarator>,
        start: Span,
    ) -> Parse<Declaration> {
        let mut declarators = Vec::new();
        if first.is_some() || self.kind() != TokenKind::Semicolon {
            let head = match first {
                Some(head) => head,
                None => self.init_declarator_head(&specifiers)?,
            };
            declarators.push(self.rest_of_init_declarator(head)?);
            while self.accept(TokenKind::Comma) {
                let head = self.init_declarator_head(&specifiers)?;
                declarators.push(self.rest_of_init_declarator(head)?);
            }
        }
        self.expect(TokenKind::Semicolon, "`;` after the declaration")?;
        Ok(Declaration { specifiers, declarators, span: self.span_since(start) })
    }

    /// A declarator with its `asm` label and attributes. Its name is in scope from here on.
    fn init_declarator_head(&mut self, specifiers: &Specifiers) -> Parse<InitDeclarator> {
        let start = self.span();
        let mut attributes = self.attributes()?;
        let declarator = self.declarator()?;
        let mut asm_label = None;
        loop {
            if self.at_attribute() {
                self.attributes_into(&mut attributes)?;
            } else if self.accept(TokenKind::Asm) {
                self.expect(TokenKind::LeftParen, "`(` after `asm`")?;
                asm_label = Some(self.string_literal("the symbol of the declaration")?);
                self.expect(TokenKind::RightParen, "`)` after the symbol")?;
            } else {
                break;
            }
        }
        if let Some(name) = declarator.name {
            let is_typedef = specifiers.storage == Storage::Typedef;
            let kind = if is_typedef { NameKind::Typedef } else { NameKind::Ordinary };
            self.scopes.declare(name.name, kind);
        }
        let span = self.span_since(start);
        Ok(InitDeclarator { declarator, asm_label, attributes, initializer: None, span })
    }

    fn rest_of_init_declarator(&mut self, mut head: InitDeclarator) -> Parse<InitDeclarator> {
        if self.accept(TokenKind::Assign) {
            head.initializer = Some(self.initializer()?);
            head.span = self.span_since(head.span);
        }
        Ok(head)
    }

    pub(super) fn static_assert(&mut self) -> Parse<StaticAssert> {
        self.expect(TokenKind::StaticAssert, "`_Static_assert`")?;
        self.expect(TokenKind::LeftParen, "`(` after `_Static_assert`")?;
        let condition = self.conditional_expression()?;
        let message = match self.accept(TokenKind::Comma) {
            true => Some(self.string_literal("the message of the assertion")?),
            false => None,
        };
        self.expect(TokenKind::RightParen, "`)` after the assertion")?;
        self.expect(TokenKind::Semicolon, "`;` after the assertion")?;
        Ok(StaticAssert { condition, message })
    }

    /// Reports an error and gives the node for the text that will be skipped.
    pub(super) fn report(&mut self, error: super::ParseError) -> Unparsed {
        let super::ParseError { message, span, label, help, cause } = error;
        let tolerated = cause == UnparsedCause::UnsupportedExtension || self.sources.in_system_header(span);
        let mut diagnostic = match tolerated {
            true => crate::front::diagnostic::Diagnostic::warning(message.clone()),
            false => crate::front::diagnostic::Diagnostic::error(format!("syntax error: {message}")),
        };
        diagnostic.span = Some(span);
        diagnostic.label = label;
        let remedy = match tolerated {
            true => "what it stands for is treated as code with an unknown effect",
            false => "correct the source here; a C compiler rejects it too",
        };
        diagnostic.help = help.or_else(|| Some(remedy.to_string()));
        self.diagnostics.push(diagnostic);
        Unparsed { reason: message, cause, name: None }
    }
}
