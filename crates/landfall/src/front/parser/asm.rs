//! Inline assembly.

use super::{Parse, Parser};
use crate::front::ast::{Asm, AsmOperand, Ident, StringId};
use crate::front::lexer::TokenKind;

impl Parser<'_> {
    /// `asm volatile goto ("template" : outputs : inputs : clobbers : labels)`, without the semicolon.
    pub(super) fn asm(&mut self) -> Parse<Asm> {
        let start = self.expect(TokenKind::Asm, "`asm`")?;
        let mut is_volatile = false;
        loop {
            match self.kind() {
                TokenKind::Volatile => is_volatile = true,
                TokenKind::Goto | TokenKind::Inline | TokenKind::Const => {}
                _ => break,
            }
            self.advance();
        }
        self.expect(TokenKind::LeftParen, "`(` after `asm`")?;
        let template = self.string_literal("the text of the assembly")?;
        let (mut outputs, mut inputs, mut clobbers, mut labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        // `::` is one token since C23's attributes use it.
        let mut section = 0;
        while self.kind() != TokenKind::RightParen {
            section += match self.kind() {
                TokenKind::Colon => 1,
                TokenKind::ColonColon => 2,
                _ => return Err(self.expected("`:` or `)` in the assembly")),
            };
            self.advance();
            if matches!(self.kind(), TokenKind::Colon | TokenKind::ColonColon | TokenKind::RightParen) {
                continue;
            }
            match section {
                1 => outputs = self.asm_operands()?,
                2 => inputs = self.asm_operands()?,
                3 => clobbers = self.asm_clobbers()?,
                4 => labels = self.asm_labels()?,
                _ => return Err(self.expected("`)` after the assembly")),
            }
        }
        self.expect(TokenKind::RightParen, "`)` after the assembly")?;
        Ok(Asm { is_volatile, template, outputs, inputs, clobbers, labels, span: self.span_since(start) })
    }

    fn asm_operands(&mut self) -> Parse<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        loop {
            let mut name = None;
            if self.accept(TokenKind::LeftBracket) {
                name = Some(self.expect_ident("the name of an operand")?.name);
                self.expect(TokenKind::RightBracket, "`]` after the operand's name")?;
            }
            let constraint = self.string_literal("the constraint of an operand")?;
            self.expect(TokenKind::LeftParen, "`(` before the operand")?;
            let expr = self.expression()?;
            self.expect(TokenKind::RightParen, "`)` after the operand")?;
            operands.push(AsmOperand { name, constraint, expr });
            if !self.accept(TokenKind::Comma) {
                return Ok(operands);
            }
        }
    }

    fn asm_clobbers(&mut self) -> Parse<Vec<StringId>> {
        let mut clobbers = vec![self.string_literal("a clobbered register")?];
        while self.accept(TokenKind::Comma) {
            clobbers.push(self.string_literal("a clobbered register")?);
        }
        Ok(clobbers)
    }

    fn asm_labels(&mut self) -> Parse<Vec<Ident>> {
        let mut labels = vec![self.expect_ident("a label")?];
        while self.accept(TokenKind::Comma) {
            labels.push(self.expect_ident("a label")?);
        }
        Ok(labels)
    }
}
