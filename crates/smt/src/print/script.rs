//! Stand-alone SMT-LIB scripts: declarations, assertions, `check-sat`.

use super::smtlib;
use crate::term::{Kind, Term};
use crate::{Sort, Symbol};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A script that asserts some terms and asks for satisfiability. Its `Display` is the text.
#[derive(Clone, Debug, Default)]
pub struct Script {
    comments: Vec<String>,
    assertions: Vec<Term>,
}

impl Script {
    pub fn new() -> Script {
        Script::default()
    }

    /// Adds a comment to the head of the script.
    pub fn comment(&mut self, text: impl Into<String>) -> &mut Script {
        self.comments.push(text.into());
        self
    }

    /// Adds an assertion.
    pub fn assert(&mut self, term: Term) -> &mut Script {
        self.assertions.push(term);
        self
    }

    /// The functions that occur, with the sorts of arguments and result, in the order of their symbols.
    fn functions(&self) -> BTreeMap<Symbol, (Vec<Sort>, Sort)> {
        let mut functions = BTreeMap::new();
        for assertion in &self.assertions {
            for application in assertion.subterms(|t| matches!(t.kind(), Kind::App(..))) {
                if let Kind::App(symbol, arguments) = application.kind() {
                    let sorts = arguments.iter().map(|a| a.sort()).collect();
                    functions.insert(*symbol, (sorts, application.sort()));
                }
            }
        }
        functions
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for comment in &self.comments {
            for line in comment.lines() {
                writeln!(f, "; {line}")?;
            }
        }
        writeln!(f, "(set-logic ALL)")?;
        for var in Term::free_vars_of(&self.assertions) {
            if let Some(symbol) = var.as_var() {
                writeln!(f, "(declare-const {} {})", smtlib::symbol_text(symbol), var.sort())?;
            }
        }
        for (symbol, (arguments, result)) in self.functions() {
            let mut sorts = String::new();
            for (position, sort) in arguments.iter().enumerate() {
                write!(sorts, "{}{sort}", if position == 0 { "" } else { " " })?;
            }
            writeln!(f, "(declare-fun {} ({sorts}) {result})", smtlib::symbol_text(symbol))?;
        }
        for assertion in &self.assertions {
            writeln!(f, "(assert {assertion})")?;
        }
        writeln!(f, "(check-sat)")
    }
}
