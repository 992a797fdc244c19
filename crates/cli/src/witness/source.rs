//! The text of a C file for those who change it: its tokens, brackets and statements, and insertions.

use crate::evidence::text::code_at;

/// A word, or a single character that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub start: usize,
    pub end: usize,
}

pub struct Source<'a> {
    bytes: &'a [u8],
    tokens: Vec<Token>,
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8]) -> Source<'a> {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let mut tokens: Vec<Token> = Vec::new();
        code_at(bytes, &mut |at, byte| match tokens
            .last_mut()
            .filter(|last| last.end == at && is_word(byte) && is_word(bytes[at - 1]))
        {
            Some(last) => last.end = at + 1,
            None if byte.is_ascii_whitespace() => {}
            None => tokens.push(Token { start: at, end: at + 1 }),
        });
        let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        Source { bytes, tokens, lines: std::iter::once(0).chain(breaks).collect() }
    }

    pub fn text(&self, token: usize) -> &'a str {
        let span = self.tokens.get(token).map_or(&[][..], |token| &self.bytes[token.start..token.end]);
        std::str::from_utf8(span).unwrap_or_default()
    }

    pub fn between(&self, start: usize, end: usize) -> String {
        String::from_utf8_lossy(self.bytes.get(start..end).unwrap_or_default()).into_owned()
    }

    pub fn token(&self, index: usize) -> Token {
        self.tokens[index]
    }

    /// The tokens that may be meant by a place: the one that starts there, or without a column those of the line.
    pub fn at(&self, line: u32, column: Option<u32>) -> Vec<usize> {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|n| self.lines.get(n)) else { return Vec::new() };
        let end = self.lines.get(line as usize).copied().unwrap_or(self.bytes.len());
        let wanted = column.map(|column| start + column as usize - 1);
        let fits = |token: &Token| wanted.map_or((start..end).contains(&token.start), |at| token.start == at);
        (0..self.tokens.len()).filter(|index| fits(&self.tokens[*index])).collect()
    }

    /// The bracket that closes the one at `open`.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for index in open..self.tokens.len() {
            match self.text(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The bracket that the one at `close` closes.
    pub fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0;
        for index in (0..=close).rev() {
            match self.text(index) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// How a statement starts at the token, if one does.
    pub fn statement(&self, token: usize) -> Option<Start> {
        let before = token.checked_sub(1).map(|index| self.text(index))?;
        if matches!(self.text(token), "else" | "}" | ")" | ";") || !self.is_in_block(token) {
            return None;
        }
        match before {
            _ if self.text(token) == "{" => Some(Start::Block),
            ";" | "{" | "}" | ":" => Some(Start::Plain),
            ")" | "else" | "do" => Some(Start::Alone(self.statement_end(token)?)),
            _ => None,
        }
    }

    /// Whether the innermost bracket around the token is a brace.
    fn is_in_block(&self, token: usize) -> bool {
        let mut depth = 0;
        for index in (0..token).rev() {
            match self.text(index) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" if depth > 0 => depth -= 1,
                "{" => return true,
                "(" | "[" => return false,
                _ => {}
            }
        }
        false
    }

    /// The last token of the statement that starts at `token`.
    fn statement_end(&self, token: usize) -> Option<usize> {
        match self.text(token) {
            "{" => self.closing(token),
            "if" => {
                let end = self.statement_end(self.closing(token + 1)? + 1)?;
                if self.text(end + 1) == "else" { self.statement_end(end + 2) } else { Some(end) }
            }
            "while" | "for" | "switch" => self.statement_end(self.closing(token + 1)? + 1),
            "do" => Some(self.closing(self.statement_end(token + 1)? + 2)? + 1),
            _ if self.text(token + 1) == ":" => self.statement_end(token + 2),
            _ => {
                let mut index = token;
                while index < self.tokens.len() {
                    match self.text(index) {
                        ";" => return Some(index),
                        "(" | "[" | "{" => index = self.closing(index)? + 1,
                        _ => index += 1,
                    }
                }
                None
            }
        }
    }
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Among others in a block.
    Plain,
    /// It is a block.
    Block,
    /// The single statement of an `if` or a loop; this is its last token.
    Alone(usize),
}

/// Text to insert into a source.
#[derive(Default)]
pub struct Insertions {
    list: Vec<(usize, String)>,
}

impl Insertions {
    pub fn add(&mut self, at: usize, text: impl Into<String>) {
        self.list.push((at, text.into()));
    }

    /// The source with the insertions; of two at one place the first added comes first.
    pub fn apply(mut self, bytes: &[u8]) -> Vec<u8> {
        self.list.sort_by_key(|(at, _)| *at);
        let mut result = Vec::with_capacity(bytes.len());
        let mut done = 0;
        for (at, text) in &self.list {
            result.extend_from_slice(&bytes[done..*at]);
            result.extend_from_slice(text.as_bytes());
            done = *at;
        }
        result.extend_from_slice(&bytes[done..]);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "int main(void) {\n  int x = f(1);\n  if (x) g(); else { h(); }\n  for (;;) x++;\n  return 0;\n}\n";

    fn start(line: u32, column: u32) -> Option<Start> {
        let source = Source::new(TEXT.as_bytes());
        let tokens = source.at(line, Some(column));
        tokens.first().and_then(|token| source.statement(*token))
    }

    #[test]
    fn statements_are_found() {
        assert_eq!(start(2, 3), Some(Start::Plain));
        assert_eq!(start(2, 11), None, "an expression");
        assert!(matches!(start(3, 10), Some(Start::Alone(_))));
        assert_eq!(start(3, 20), Some(Start::Block));
        assert_eq!(start(3, 15), None, "else");
        assert!(matches!(start(4, 12), Some(Start::Alone(_))));
        assert_eq!(start(1, 1), None, "not in a function");
    }

    #[test]
    fn insertions_keep_their_order() {
        let mut insertions = Insertions::default();
        insertions.add(3, "c");
        insertions.add(1, "a");
        insertions.add(1, "b");
        assert_eq!(insertions.apply(b"0123"), b"0ab12c3");
    }
}
