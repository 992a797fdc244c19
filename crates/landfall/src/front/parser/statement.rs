//! Statements and blocks.

use super::{Parse, Parser};
use crate::front::ast::{ExprId, Label, LabelKind, Stmt, StmtId, StmtKind};
use crate::front::lexer::TokenKind;
use crate::front::source::Span;

impl Parser<'_> {
    /// `{ ... }` with a scope of its own.
    pub(super) fn compound_statement(&mut self) -> Parse<StmtId> {
        let start = self.span();
        let kind = StmtKind::Compound(self.block()?);
        let span = self.span_since(start);
        Ok(self.node(Stmt { kind, span }))
    }

    fn block(&mut self) -> Parse<Vec<StmtId>> {
        let start = self.expect(TokenKind::LeftBrace, "`{`")?;
        self.scoped(|parser| parser.block_items(start))
    }

    /// The items of a block up to and with its `}`.
    fn block_items(&mut self, open: Span) -> Parse<Vec<StmtId>> {
        let mut items = Vec::new();
        loop {
            self.skip_pragma_operators();
            match self.kind() {
                TokenKind::RightBrace => {
                    self.advance();
                    return Ok(items);
                }
                TokenKind::EndOfFile => {
                    let mut error = self.error_at(open, "this block does not end");
                    error.label = Some("it is opened here".to_string());
                    error.help = Some("add the missing `}`".to_string());
                    return Err(error);
                }
                _ => {}
            }
            let start = self.position;
            let item = match self.block_item() {
                Ok(item) => item,
                Err(error) => self.recover_statement(start, error)?,
            };
            items.push(self.node(item));
        }
    }

    fn block_item(&mut self) -> Parse<Stmt> {
        let start = self.span();
        if self.at_label() {
            return self.statement();
        }
        match self.kind() {
            TokenKind::LabelDeclaration => self.local_labels(),
            TokenKind::StaticAssert => {
                let assertion = self.static_assert()?;
                Ok(Stmt { kind: StmtKind::StaticAssert(assertion), span: self.span_since(start) })
            }
            _ if self.at_attribute() => self.attributed_item(),
            _ if self.declaration_starts_at(0) => self.block_declaration(),
            _ => self.statement(),
        }
    }

    /// A declaration or statement that starts with attributes. Those of statements (`fallthrough`) mean nothing to us.
    fn attributed_item(&mut self) -> Parse<Stmt> {
        let start = self.position;
        self.attributes()?;
        if self.declaration_starts_at(0) && !self.at_label() {
            self.position = start;
            return self.block_declaration();
        }
        self.statement()
    }

    fn local_labels(&mut self) -> Parse<Stmt> {
        let start = self.expect(TokenKind::LabelDeclaration, "`__label__`")?;
        let mut labels = vec![self.expect_ident("the name of a label")?];
        while self.accept(TokenKind::Comma) {
            labels.push(self.expect_ident("the name of a label")?);
        }
        self.expect(TokenKind::Semicolon, "`;` after the labels")?;
        Ok(Stmt { kind: StmtKind::LocalLabels(labels), span: self.span_since(start) })
    }

    /// Whether a label comes next. An identifier before `:` is one even if it is a typedef name.
    fn at_label(&self) -> bool {
        match self.kind() {
            TokenKind::Case | TokenKind::Default => true,
            TokenKind::Ident => self.kind_at(1) == TokenKind::Colon,
            _ => false,
        }
    }

    pub(super) fn statement(&mut self) -> Parse<Stmt> {
        self.nested(|parser| {
            let start = parser.span();
            let kind = match parser.at_label() {
                true => parser.labeled_statement()?,
                false => parser.statement_kind()?,
            };
            Ok(Stmt { kind, span: parser.span_since(start) })
        })
    }

    /// A statement inside another one, as a node.
    fn substatement(&mut self) -> Parse<StmtId> {
        self.skip_pragma_operators();
        if self.at_attribute() {
            self.attributes()?;
        }
        let statement = self.statement()?;
        Ok(self.node(statement))
    }

    fn labeled_statement(&mut self) -> Parse<StmtKind> {
        let mut labels = Vec::new();
        while self.at_label() {
            labels.push(self.label()?);
            self.skip_pragma_operators();
        }
        let start = self.span();
        let body = match self.kind() {
            TokenKind::RightBrace => Stmt { kind: StmtKind::Empty, span: start.start() },
            _ => self.block_item()?,
        };
        let body = self.node(body);
        Ok(StmtKind::Labeled { labels, body })
    }

    fn label(&mut self) -> Parse<Label> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Case => {
                self.advance();
                let low = self.conditional_expression()?;
                match self.accept(TokenKind::Ellipsis) {
                    true => LabelKind::CaseRange(low, self.conditional_expression()?),
                    false => LabelKind::Case(low),
                }
            }
            TokenKind::Default => {
                self.advance();
                LabelKind::Default
            }
            _ => LabelKind::Name(self.expect_ident("a label")?),
        };
        self.expect(TokenKind::Colon, "`:` after the label")?;
        let span = self.span_since(start);
        // `label: __attribute__((unused));` speaks of the label, but an attribute may also start a declaration.
        let attributes = match self.kind() {
            TokenKind::Attribute => self.attributes()?,
            _ => Vec::new(),
        };
        Ok(Label { kind, attributes, span })
    }

    fn statement_kind(&mut self) -> Parse<StmtKind> {
        match self.kind() {
            TokenKind::LeftBrace => Ok(StmtKind::Compound(self.block()?)),
            TokenKind::Semicolon => {
                self.advance();
                Ok(StmtKind::Empty)
            }
            TokenKind::If => self.if_statement(),
            TokenKind::While => {
                self.advance();
                let condition = self.condition("while")?;
                Ok(StmtKind::While { condition, body: self.substatement()? })
            }
            TokenKind::Do => self.do_statement(),
            TokenKind::For => self.scoped(Self::for_statement),
            TokenKind::Switch => {
                self.advance();
                let scrutinee = self.condition("switch")?;
                Ok(StmtKind::Switch { scrutinee, body: self.substatement()? })
            }
            TokenKind::Goto => self.goto_statement(),
            TokenKind::Continue => self.keyword_statement(StmtKind::Continue),
            TokenKind::Break => self.keyword_statement(StmtKind::Break),
            TokenKind::Return => self.return_statement(),
            TokenKind::Asm => {
                let asm = self.asm()?;
                self.expect(TokenKind::Semicolon, "`;` after the assembly")?;
                Ok(StmtKind::Asm(Box::new(asm)))
            }
            TokenKind::Else => {
                let mut error = self.error_at(self.span(), "`else` without an `if` before it");
                error.help =
                    Some("put the statements before it in braces, or remove the `;` behind the condition".into());
                self.advance();
                Err(error)
            }
            _ => self.expression_statement(),
        }
    }

    /// `(condition)` of a statement.
    fn condition(&mut self, keyword: &str) -> Parse<ExprId> {
        if !self.accept(TokenKind::LeftParen) {
            return Err(self.expected(&format!("`(` after `{keyword}`")));
        }
        let condition = self.expression()?;
        self.expect(TokenKind::RightParen, "`)` after the condition")?;
        Ok(condition)
    }

    /// An `if` with all of its `else if`s, read by a loop and nested from the last one backwards.
    fn if_statement(&mut self) -> Parse<StmtKind> {
        let mut arms = Vec::new();
        let last = loop {
            let start = self.expect(TokenKind::If, "`if`")?;
            let condition = self.condition("if")?;
            let then = self.substatement()?;
            arms.push((start, condition, then));
            if !self.accept(TokenKind::Else) {
                break None;
            }
            if self.kind() != TokenKind::If {
                break Some(self.substatement()?);
            }
        };
        let mut otherwise = last;
        while let Some((start, condition, then)) = arms.pop() {
            let kind = StmtKind::If { condition, then, otherwise };
            if arms.is_empty() {
                return Ok(kind);
            }
            let span = self.span_since(start);
            otherwise = Some(self.node(Stmt { kind, span }));
        }
        Err(self.expected("a condition"))
    }

    fn do_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let body = self.substatement()?;
        self.expect(TokenKind::While, "`while` after the body of `do`")?;
        let condition = self.condition("while")?;
        self.expect(TokenKind::Semicolon, "`;` after the loop")?;
        Ok(StmtKind::DoWhile { body, condition })
    }

    fn for_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        self.expect(TokenKind::LeftParen, "`(` after `for`")?;
        let init = if self.accept(TokenKind::Semicolon) {
            None
        } else if self.declaration_starts_at(0) || self.at_attribute() {
            let declaration = self.block_declaration()?;
            Some(self.node(declaration))
        } else {
            let start = self.span();
            let kind = StmtKind::Expr(self.expression()?);
            self.expect(TokenKind::Semicolon, "`;` after the start of the loop")?;
            let span = self.span_since(start);
            Some(self.node(Stmt { kind, span }))
        };
        let condition = self.optional_expression(TokenKind::Semicolon)?;
        self.expect(TokenKind::Semicolon, "`;` after the condition of the loop")?;
        let step = self.optional_expression(TokenKind::RightParen)?;
        self.expect(TokenKind::RightParen, "`)` after the step of the loop")?;
        Ok(StmtKind::For { init, condition, step, body: self.substatement()? })
    }

    fn optional_expression(&mut self, end: TokenKind) -> Parse<Option<ExprId>> {
        match self.kind() == end {
            true => Ok(None),
            false => self.expression().map(Some),
        }
    }

    fn goto_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let kind = match self.accept(TokenKind::Star) {
            true => StmtKind::ComputedGoto(self.expression()?),
            false => StmtKind::Goto(self.expect_ident("a label after `goto`")?),
        };
        self.expect(TokenKind::Semicolon, "`;` after `goto`")?;
        Ok(kind)
    }

    fn keyword_statement(&mut self, kind: StmtKind) -> Parse<StmtKind> {
        self.advance();
        self.expect(TokenKind::Semicolon, "`;` after the statement")?;
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let value = self.optional_expression(TokenKind::Semicolon)?;
        self.expect(TokenKind::Semicolon, "`;` after `return`")?;
        Ok(StmtKind::Return(value))
    }

    fn expression_statement(&mut self) -> Parse<StmtKind> {
        if self.kind() == TokenKind::Ident && self.kind_at(1) == TokenKind::Ident {
            return Err(self.unknown_type());
        }
        let expr = self.expression()?;
        self.expect(TokenKind::Semicolon, "`;` after the expression")?;
        Ok(StmtKind::Expr(expr))
    }
}
