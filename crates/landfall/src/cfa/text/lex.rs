//! Splits the text form of a program into tokens with their places.

use std::fmt::{self, Display, Formatter};

use super::{is_identifier_part, is_identifier_start};

/// A place in the text: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub line: u32,
    pub column: u32,
}

/// Why a text is not a program, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl ReadError {
    pub(super) fn new(at: Position, message: impl Into<String>) -> ReadError {
        ReadError { line: at.line, column: at.column, message: message.into() }
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// An identifier or keyword.
    Word(String),
    /// A name in backquotes: never a keyword.
    Quoted(String),
    String(String),
    /// A magnitude; signs are tokens of their own.
    Number(u128),
    Symbol(&'static str),
    End,
}

impl Display for Token {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(w) | Token::Quoted(w) => write!(f, "`{w}`"),
            Token::String(s) => write!(f, "{s:?}"),
            Token::Number(n) => write!(f, "`{n}`"),
            Token::Symbol(s) => write!(f, "`{s}`"),
            Token::End => write!(f, "the end of the text"),
        }
    }
}

/// Longer symbols first, so that the first that fits is the longest.
const SYMBOLS: &[&str] = &[
    "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", "=", "<",
    ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "@", "#",
];

/// All tokens, the last being `End`.
pub(super) fn tokenize(text: &str) -> Result<Vec<(Token, Position)>, ReadError> {
    let mut cursor = Cursor { rest: text, at: Position { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    loop {
        cursor.skip_blanks();
        let at = cursor.at;
        let Some(c) = cursor.rest.chars().next() else {
            tokens.push((Token::End, at));
            return Ok(tokens);
        };
        let token = if is_identifier_start(c) {
            Token::Word(cursor.take_while(is_identifier_part).to_string())
        } else if c.is_ascii_digit() {
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            let number = digits.parse().map_err(|_| ReadError::new(at, "the number is too large"))?;
            Token::Number(number)
        } else if c == '`' {
            Token::Quoted(cursor.delimited(at, '`', "name in backquotes")?)
        } else if c == '"' {
            Token::String(cursor.delimited(at, '"', "string")?)
        } else {
            cursor.symbol(at, c)?
        };
        tokens.push((token, at));
    }
}

struct Cursor<'t> {
    rest: &'t str,
    at: Position,
}

impl<'t> Cursor<'t> {
    fn bump(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.at = Position { line: self.at.line + 1, column: 1 };
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'t str {
        let start = self.rest;
        while self.rest.chars().next().is_some_and(&accept) {
            self.bump();
        }
        &start[..start.len() - self.rest.len()]
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// The text up to the same delimiter again.
    fn delimited(&mut self, at: Position, delimiter: char, what: &str) -> Result<String, ReadError> {
        self.bump();
        let mut text = String::new();
        loop {
            match self.bump() {
                Some(c) if c == delimiter => return Ok(text),
                Some('\\') => match self.bump() {
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some('t') => text.push('\t'),
                    Some(c @ ('"' | '`' | '\\')) => text.push(c),
                    _ => return Err(ReadError::new(at, format!("the {what} has an unknown escape"))),
                },
                Some(c) if c != '\n' => text.push(c),
                _ => return Err(ReadError::new(at, format!("the {what} does not end on its line"))),
            }
        }
    }

    fn symbol(&mut self, at: Position, c: char) -> Result<Token, ReadError> {
        for symbol in SYMBOLS {
            if self.rest.starts_with(symbol) {
                for _ in 0..symbol.len() {
                    self.bump();
                }
                return Ok(Token::Symbol(symbol));
            }
        }
        Err(ReadError::new(at, format!("unexpected character {c:?}")))
    }
}
