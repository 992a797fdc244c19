//! Where to go on after text that could not be read.

use super::{MAX_ERRORS, Parse, ParseError, Parser};
use crate::front::ast::{External, ExternalKind, Stmt, StmtKind};
use crate::front::lexer::TokenKind;

impl Parser<'_> {
    /// Reports the error of the external declaration that starts at token `start` and skips it.
    pub(super) fn recover_external(&mut self, start: usize, error: ParseError) -> External {
        let unparsed = self.report(error);
        let error_index = self.position;
        let mut depth = 0usize;
        self.position = start;
        loop {
            let behind_error = self.position >= error_index;
            match self.kind() {
                TokenKind::EndOfFile => break,
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && behind_error && !self.declarators_follow_brace() {
                        self.advance();
                        break;
                    }
                }
                TokenKind::Semicolon if depth == 0 && behind_error => {
                    self.advance();
                    break;
                }
                // Where only a semicolon was missing, the next declaration is still good.
                _ if depth == 0 && self.position == error_index && self.position > start && self.at_new_line() => break,
                _ => {}
            }
            self.advance();
        }
        External { kind: ExternalKind::Unparsed(unparsed), span: self.span_since(self.token_span(start)) }
    }

    /// Whether the next token starts a declaration on a line of its own.
    fn at_new_line(&self) -> bool {
        self.kind() != TokenKind::Attribute && self.declaration_starts_at(0) && self.line_break_before()
    }

    /// Whether what stands behind the `}` that comes next still belongs to the same declaration, as in `struct {} x;`.
    fn declarators_follow_brace(&self) -> bool {
        match self.kind_at(1) {
            TokenKind::Semicolon | TokenKind::Comma | TokenKind::Assign | TokenKind::Star | TokenKind::Attribute => {
                true
            }
            TokenKind::Ident => !self.declaration_starts_at(1) && self.kind_at(2) != TokenKind::LeftParen,
            _ => false,
        }
    }

    /// Reports the error of the block item that starts at token `start` and skips it, up to a `;` or `}` of the same block.
    /// Errors at the end of the file, or behind too many others, are passed on.
    pub(super) fn recover_statement(&mut self, start: usize, error: Box<ParseError>) -> Parse<Stmt> {
        if self.kind() == TokenKind::EndOfFile || self.error_count() >= MAX_ERRORS {
            return Err(error);
        }
        let unparsed = self.report(*error);
        let error_index = self.position;
        let mut depth = 0usize;
        self.position = start;
        loop {
            let behind_error = self.position >= error_index;
            match self.kind() {
                TokenKind::EndOfFile => break,
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace if depth == 0 => break,
                TokenKind::RightBrace => {
                    depth -= 1;
                    if depth == 0 && behind_error && !self.statement_goes_on() {
                        self.advance();
                        break;
                    }
                }
                TokenKind::Semicolon if depth == 0 && behind_error && self.kind_at(1) != TokenKind::Else => {
                    self.advance();
                    break;
                }
                _ => {}
            }
            self.advance();
        }
        Ok(Stmt { kind: StmtKind::Unparsed(unparsed), span: self.span_since(self.token_span(start)) })
    }

    /// Whether the `}` that comes next is followed by a part of the same statement.
    fn statement_goes_on(&self) -> bool {
        matches!(
            self.kind_at(1),
            TokenKind::Else | TokenKind::Semicolon | TokenKind::RightParen | TokenKind::Comma | TokenKind::Assign
        )
    }

    /// The index behind the `}` that matches the `{` at this index, or that of the end of the file.
    pub(super) fn behind_braces(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace if depth <= 1 => return index + 1,
                TokenKind::RightBrace => depth -= 1,
                _ => {}
            }
        }
        self.tokens.len() - 1
    }
}
