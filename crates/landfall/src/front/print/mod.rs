//! The syntax tree as C text again.
//!
//! The text means the same program and reads back to a tree that prints to the same text (which tests use): operands are in
//! parentheses, bodies of `if` and loops in braces, specifiers in a fixed order. What has no place in the text is left out: spans,
//! `#pragma pack`, `#pragma scalar_storage_order`, and [`Unparsed`](super::ast::Unparsed) nodes, which become comments.

mod expression;
mod statement;
mod types;

use super::ast::{Ast, External, ExternalKind, FunctionBody, StaticAssert};
use super::symbol::Symbol;

/// Prints a whole translation unit.
pub fn print(ast: &Ast) -> String {
    let mut printer = Printer { ast, out: String::new(), indent: 0 };
    for external in &ast.items {
        printer.external(external);
    }
    printer.out
}

/// Prints one expression on one line (statement expressions take more).
pub fn print_expression(ast: &Ast, expr: super::ast::ExprId) -> String {
    let mut printer = Printer { ast, out: String::new(), indent: 0 };
    printer.expr(expr);
    printer.out
}

struct Printer<'a> {
    ast: &'a Ast,
    out: String,
    indent: usize,
}

impl<'a> Printer<'a> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.out.push_str(self.ast.name(symbol));
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("    ", self.indent));
    }

    /// Prints items with commas in between.
    fn list<T>(&mut self, items: &'a [T], mut print: impl FnMut(&mut Self, &'a T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            print(self, item);
        }
    }

    fn external(&mut self, external: &'a External) {
        match &external.kind {
            ExternalKind::Function(function) => {
                self.specifiers(&function.specifiers);
                self.text(" ");
                self.attributes(&function.attributes);
                self.declarator(&function.declarator);
                for declaration in &function.parameter_declarations {
                    self.line();
                    self.declaration(declaration);
                }
                self.text(" ");
                match &function.body {
                    FunctionBody::Block(block) => self.stmt(*block),
                    FunctionBody::Unparsed(unparsed, _) => self.unparsed(&unparsed.reason),
                }
            }
            ExternalKind::Declaration(declaration) => self.declaration(declaration),
            ExternalKind::StaticAssert(assertion) => self.static_assert(assertion),
            ExternalKind::Asm(asm) => {
                self.asm(asm);
                self.text(";");
            }
            ExternalKind::Empty => self.text(";"),
            ExternalKind::Unparsed(unparsed) => self.unparsed(&unparsed.reason),
        }
        self.text("\n");
    }

    fn static_assert(&mut self, assertion: &StaticAssert) {
        self.text("_Static_assert(");
        self.operand(assertion.condition);
        if let Some(message) = assertion.message {
            self.text(", ");
            self.string(message);
        }
        self.text(");");
    }

    fn unparsed(&mut self, reason: &str) {
        self.text("/* not parsed: ");
        self.text(&reason.replace("*/", "* /"));
        self.text(" */");
    }
}
