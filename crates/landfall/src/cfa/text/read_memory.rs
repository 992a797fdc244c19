//! Parses memory: objects, and what is asked of and done to memory. The grammar is in `memory`.
//!
//! The words are no keywords: `offset` is a question if a parenthesis follows, and the name of a variable if not.

use std::sync::Arc;

use super::super::memory::{Cell, MemoryExpr, Storage};
use super::lex::{Position, ReadError, Token};
use super::read::{Parser, Read};
use super::tree::*;
use super::type_named;

/// The largest object that is read, in bytes: numbers of bits fit in 64 bits.
const MAX_SIZE: u64 = 1 << 60;
/// The longest image of an object that is read, in bytes.
const MAX_IMAGE: usize = 1 << 28;
/// How far behind an address the bits of a cell begin at most.
const MAX_BIT: u32 = 1 << 20;

impl Parser {
    fn next_word(&self) -> Option<&str> {
        match self.peek() {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether this word and then this symbol follow.
    pub(super) fn word_before(&self, word: &str, symbol: &str) -> bool {
        self.next_word() == Some(word) && matches!(self.peek_second(), Token::Symbol(s) if *s == symbol)
    }

    /// Whether this word and then a name follow.
    pub(super) fn word_before_name(&self, word: &str) -> bool {
        self.next_word() == Some(word) && matches!(self.peek_second(), Token::Word(_) | Token::Quoted(_))
    }

    /// A number up to `most`.
    pub(super) fn number(&mut self, most: u64) -> Read<u64> {
        match *self.peek() {
            Token::Number(n) if n <= u128::from(most) => {
                self.advance();
                Ok(n as u64)
            }
            _ => self.fail(&format!("a number up to {most}")),
        }
    }

    /// An object, behind the word.
    pub(super) fn object(&mut self) -> Read<RawObject> {
        let name = self.name()?;
        self.symbol(":")?;
        let size = self.number(MAX_SIZE)?;
        self.word("align")?;
        let at = self.at();
        let align = self.number(1 << 32)?;
        if !align.is_power_of_two() {
            return Err(ReadError::new(at, format!("an alignment is a power of two, not {align}")));
        }
        let constant = self.accept_word("const");
        let view = self.optional_view()?;
        let image = if self.accept_word("image") { Some(self.image()?) } else { None };
        Ok(RawObject { name, size, align, constant, image, view, span: self.span()? })
    }

    /// Strings of hexadecimal digits, each perhaps with a number of times.
    fn image(&mut self) -> Read<Arc<[u8]>> {
        let mut bytes = Vec::new();
        loop {
            let at = self.at();
            let digits = self.string()?;
            let Some(chunk) = from_hexadecimal(&digits) else {
                return Err(ReadError::new(at, "expected two hexadecimal digits for each byte"));
            };
            let times = if self.accept_symbol("*") { self.number(u64::MAX)? } else { 1 };
            let more = usize::try_from(times).ok().and_then(|times| chunk.len().checked_mul(times));
            match more {
                Some(more) if more <= MAX_IMAGE - bytes.len() => bytes.extend(chunk.repeat(times as usize)),
                _ => return Err(ReadError::new(at, format!("an image has at most {MAX_IMAGE} bytes"))),
            }
            if !matches!(self.peek(), Token::String(_)) {
                return Ok(bytes.into());
            }
        }
    }

    /// A question to memory, up to its operands, if one follows.
    pub(super) fn question(&mut self) -> Read<Option<RawQuestion>> {
        if self.accept_symbol("&") {
            return Ok(Some(RawQuestion::Address(self.name()?)));
        }
        if !matches!(self.peek_second(), Token::Symbol("(")) {
            return Ok(None);
        }
        let question = match self.next_word() {
            Some("offset") => RawQuestion::Offset,
            Some("readable") => RawQuestion::Other(MemoryExpr::Readable),
            Some("writable") => RawQuestion::Other(MemoryExpr::Writable),
            Some("freeable") => RawQuestion::Other(MemoryExpr::Freeable),
            Some("size") => RawQuestion::Other(MemoryExpr::Size),
            Some("distance") => RawQuestion::Other(MemoryExpr::Distance),
            Some("same") => RawQuestion::Other(MemoryExpr::SameObject),
            Some("heap_empty") => RawQuestion::Other(MemoryExpr::HeapEmpty),
            Some(word) => match word.strip_prefix("load.") {
                Some(cell) => RawQuestion::Other(MemoryExpr::Load(self.cell(cell)?)),
                None => return Ok(None),
            },
            None => return Ok(None),
        };
        self.advance();
        Ok(Some(question))
    }

    /// A question with its operands.
    pub(super) fn ask(&mut self, at: Position, question: RawQuestion, level: u32) -> Read<Node> {
        let (operands, wanted) = match &question {
            RawQuestion::Address(_) => (Vec::new(), 0),
            RawQuestion::Offset => (self.operands(level + 1)?, 2),
            RawQuestion::Other(op) => (self.operands(level + 1)?, op.operands()),
        };
        self.count(at, &operands, wanted)?;
        let depth = operands.iter().map(|node| node.depth).max().unwrap_or(0);
        self.node(at, depth, NodeKind::Memory(question, operands))
    }

    fn count(&self, at: Position, operands: &[Node], wanted: usize) -> Read<()> {
        match operands.len() {
            given if given == wanted => Ok(()),
            given => Err(ReadError::new(at, format!("expected {wanted} operands, found {given}"))),
        }
    }

    /// Operands of which there are so many.
    fn exactly<const N: usize>(&mut self) -> Read<[Node; N]> {
        let at = self.at();
        let operands = self.operands(0)?;
        let given = operands.len();
        operands.try_into().map_err(|_| ReadError::new(at, format!("expected {N} operands, found {given}")))
    }

    /// The cell that a text such as `i32` or `u8.3at2` stands for.
    fn cell(&self, text: &str) -> Read<Cell> {
        let parsed = match text.split_once('.') {
            None => type_named(text).map(|ty| Cell::bytes(u32::from(ty.bits).div_ceil(8), ty)),
            Some((ty, place)) => type_named(ty).zip(place.split_once("at")).and_then(|(ty, (bits, bit))| {
                let bits = bits.parse().ok().filter(|bits| (1..=128).contains(bits))?;
                Some(Cell { bits, bit: bit.parse().ok().filter(|bit| *bit <= MAX_BIT)?, ty })
            }),
        };
        match parsed {
            Some(cell) => Ok(cell),
            None => self.fail("a cell such as `i32` or `u8.3at2` behind the dot"),
        }
    }

    /// What is done to memory, if that follows; but for allocations, which begin with a variable.
    pub(super) fn memory_op(&mut self) -> Read<Option<RawMemoryOp>> {
        for (word, op) in [("enter", RawMemoryOp::Enter as fn(Name) -> RawMemoryOp), ("leave", RawMemoryOp::Leave)] {
            if self.word_before_name(word) {
                self.advance();
                return Ok(Some(op(self.name()?)));
            }
        }
        if !matches!(self.peek_second(), Token::Symbol("(")) {
            return Ok(None);
        }
        let Some(word) = self.next_word().map(str::to_string) else { return Ok(None) };
        let cell = match (word.as_str(), word.strip_prefix("write.")) {
            (_, Some(cell)) => Some(self.cell(cell)?),
            ("copy" | "fill" | "forget" | "free", _) => None,
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(match (cell, word.as_str()) {
            (Some(cell), _) => {
                let [at] = self.exactly()?;
                self.symbol("=")?;
                RawMemoryOp::Write { at, cell, value: self.expr()?, initial: self.accept_word("initial") }
            }
            (None, "copy") => {
                let [to, from, size] = self.exactly()?;
                RawMemoryOp::Copy { to, from, size }
            }
            (None, "fill") => {
                let [at, value, size] = self.exactly()?;
                RawMemoryOp::Fill { at, value, size }
            }
            (None, "forget") => {
                let [at, size] = self.exactly()?;
                RawMemoryOp::Havoc { at, size, kind: self.havoc_kind()? }
            }
            (None, _) => {
                let [at] = self.exactly()?;
                RawMemoryOp::Free(at)
            }
        }))
    }

    /// An allocation, behind the variable that gets the address.
    pub(super) fn alloc(&mut self, to: Name) -> Read<RawMemoryOp> {
        self.word("alloc")?;
        let [size] = self.exactly()?;
        let zero = self.accept_word("zero");
        let storage = if self.accept_word("heap") {
            Storage::Heap
        } else if self.accept_word("stack") {
            Storage::Stack
        } else {
            return self.fail("`heap` or `stack`");
        };
        Ok(RawMemoryOp::Alloc { to, size, zero, storage, view: self.optional_view()? })
    }
}

/// The bytes of pairs of digits.
fn from_hexadecimal(digits: &str) -> Option<Vec<u8>> {
    let digits = digits.as_bytes();
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes = pairs.iter().map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?)).collect();
    if rest.is_empty() { bytes } else { None }
}
