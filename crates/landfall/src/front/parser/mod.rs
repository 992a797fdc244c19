//! A recursive-descent parser for GNU C11/C17 with the parts of C23 that gcc takes by default.
//!
//! The parser knows which identifiers are typedef names ([`scope`]), so it needs no backtracking. Chains (binary operators,
//! assignments, `?:`, postfix operators, labels, `else if`) are read by loops; everything else recurses through
//! [`Parser::nested`], which counts the depth, refuses more than [`MAX_NESTING`] levels and grows the stack when needed.
//!
//! Recovery. A construct that cannot be read becomes an `Unparsed` node and parsing goes on behind it: in a block, behind the
//! statement; outside, behind the declaration. Every such node is reported:
//! - as an *error* if it is a syntax error, which a C compiler would reject too. The caller must not analyse such a program;
//! - as a *warning* if it is an extension of GNU C that is known and not supported (nested functions), or if it lies in a system
//!   header, so that one strange declaration in a header does not lose the file. Unparsed code then has an unknown effect.
//!
//! After [`MAX_ERRORS`] errors the rest of the file becomes one `Unparsed` node.

mod asm;
mod attribute;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod primary;
mod record;
mod recovery;
mod scope;
mod specifiers;
mod statement;
#[cfg(test)]
mod tests;

use super::ast::{
    Add, Ast, External, ExternalKind, Ident, MAX_NESTING, StringId, StringLiteral, Unparsed, UnparsedCause,
};
use super::diagnostic::Diagnostic;
use super::grow_stack;
use super::lexer::{PackChange, Token, TokenKind, tokenize};
use super::literal;
use super::source::{FileId, SourceMap, Span};
use super::symbol::Symbol;
use scope::Scopes;

/// After so many errors the parser gives up.
pub const MAX_ERRORS: usize = 20;

/// A translation unit and what is to be said about it.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub ast: Ast,
    /// In the order of the source.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the program must not be analysed.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses a file of the map, which must be free of directives other than line markers and pragmas. Never fails: see
/// [`Parsed::has_errors`].
pub fn parse(sources: &SourceMap, file: FileId) -> Parsed {
    let bytes = sources.file(file).bytes();
    let stream = tokenize(file, bytes);
    let ast = Ast::new(stream.symbols);
    let mut parser = Parser {
        sources,
        file,
        bytes,
        tokens: stream.tokens,
        position: 0,
        depth: 0,
        scopes: Scopes::new(&ast.symbols),
        packs: stream.packs,
        ast,
        diagnostics: stream.diagnostics,
    };
    parser.translation_unit();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.map(|span| span.lo));
    Parsed { ast: parser.ast, diagnostics }
}

/// Why a construct could not be read.
#[derive(Debug)]
pub(super) struct ParseError {
    message: String,
    span: Span,
    label: Option<String>,
    help: Option<String>,
    cause: UnparsedCause,
}

type Parse<T> = Result<T, Box<ParseError>>;

struct Parser<'a> {
    sources: &'a SourceMap,
    file: FileId,
    bytes: &'a [u8],
    tokens: Vec<Token>,
    /// Index of the next token.
    position: usize,
    depth: u32,
    scopes: Scopes,
    packs: Vec<PackChange>,
    ast: Ast,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn translation_unit(&mut self) {
        while self.kind() != TokenKind::EndOfFile {
            if self.error_count() >= MAX_ERRORS {
                let span = self.span().to(self.token_span(self.tokens.len() - 1));
                self.diagnostics.push(
                    Diagnostic::error(format!("{MAX_ERRORS} errors: the rest of the file was not read"))
                        .at(self.span())
                        .with_help("correct the first errors and try again"),
                );
                let unparsed = Unparsed {
                    reason: "behind too many errors".to_string(),
                    cause: UnparsedCause::SyntaxError,
                    name: None,
                };
                self.ast.items.push(External { kind: ExternalKind::Unparsed(unparsed), span });
                return;
            }
            let start = self.position;
            let external = self.external_declaration().unwrap_or_else(|error| self.recover_external(start, *error));
            self.ast.items.push(external);
        }
    }

    fn error_count(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count()
    }

    // ------------------------------------------------------------------------------------------------------------ token cursor

    fn kind(&self) -> TokenKind {
        self.tokens[self.position].kind
    }

    /// The kind of the token `ahead` places behind the next one.
    fn kind_at(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.position + ahead).map_or(TokenKind::EndOfFile, |token| token.kind)
    }

    fn token_span(&self, index: usize) -> Span {
        let token = self.tokens[index];
        Span::new(self.file, token.lo, token.hi)
    }

    /// The span of the next token.
    fn span(&self) -> Span {
        self.token_span(self.position)
    }

    /// The span of the last token that was taken.
    fn previous_span(&self) -> Span {
        self.token_span(self.position.saturating_sub(1))
    }

    /// From `start` to the last token that was taken.
    fn span_since(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }

    /// Takes the next token. The end of the file can be taken any number of times.
    fn advance(&mut self) -> Token {
        let token = self.tokens[self.position];
        if token.kind != TokenKind::EndOfFile {
            self.position += 1;
        }
        token
    }

    fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    /// Takes a token of this kind; `what` names it in the error, such as "`;` after the statement".
    fn expect(&mut self, kind: TokenKind, what: &str) -> Parse<Span> {
        if self.kind() != kind {
            return Err(self.expected(what));
        }
        self.advance();
        Ok(self.previous_span())
    }

    fn expect_ident(&mut self, what: &str) -> Parse<Ident> {
        match self.tokens[self.position] {
            Token { kind: TokenKind::Ident, symbol: Some(name), .. } => {
                self.advance();
                Ok(Ident { name, span: self.previous_span() })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// The symbol of the token `ahead` places behind the next one, if it is an identifier.
    fn ident_at(&self, ahead: usize) -> Option<Symbol> {
        let token = self.tokens.get(self.position + ahead)?;
        token.symbol.filter(|_| token.kind == TokenKind::Ident)
    }

    fn spelling(&self, token: Token) -> &[u8] {
        &self.bytes[token.lo as usize..token.hi as usize]
    }

    // ---------------------------------------------------------------------------------------------------------------- errors

    fn error_at(&self, span: Span, message: impl Into<String>) -> Box<ParseError> {
        let cause = UnparsedCause::SyntaxError;
        Box::new(ParseError { message: message.into(), span, label: None, help: None, cause })
    }

    fn unsupported_at(&self, span: Span, message: impl Into<String>) -> Box<ParseError> {
        let cause = UnparsedCause::UnsupportedExtension;
        Box::new(ParseError { message: message.into(), span, label: None, help: None, cause })
    }

    /// The error that `what` stands nowhere near the next token.
    fn expected(&self, what: &str) -> Box<ParseError> {
        let token = self.tokens[self.position];
        let found = match token.kind {
            TokenKind::EndOfFile => "the end of the file".to_string(),
            _ => {
                let text = String::from_utf8_lossy(self.spelling(token));
                let short: String = text.chars().take(40).collect();
                format!("`{}{}`", short, if short.len() < text.len() { "..." } else { "" })
            }
        };
        // What is missing at the end of a line is best shown there, not at the start of the next one.
        let missing_before_break = what.starts_with("`;`") && self.position > 0 && self.line_break_before();
        let span = if missing_before_break { self.previous_span().end() } else { self.span() };
        let mut error = self.error_at(span, format!("expected {what}, found {found}"));
        if missing_before_break {
            error.help = Some("add the missing `;`".to_string());
        }
        error
    }

    fn line_break_before(&self) -> bool {
        let (previous, next) = (self.tokens[self.position - 1], self.tokens[self.position]);
        self.bytes[previous.hi as usize..next.lo as usize].contains(&b'\n')
    }

    // --------------------------------------------------------------------------------------------------------------- helpers

    /// Runs a part that may contain itself: counts the depth and makes sure that there is stack.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            let mut error = self.error_at(self.span(), format!("more than {MAX_NESTING} levels of nesting"));
            error.help = Some("split this construct into smaller ones".to_string());
            return Err(error);
        }
        self.depth += 1;
        let result = grow_stack(|| part(self));
        self.depth -= 1;
        result
    }

    /// Runs a part in a scope of its own.
    fn scoped<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.scopes.enter();
        let result = part(self);
        self.scopes.leave();
        result
    }

    fn node<Node>(&mut self, node: Node) -> <Ast as Add<Node>>::Id
    where
        Ast: Add<Node>,
    {
        self.ast.add(node)
    }

    /// One or more adjacent string tokens.
    fn string_literal(&mut self, what: &str) -> Parse<StringId> {
        let first = self.position;
        while self.kind() == TokenKind::String {
            self.advance();
        }
        if self.position == first {
            return Err(self.expected(what));
        }
        let tokens = first..self.position;
        let mut encoding = super::ast::Encoding::Plain;
        for index in tokens.clone() {
            let (other, _) = literal::split_quoted(self.spelling(self.tokens[index]));
            encoding = literal::join_encodings(encoding, other)
                .map_err(|message| self.error_at(self.token_span(index), message))?;
        }
        let mut units = Vec::new();
        for index in tokens.clone() {
            let (_, body) = literal::split_quoted(self.spelling(self.tokens[index]));
            literal::append_string(body, encoding, &mut units)
                .map_err(|message| self.error_at(self.token_span(index), message))?;
        }
        let span = self.token_span(tokens.start).to(self.token_span(tokens.end - 1));
        Ok(self.node(StringLiteral { encoding, units, span }))
    }

    /// Skips `_Pragma("...")`, which has no effect on meaning here.
    fn skip_pragma_operators(&mut self) {
        while self.kind() == TokenKind::PragmaOperator
            && self.kind_at(1) == TokenKind::LeftParen
            && self.kind_at(2) == TokenKind::String
            && self.kind_at(3) == TokenKind::RightParen
        {
            self.position += 4;
        }
    }
}
