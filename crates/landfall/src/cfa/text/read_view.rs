//! Parses how C divides objects. The grammar is in `view`.

use std::sync::Arc;

use super::super::expr::IntType;
use super::super::memory::{Field, Scalar, ScalarKind, View};
use super::lex::{ReadError, Token};
use super::read::{MAX_DEPTH, Parser, Read};
use super::type_named;
use super::view::SCALARS;

/// Bounds that keep sums of sizes in 64 bits, and what walks over a view short.
const MAX_SIZE: u64 = 1 << 48;
const MAX_PARTS: u64 = 1 << 22;

/// A view, how deep it is, and how many parts it has if each element is one.
#[derive(Clone)]
pub(super) struct KnownView {
    view: Arc<View>,
    depth: u32,
    parts: u64,
}

impl Parser {
    /// `view n = ...;`
    pub(super) fn named_view(&mut self) -> Read<()> {
        self.word("view")?;
        let at = self.at();
        let (number, next) = (self.number(u64::MAX)?, self.views.len() as u64);
        if number != next {
            return Err(ReadError::new(at, format!("expected view {next}, found view {number}")));
        }
        self.symbol("=")?;
        let view = self.view(0)?;
        self.views.push(view);
        self.symbol(";")
    }

    /// `of` and a view; bytes if there is none.
    pub(super) fn optional_view(&mut self) -> Read<Arc<View>> {
        if self.accept_word("of") { Ok(self.view(0)?.view) } else { Ok(Arc::new(View::Bytes)) }
    }

    fn view(&mut self, level: u32) -> Read<KnownView> {
        let at = self.at();
        let known = self.bare_view(level)?;
        if level > MAX_DEPTH || known.depth > MAX_DEPTH || known.parts > MAX_PARTS {
            return Err(ReadError::new(at, "the view has too many parts"));
        }
        if known.view.size() > MAX_SIZE {
            return Err(ReadError::new(at, "the view is too large"));
        }
        Ok(known)
    }

    fn bare_view(&mut self, level: u32) -> Read<KnownView> {
        let leaf = |view| KnownView { view: Arc::new(view), depth: 1, parts: 1 };
        if level > MAX_DEPTH {
            return Err(ReadError::new(self.at(), "the view is nested too deeply"));
        }
        if let Some(ty) = self.accept_type() {
            return Ok(leaf(View::Scalar(Scalar { ty, kind: ScalarKind::Int })));
        }
        for (word, kind) in SCALARS {
            if self.accept_word(word) {
                return Ok(leaf(View::Scalar(Scalar { ty: self.int_type()?, kind })));
            }
        }
        if self.accept_word("bytes") {
            Ok(leaf(View::Bytes))
        } else if self.accept_word("array") {
            let count = self.number(MAX_SIZE)?;
            self.word("step")?;
            let at = self.at();
            let step = self.number(MAX_SIZE)?;
            if step.checked_mul(count).is_none_or(|size| size > MAX_SIZE) {
                return Err(ReadError::new(at, "the array is too large"));
            }
            self.word("of")?;
            let KnownView { view: of, depth, parts } = self.view(level + 1)?;
            Ok(KnownView { view: Arc::new(View::Array { of, step, count }), depth: depth + 1, parts: parts + 1 })
        } else if self.accept_word("record") {
            self.fields(level, false)
        } else if self.accept_word("union") {
            self.fields(level, true)
        } else if self.accept_word("view") {
            let at = self.at();
            let number = self.number(u64::MAX)?;
            let known = usize::try_from(number).ok().and_then(|number| self.views.get(number));
            known.cloned().ok_or_else(|| ReadError::new(at, format!("there is no view {number} yet")))
        } else {
            self.fail("a view such as `i32`, `pointer i64`, `array`, `record`, `union`, `bytes` or `view 0`")
        }
    }

    fn accept_type(&mut self) -> Option<IntType> {
        let Token::Word(word) = self.peek() else { return None };
        let ty = type_named(word)?;
        self.advance();
        Some(ty)
    }

    /// `{ name at bit width bits: view, ... }`
    fn fields(&mut self, level: u32, union: bool) -> Read<KnownView> {
        let mut fields = Vec::new();
        let (mut depth, mut parts) = (0, 1);
        self.symbol("{")?;
        while !self.accept_symbol("}") {
            if !fields.is_empty() {
                self.symbol(",")?;
            }
            let name = self.name()?.text.into();
            self.word("at")?;
            let bit = self.number(MAX_SIZE)?;
            let width = if self.accept_word("width") { Some(self.number(128)? as u32) } else { None };
            self.symbol(":")?;
            let known = self.view(level + 1)?;
            depth = depth.max(known.depth);
            parts += known.parts;
            fields.push(Field { name, bit, width, view: known.view });
        }
        Ok(KnownView { view: Arc::new(View::Record { fields, union }), depth: depth + 1, parts })
    }
}
