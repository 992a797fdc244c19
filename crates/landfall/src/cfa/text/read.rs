//! Parses the text form: tokens to a syntax tree, which `elaborate` turns into a program.

use std::sync::Arc;

use super::super::expr::{BinaryOp, IntType, Type, UnaryOp};
use super::super::float::FloatOp;
use super::super::program::*;
use super::elaborate::elaborate;
use super::lex::{Position, ReadError, Token, tokenize};
use super::read_view::KnownView;
use super::tree::*;
use super::write::{PRECEDENCE_AND, PRECEDENCE_OR, precedence};
use super::{ERROR_KINDS, KEYWORDS, type_named};
use crate::front::source::{FileId, Span};

/// Reads the text form of a program. What comes back satisfies the program's invariants.
pub fn read_program(text: &str) -> Result<Program, ReadError> {
    let mut parser = Parser { tokens: tokenize(text)?, next: 0, views: Vec::new() };
    elaborate(parser.program()?)
}

impl std::str::FromStr for Program {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Program, ReadError> {
        read_program(text)
    }
}

/// Expressions nested deeper than this are refused, so that recursion over them is safe.
pub(super) const MAX_DEPTH: u32 = 1000;

pub(super) struct Parser {
    tokens: Vec<(Token, Position)>,
    next: usize,
    /// The records that `view` items have named, by number.
    pub(super) views: Vec<KnownView>,
}

pub(super) type Read<T> = Result<T, ReadError>;

impl Parser {
    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub(super) fn peek_second(&self) -> &Token {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)].0
    }

    pub(super) fn at(&self) -> Position {
        self.tokens[self.next].1
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.tokens[self.next].0.clone();
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
        token
    }

    pub(super) fn fail<T>(&self, expected: &str) -> Read<T> {
        Err(ReadError::new(self.at(), format!("expected {expected}, found {}", self.peek())))
    }

    pub(super) fn accept_symbol(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(s) if *s == symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(w) if w == word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn symbol(&mut self, symbol: &str) -> Read<()> {
        if self.accept_symbol(symbol) { Ok(()) } else { self.fail(&format!("`{symbol}`")) }
    }

    pub(super) fn word(&mut self, word: &str) -> Read<()> {
        if self.accept_word(word) { Ok(()) } else { self.fail(&format!("`{word}`")) }
    }

    pub(super) fn string(&mut self) -> Read<String> {
        match self.peek() {
            Token::String(_) => match self.advance() {
                Token::String(s) => Ok(s),
                _ => self.fail("a string"),
            },
            _ => self.fail("a string"),
        }
    }

    pub(super) fn small_number(&mut self) -> Read<u32> {
        match *self.peek() {
            Token::Number(n) if n <= u32::MAX as u128 => {
                self.advance();
                Ok(n as u32)
            }
            _ => self.fail("a number"),
        }
    }

    pub(super) fn name(&mut self) -> Read<Name> {
        let at = self.at();
        let text = match self.peek() {
            Token::Word(w) if !KEYWORDS.contains(&w.as_str()) && type_named(w).is_none() => w.clone(),
            Token::Quoted(w) => w.clone(),
            _ => return self.fail("a name"),
        };
        self.advance();
        let index = if self.accept_symbol("#") { Some(self.small_number()?) } else { None };
        Ok(Name { text, index, at })
    }

    pub(super) fn int_type(&mut self) -> Read<IntType> {
        let found = match self.peek() {
            Token::Word(w) => type_named(w),
            _ => None,
        };
        match found {
            Some(ty) => {
                self.advance();
                Ok(ty)
            }
            None => self.fail("a type such as `i32`, `u8` or `bool`"),
        }
    }

    pub(super) fn span(&mut self) -> Read<Option<Span>> {
        if !self.accept_symbol("@") {
            return Ok(None);
        }
        let file = FileId(self.small_number()?);
        self.symbol(":")?;
        let lo = self.small_number()?;
        self.symbol("-")?;
        let hi = self.small_number()?;
        Ok(Some(Span { file, lo, hi }))
    }

    fn program(&mut self) -> Read<RawProgram> {
        let semantics = Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined };
        let mut program = RawProgram {
            semantics,
            externs: Vec::new(),
            globals: Vec::new(),
            objects: Vec::new(),
            entry: None,
            procs: Vec::new(),
            end: Position { line: 1, column: 1 },
        };
        loop {
            let item = match self.peek() {
                Token::Word(w) => w.clone(),
                Token::End => {
                    program.end = self.at();
                    return Ok(program);
                }
                _ => return self.fail("`proc`, `global`, `object`, `view`, `entry`, `extern` or `semantics`"),
            };
            match item.as_str() {
                "semantics" => program.semantics = self.semantics()?,
                "extern" => {
                    self.advance();
                    program.externs.push(self.string()?);
                    while self.accept_symbol(",") {
                        program.externs.push(self.string()?);
                    }
                    self.symbol(";")?;
                }
                "global" => {
                    self.advance();
                    program.globals.push(self.variable(VarKind::Global)?);
                    self.symbol(";")?;
                }
                "object" => {
                    self.advance();
                    program.objects.push(self.object()?);
                    self.symbol(";")?;
                }
                "view" => self.named_view()?,
                "entry" => {
                    self.advance();
                    program.entry = Some(self.name()?);
                    self.symbol(";")?;
                }
                "proc" => program.procs.push(self.procedure()?),
                _ => return self.fail("`proc`, `global`, `object`, `view`, `entry`, `extern` or `semantics`"),
            }
        }
    }

    fn semantics(&mut self) -> Read<Semantics> {
        self.word("semantics")?;
        let data_model = if self.accept_word("ilp32") {
            DataModel::Ilp32
        } else if self.accept_word("lp64") {
            DataModel::Lp64
        } else {
            return self.fail("`ilp32` or `lp64`");
        };
        let overflow = if self.accept_word("undefined") {
            Overflow::Undefined
        } else if self.accept_word("wrap") {
            Overflow::Wrap
        } else {
            return self.fail("`undefined` or `wrap`");
        };
        self.symbol(";")?;
        Ok(Semantics { data_model, overflow })
    }

    fn variable(&mut self, kind: VarKind) -> Read<RawVar> {
        let name = self.name()?;
        self.symbol(":")?;
        let cell = self.int_type()?;
        let ty = if self.accept_symbol("[") {
            self.symbol("]")?;
            Type::Array(cell)
        } else {
            Type::Int(cell)
        };
        Ok(RawVar { kind, name, ty, span: self.span()? })
    }

    fn procedure(&mut self) -> Read<RawProc> {
        self.word("proc")?;
        let name = self.name()?;
        self.symbol("(")?;
        let mut vars = Vec::new();
        while !self.accept_symbol(")") {
            if !vars.is_empty() {
                self.symbol(",")?;
            }
            vars.push(self.variable(VarKind::Param)?);
        }
        let result = if self.accept_symbol("->") { Some(self.name()?) } else { None };
        self.word("entry")?;
        let entry = self.name()?;
        self.word("exit")?;
        let exit = self.name()?;
        let span = self.span()?;
        let objects = Vec::new();
        let mut proc = RawProc { name, vars, objects, result, entry, exit, span, locs: Vec::new(), edges: Vec::new() };
        self.symbol("{")?;
        while !self.accept_symbol("}") {
            self.member(&mut proc)?;
        }
        Ok(proc)
    }

    fn member(&mut self, proc: &mut RawProc) -> Read<()> {
        if self.accept_word("local") {
            proc.vars.push(self.variable(VarKind::Local)?);
        } else if self.accept_word("temp") {
            proc.vars.push(self.variable(VarKind::Temp)?);
        } else if self.accept_word("loc") {
            proc.locs.push(self.location()?);
        } else if self.word_before_name("object") {
            self.advance();
            proc.objects.push(self.object()?);
        } else {
            proc.edges.push(self.edge()?);
        }
        self.symbol(";")
    }

    fn location(&mut self) -> Read<RawLoc> {
        let name = self.name()?;
        let is_loop = self.accept_word("loop");
        let span = self.span()?;
        let error = if self.accept_word("error") { Some(self.error()?) } else { None };
        Ok(RawLoc { name, is_loop, span, error })
    }

    fn error(&mut self) -> Read<ErrorInfo> {
        let Some((_, kind)) = ERROR_KINDS.iter().find(|(word, _)| self.accept_word(word)) else {
            let words: Vec<String> = ERROR_KINDS.iter().map(|(word, _)| format!("`{word}`")).collect();
            return self.fail(&words.join(", "));
        };
        let kind = *kind;
        Ok(ErrorInfo { kind, message: self.string()?.into(), span: self.span()? })
    }

    fn edge(&mut self) -> Read<RawEdge> {
        let first = self.name()?;
        let (name, src) = if self.accept_symbol(":") { (Some(first), self.name()?) } else { (None, first) };
        self.symbol("->")?;
        let dst = self.name()?;
        self.symbol(":")?;
        Ok(RawEdge { name, src, dst, op: self.op()?, span: self.span()? })
    }

    fn op(&mut self) -> Read<RawOp> {
        if self.accept_word("skip") {
            Ok(RawOp::Skip)
        } else if self.accept_word("assume") {
            Ok(RawOp::Assume(self.expr()?))
        } else if self.accept_word("unsupported") {
            Ok(RawOp::Unsupported(self.string()?))
        } else if self.accept_word("havoc") {
            Ok(RawOp::Havoc(self.name()?, self.havoc_kind()?))
        } else if self.accept_word("call") {
            self.call(None)
        } else if let Some(op) = self.memory_op()? {
            Ok(RawOp::Memory(op))
        } else {
            let var = self.name()?;
            if self.accept_symbol("[") {
                let index = if matches!(self.peek(), Token::Symbol("]")) { None } else { Some(self.expr()?) };
                self.symbol("]")?;
                self.symbol("=")?;
                return Ok(RawOp::Store(var, index, self.expr()?));
            }
            self.symbol("=")?;
            if self.accept_word("call") {
                self.call(Some(var))
            } else if self.word_before("alloc", "(") {
                Ok(RawOp::Memory(self.alloc(var)?))
            } else {
                Ok(RawOp::Assign(var, self.expr()?))
            }
        }
    }

    pub(super) fn havoc_kind(&mut self) -> Read<HavocKind> {
        type Named = fn(Arc<str>) -> HavocKind;
        let named: [(&str, Named); 5] = [
            ("input", HavocKind::Input),
            ("extern", HavocKind::Extern),
            ("object", HavocKind::Object),
            ("volatile", HavocKind::Volatile),
            ("unspecified", HavocKind::Unspecified),
        ];
        for (word, kind) in named {
            if self.accept_word(word) {
                return Ok(kind(self.string()?.into()));
            }
        }
        if self.accept_word("uninitialised") {
            Ok(HavocKind::Uninitialised)
        } else if self.accept_word("argument") {
            Ok(HavocKind::Argument)
        } else if self.accept_word("approximation") {
            let cause = self.cause()?;
            Ok(HavocKind::approximation(&self.string()?.into(), cause))
        } else {
            self.fail("where the value comes from, such as `input` or `uninitialised`")
        }
    }

    fn cause(&mut self) -> Read<Cause> {
        let causes = [Cause::Library, Cause::Copy, Cause::Assembly, Cause::Address, Cause::Object];
        for (word, cause) in ["library", "copy", "assembly", "address"].into_iter().zip(causes) {
            if self.accept_word(word) {
                return Ok(cause);
            }
        }
        self.fail("`library`, `copy`, `assembly` or `address`")
    }

    fn call(&mut self, result: Option<Name>) -> Read<RawOp> {
        let callee = self.name()?;
        Ok(RawOp::Call(result, callee, self.operands(0)?))
    }

    pub(super) fn expr(&mut self) -> Read<Node> {
        self.conditional(0)
    }

    pub(super) fn conditional(&mut self, level: u32) -> Read<Node> {
        if level > MAX_DEPTH {
            return Err(ReadError::new(self.at(), "the expression is nested too deeply"));
        }
        let condition = self.binary(PRECEDENCE_OR, level)?;
        if !self.accept_symbol("?") {
            return Ok(condition);
        }
        let then = self.conditional(level + 1)?;
        self.symbol(":")?;
        let otherwise = self.conditional(level + 1)?;
        let depth = condition.depth.max(then.depth).max(otherwise.depth);
        let at = condition.at;
        self.node(at, depth, NodeKind::Ite(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    /// A node above operands of the given depth.
    pub(super) fn node(&self, at: Position, depth: u32, kind: NodeKind) -> Read<Node> {
        if depth >= MAX_DEPTH {
            return Err(ReadError::new(at, "the expression is nested too deeply"));
        }
        Ok(Node { at, depth: depth + 1, kind })
    }

    /// Operators that bind at least as tightly as `least`, by precedence climbing.
    fn binary(&mut self, least: u8, level: u32) -> Read<Node> {
        let mut left = self.unary(level)?;
        while let Token::Symbol(symbol) = *self.peek() {
            let Some((operator, strength)) = operator(symbol) else { break };
            if strength < least {
                break;
            }
            let at = self.at();
            self.advance();
            let right = self.binary(strength + 1, level + 1)?;
            let depth = left.depth.max(right.depth);
            let (a, b) = (Box::new(left), Box::new(right));
            let kind = match operator {
                Operator::And => NodeKind::And(a, b),
                Operator::Or => NodeKind::Or(a, b),
                Operator::Binary(op) => NodeKind::Binary(op, a, b),
                Operator::Swapped(op) => NodeKind::Binary(op, b, a),
            };
            left = self.node(at, depth, kind)?;
        }
        Ok(left)
    }

    fn unary(&mut self, level: u32) -> Read<Node> {
        if level > MAX_DEPTH {
            return Err(ReadError::new(self.at(), "the expression is nested too deeply"));
        }
        let at = self.at();
        if matches!(self.peek(), Token::Symbol("-")) && matches!(self.peek_second(), Token::Number(_)) {
            self.advance();
            return self.constant(at, true);
        }
        let op = match self.peek() {
            Token::Symbol("-") => UnaryOp::Neg,
            Token::Symbol("~") => UnaryOp::BitNot,
            Token::Symbol("!") => UnaryOp::Not,
            _ => return self.primary(level),
        };
        self.advance();
        let operand = self.unary(level + 1)?;
        let depth = operand.depth;
        self.node(at, depth, NodeKind::Unary(op, Box::new(operand)))
    }

    fn primary(&mut self, level: u32) -> Read<Node> {
        let at = self.at();
        if let Token::Number(_) = self.peek() {
            return self.constant(at, false);
        }
        if self.accept_symbol("(") {
            let inner = self.conditional(level + 1)?;
            self.symbol(")")?;
            return Ok(inner);
        }
        for (word, value) in [("true", true), ("false", false)] {
            if self.accept_word(word) {
                return self.node(at, 0, NodeKind::Truth(value));
            }
        }
        let cast = match self.peek() {
            Token::Word(w) => type_named(w),
            _ => None,
        };
        if let Some(ty) = cast {
            self.advance();
            self.symbol("(")?;
            let operand = self.conditional(level + 1)?;
            self.symbol(")")?;
            let depth = operand.depth;
            return self.node(at, depth, NodeKind::Cast(ty, Box::new(operand)));
        }
        let float = match self.peek() {
            Token::Word(w) => FloatOp::named(w),
            _ => None,
        };
        if let Some(op) = float {
            self.advance();
            return self.float(at, op, level);
        }
        if let Some(question) = self.question()? {
            return self.ask(at, question, level);
        }
        match self.name() {
            Ok(name) if self.accept_symbol("[") => {
                let index = self.conditional(level + 1)?;
                self.symbol("]")?;
                let depth = index.depth;
                self.node(at, depth, NodeKind::Select(name, Box::new(index)))
            }
            Ok(name) => self.node(at, 0, NodeKind::Var(name)),
            Err(_) => self.fail("an expression"),
        }
    }

    fn float(&mut self, at: Position, op: FloatOp, level: u32) -> Read<Node> {
        let operands = self.operands(level + 1)?;
        let depth = operands.iter().map(|node| node.depth).max().unwrap_or(0);
        self.node(at, depth, NodeKind::Float(op, operands))
    }

    /// Expressions in parentheses, with commas between.
    pub(super) fn operands(&mut self, level: u32) -> Read<Vec<Node>> {
        self.symbol("(")?;
        let mut operands = Vec::new();
        while !self.accept_symbol(")") {
            if !operands.is_empty() {
                self.symbol(",")?;
            }
            operands.push(self.conditional(level)?);
        }
        Ok(operands)
    }

    fn constant(&mut self, at: Position, negative: bool) -> Read<Node> {
        let Token::Number(magnitude) = self.advance() else { return self.fail("a number") };
        // In `c ? 1 : x` the colon belongs to the conditional: a type must follow for it to be the constant's.
        let typed = matches!(self.peek(), Token::Symbol(":"))
            && matches!(self.peek_second(), Token::Word(w) if type_named(w).is_some())
            && !matches!(self.tokens.get(self.next + 2), Some((Token::Symbol("("), _)));
        let ty = if typed {
            self.advance();
            Some(self.int_type()?)
        } else {
            None
        };
        self.node(at, 0, NodeKind::Constant(negative, magnitude, ty))
    }
}

enum Operator {
    Binary(BinaryOp),
    /// `a > b` stands for `b < a`.
    Swapped(BinaryOp),
    And,
    Or,
}

fn operator(symbol: &str) -> Option<(Operator, u8)> {
    let op = match symbol {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "&" => BinaryOp::BitAnd,
        "|" => BinaryOp::BitOr,
        "^" => BinaryOp::BitXor,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => return Some((Operator::Swapped(BinaryOp::Lt), precedence(BinaryOp::Lt))),
        ">=" => return Some((Operator::Swapped(BinaryOp::Le), precedence(BinaryOp::Le))),
        "&&" => return Some((Operator::And, PRECEDENCE_AND)),
        "||" => return Some((Operator::Or, PRECEDENCE_OR)),
        _ => return None,
    };
    Some((Operator::Binary(op), precedence(op)))
}
