//! Tokens of preprocessed C, over bytes.
//!
//! The whole file is turned into a vector of small tokens, on which the parser moves by index. Identifiers are interned; keywords
//! are the first symbols of the interner, so that a keyword is recognised by its symbol's index. Numbers, characters and strings
//! keep only their span; [`super::literal`] reads their value when the parser needs it.
//!
//! Directives that preprocessors leave behind are handled here: line markers and most pragmas are skipped (the
//! [`SourceMap`](super::source::SourceMap) has read the markers), `#pragma pack` and `#pragma scalar_storage_order` are recorded as [`PackChange`]s.

use logos::{Lexer, Logos, Skip};

use super::diagnostic::Diagnostic;
use super::source::{FileId, Span};
use super::symbol::{Interner, Symbol};

/// The kind of a token. Keywords come first, each for all of its GNU spellings.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(utf8 = false, skip b"[ \t\r\n\x0b\x0c]+", skip b"\\\\[ \t]*\r?\n")]
pub enum TokenKind {
    Alignas,
    Alignof,
    /// gcc's own spelling, with a meaning of its own.
    PreferredAlignof,
    Asm,
    Atomic,
    Attribute,
    Auto,
    AutoType,
    BitInt,
    Bool,
    Break,
    BuiltinChooseExpr,
    BuiltinConvertVector,
    BuiltinOffsetof,
    BuiltinTypesCompatible,
    BuiltinVaArg,
    BuiltinVaList,
    Case,
    CharType,
    Complex,
    Const,
    Constexpr,
    Continue,
    Decimal128,
    Decimal32,
    Decimal64,
    Default,
    Do,
    Double,
    Else,
    Enum,
    Extension,
    Extern,
    Float,
    Float128,
    Float16,
    Float32,
    Float32x,
    Float64,
    Float64x,
    Float80,
    For,
    Generic,
    Goto,
    If,
    Imag,
    Inline,
    Int,
    Int128,
    LabelDeclaration,
    Long,
    Noreturn,
    PragmaOperator,
    Real,
    Register,
    Restrict,
    Return,
    Short,
    Signed,
    Sizeof,
    Static,
    StaticAssert,
    Struct,
    Switch,
    ThreadLocal,
    Typedef,
    Typeof,
    TypeofUnqual,
    UnsignedInt128,
    Union,
    Unsigned,
    Void,
    Volatile,
    While,

    #[regex(b"([A-Za-z_$\x80-\xff]|\\\\u[0-9a-fA-F]{4}|\\\\U[0-9a-fA-F]{8})([A-Za-z0-9_$\x80-\xff]|\\\\u[0-9a-fA-F]{4}|\\\\U[0-9a-fA-F]{8})*")]
    Ident,
    /// A preprocessing number: any integer or floating constant, and nonsense such as `1x`.
    #[regex(b"\\.?[0-9]([eEpP][+-]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*")]
    Number,
    #[regex(b"(L|u8|u|U)?'(\\\\\r?\n|\\\\[^\r\n]|[^'\\\\\n])*'")]
    Char,
    #[regex(b"(L|u8|u|U)?\"(\\\\\r?\n|\\\\[^\r\n]|[^\"\\\\\n])*\"")]
    String,

    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    #[token("<:")]
    LeftBracket,
    #[token("]")]
    #[token(":>")]
    RightBracket,
    #[token("{")]
    #[token("<%")]
    LeftBrace,
    #[token("}")]
    #[token("%>")]
    RightBrace,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("...")]
    Ellipsis,
    #[token("->")]
    Arrow,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token("?")]
    Question,
    #[token("=")]
    Assign,
    #[token("+=")]
    PlusAssign,
    #[token("-=")]
    MinusAssign,
    #[token("*=")]
    StarAssign,
    #[token("/=")]
    SlashAssign,
    #[token("%=")]
    PercentAssign,
    #[token("<<=")]
    ShiftLeftAssign,
    #[token(">>=")]
    ShiftRightAssign,
    #[token("&=")]
    AndAssign,
    #[token("^=")]
    XorAssign,
    #[token("|=")]
    OrAssign,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("++")]
    PlusPlus,
    #[token("--")]
    MinusMinus,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("<=")]
    LessEqual,
    #[token(">=")]
    GreaterEqual,
    #[token("==")]
    EqualEqual,
    #[token("!=")]
    NotEqual,
    #[token("&")]
    And,
    #[token("^")]
    Xor,
    #[token("|")]
    Or,
    #[token("&&")]
    AndAnd,
    #[token("||")]
    OrOr,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,

    /// Handled inside the lexer: never part of its result.
    #[token("//", skip_line_comment)]
    #[token("/*", block_comment)]
    UnterminatedComment,
    #[token("#", directive)]
    #[token("%:", directive)]
    Directive,

    /// Behind the last token.
    EndOfFile,
}

/// Every spelling of every keyword. Their order makes the first symbols of an interner.
const KEYWORDS: &[(&str, TokenKind)] = &[
    ("_Alignas", TokenKind::Alignas),
    ("alignas", TokenKind::Alignas),
    ("_Alignof", TokenKind::Alignof),
    ("alignof", TokenKind::Alignof),
    ("__alignof__", TokenKind::PreferredAlignof),
    ("__alignof", TokenKind::PreferredAlignof),
    ("asm", TokenKind::Asm),
    ("__asm__", TokenKind::Asm),
    ("__asm", TokenKind::Asm),
    ("_Atomic", TokenKind::Atomic),
    ("__attribute__", TokenKind::Attribute),
    ("__attribute", TokenKind::Attribute),
    ("auto", TokenKind::Auto),
    ("__auto_type", TokenKind::AutoType),
    ("_BitInt", TokenKind::BitInt),
    ("_Bool", TokenKind::Bool),
    ("__CPROVER_bool", TokenKind::Bool),
    ("break", TokenKind::Break),
    ("__builtin_choose_expr", TokenKind::BuiltinChooseExpr),
    ("__builtin_convertvector", TokenKind::BuiltinConvertVector),
    ("__builtin_offsetof", TokenKind::BuiltinOffsetof),
    ("__builtin_types_compatible_p", TokenKind::BuiltinTypesCompatible),
    ("__builtin_va_arg", TokenKind::BuiltinVaArg),
    ("__builtin_va_list", TokenKind::BuiltinVaList),
    ("__builtin_ms_va_list", TokenKind::BuiltinVaList),
    ("__builtin_sysv_va_list", TokenKind::BuiltinVaList),
    ("case", TokenKind::Case),
    ("char", TokenKind::CharType),
    ("_Complex", TokenKind::Complex),
    ("__complex__", TokenKind::Complex),
    ("__complex", TokenKind::Complex),
    ("const", TokenKind::Const),
    ("__const__", TokenKind::Const),
    ("__const", TokenKind::Const),
    ("constexpr", TokenKind::Constexpr),
    ("continue", TokenKind::Continue),
    ("_Decimal128", TokenKind::Decimal128),
    ("_Decimal32", TokenKind::Decimal32),
    ("_Decimal64", TokenKind::Decimal64),
    ("default", TokenKind::Default),
    ("do", TokenKind::Do),
    ("double", TokenKind::Double),
    ("else", TokenKind::Else),
    ("enum", TokenKind::Enum),
    ("__extension__", TokenKind::Extension),
    ("extern", TokenKind::Extern),
    ("float", TokenKind::Float),
    ("_Float128", TokenKind::Float128),
    ("__float128", TokenKind::Float128),
    ("_Float16", TokenKind::Float16),
    ("_Float32", TokenKind::Float32),
    ("_Float32x", TokenKind::Float32x),
    ("_Float64", TokenKind::Float64),
    ("_Float64x", TokenKind::Float64x),
    ("__float80", TokenKind::Float80),
    ("for", TokenKind::For),
    ("_Generic", TokenKind::Generic),
    ("goto", TokenKind::Goto),
    ("if", TokenKind::If),
    ("__imag__", TokenKind::Imag),
    ("__imag", TokenKind::Imag),
    ("inline", TokenKind::Inline),
    ("__inline__", TokenKind::Inline),
    ("__inline", TokenKind::Inline),
    ("int", TokenKind::Int),
    ("__int128", TokenKind::Int128),
    ("__int128_t", TokenKind::Int128),
    ("__label__", TokenKind::LabelDeclaration),
    ("long", TokenKind::Long),
    ("_Noreturn", TokenKind::Noreturn),
    ("_Pragma", TokenKind::PragmaOperator),
    ("__real__", TokenKind::Real),
    ("__real", TokenKind::Real),
    ("register", TokenKind::Register),
    ("restrict", TokenKind::Restrict),
    ("__restrict__", TokenKind::Restrict),
    ("__restrict", TokenKind::Restrict),
    ("return", TokenKind::Return),
    ("short", TokenKind::Short),
    ("signed", TokenKind::Signed),
    ("__signed__", TokenKind::Signed),
    ("__signed", TokenKind::Signed),
    ("sizeof", TokenKind::Sizeof),
    ("static", TokenKind::Static),
    ("_Static_assert", TokenKind::StaticAssert),
    ("static_assert", TokenKind::StaticAssert),
    ("struct", TokenKind::Struct),
    ("switch", TokenKind::Switch),
    ("_Thread_local", TokenKind::ThreadLocal),
    ("__thread", TokenKind::ThreadLocal),
    ("thread_local", TokenKind::ThreadLocal),
    ("typedef", TokenKind::Typedef),
    ("typeof", TokenKind::Typeof),
    ("__typeof__", TokenKind::Typeof),
    ("__typeof", TokenKind::Typeof),
    ("typeof_unqual", TokenKind::TypeofUnqual),
    ("__uint128_t", TokenKind::UnsignedInt128),
    ("union", TokenKind::Union),
    ("unsigned", TokenKind::Unsigned),
    ("void", TokenKind::Void),
    ("volatile", TokenKind::Volatile),
    ("__volatile__", TokenKind::Volatile),
    ("__volatile", TokenKind::Volatile),
    ("while", TokenKind::While),
];

fn skip_line_comment(lexer: &mut Lexer<'_, TokenKind>) -> Skip {
    let rest = lexer.remainder();
    let mut end = 0;
    loop {
        match rest[end..].iter().position(|byte| *byte == b'\n') {
            Some(length) if ends_in_backslash(&rest[..end + length]) => end += length + 1,
            Some(length) => break end += length,
            None => break end = rest.len(),
        }
    }
    lexer.bump(end);
    Skip
}

fn ends_in_backslash(line: &[u8]) -> bool {
    line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
}

fn block_comment(lexer: &mut Lexer<'_, TokenKind>) -> logos::Filter<()> {
    let rest = lexer.remainder();
    let mut from = 0;
    while let Some(star) = rest[from..].iter().position(|byte| *byte == b'*') {
        from += star + 1;
        if rest.get(from) == Some(&b'/') {
            lexer.bump(from + 1);
            return logos::Filter::Skip;
        }
    }
    lexer.bump(rest.len());
    logos::Filter::Emit(())
}

/// Takes the whole line into the token, continuation lines included.
fn directive(lexer: &mut Lexer<'_, TokenKind>) {
    skip_line_comment(lexer);
}

/// A token: its kind, the bytes `lo..hi` of the file, and for identifiers and keywords the symbol.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub lo: u32,
    pub hi: u32,
    pub symbol: Option<Symbol>,
}

/// From `offset` on, `#pragma pack` limits the alignment of members to `limit`, and `#pragma scalar_storage_order` says whether their
/// most significant bytes come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackChange {
    pub offset: u32,
    pub limit: Option<u8>,
    pub reversed: bool,
}

/// A file as tokens. The last one is [`TokenKind::EndOfFile`].
pub struct TokenStream {
    pub tokens: Vec<Token>,
    pub symbols: Interner,
    /// In the order of their offsets.
    pub packs: Vec<PackChange>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits a file into tokens. What is no token is reported and skipped.
pub fn tokenize(file: FileId, source: &[u8]) -> TokenStream {
    let mut symbols = Interner::default();
    for (spelling, _) in KEYWORDS {
        symbols.intern(spelling);
    }
    let mut state = State {
        file,
        source,
        pack_stack: Vec::new(),
        stream: TokenStream {
            tokens: Vec::with_capacity(source.len() / 4 + 1),
            symbols,
            packs: Vec::new(),
            diagnostics: Vec::new(),
        },
    };
    let mut lexer = TokenKind::lexer(source);
    while let Some(result) = lexer.next() {
        let span = lexer.span();
        state.take(result, span.start as u32, span.end as u32);
    }
    let end = source.len() as u32;
    state.push(TokenKind::EndOfFile, end, end, None);
    state.stream
}

struct State<'a> {
    file: FileId,
    source: &'a [u8],
    /// What `#pragma pack(push)` saved.
    pack_stack: Vec<Option<u8>>,
    stream: TokenStream,
}

impl State<'_> {
    fn take(&mut self, result: Result<TokenKind, ()>, lo: u32, hi: u32) {
        match result {
            Ok(TokenKind::Ident) => self.identifier(lo, hi),
            Ok(TokenKind::Directive) => self.directive(lo, hi),
            Ok(TokenKind::UnterminatedComment) => {
                self.error("this comment does not end", lo, lo + 2, "close it with `*/`")
            }
            Ok(kind) => self.push(kind, lo, hi, None),
            Err(()) => self.stray(lo, hi),
        }
    }

    fn push(&mut self, kind: TokenKind, lo: u32, hi: u32, symbol: Option<Symbol>) {
        self.stream.tokens.push(Token { kind, lo, hi, symbol });
    }

    fn text(&self, lo: u32, hi: u32) -> &[u8] {
        &self.source[lo as usize..hi as usize]
    }

    fn identifier(&mut self, lo: u32, hi: u32) {
        let source = self.source;
        let Ok(name) = std::str::from_utf8(&source[lo as usize..hi as usize]) else {
            return self.stray(lo, hi);
        };
        let symbol = self.stream.symbols.intern(name);
        let kind = KEYWORDS.get(symbol.index()).map_or(TokenKind::Ident, |keyword| keyword.1);
        self.push(kind, lo, hi, Some(symbol));
    }

    fn directive(&mut self, lo: u32, hi: u32) {
        let before = &self.source[..lo as usize];
        let line = &before[before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)..];
        if !line.iter().all(u8::is_ascii_whitespace) {
            return self.stray(lo, lo + 1);
        }
        let text = self.text(lo, hi);
        let text = text.strip_prefix(b"%:").unwrap_or(&text[1..]).trim_ascii();
        let word_length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (word, rest) = text.split_at(word_length);
        match word {
            b"pragma" => {
                let rest = rest.trim_ascii().to_vec();
                self.pragma(&rest, hi);
            }
            b"" | b"line" | b"ident" | b"sccs" => {}
            _ if word.iter().all(u8::is_ascii_digit) => {}
            _ => self.error(
                "a preprocessor directive in preprocessed source",
                lo,
                hi,
                "run the file through `cc -E` first, or remove its line markers so that it is preprocessed here",
            ),
        }
    }

    /// Follows `pack(n)`, `pack()`, `pack(push)`, `pack(push, n)` and `pack(pop)`.
    fn pragma(&mut self, text: &[u8], offset: u32) {
        let (limit, reversed) =
            self.stream.packs.last().map_or((None, false), |change| (change.limit, change.reversed));
        if let Some(order) = text.strip_prefix(b"scalar_storage_order") {
            let reversed = order.trim_ascii() == b"big-endian";
            return self.stream.packs.push(PackChange { offset, limit, reversed });
        }
        let Some(arguments) =
            text.strip_prefix(b"pack").and_then(|rest| rest.trim_ascii().strip_prefix(b"(")?.strip_suffix(b")"))
        else {
            return;
        };
        let mut current = limit;
        for argument in arguments.split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
            match argument {
                b"" => current = None,
                b"push" => self.pack_stack.push(current),
                b"pop" => current = self.pack_stack.pop().flatten(),
                number => {
                    let limit = std::str::from_utf8(number).ok().and_then(|number| number.parse::<u8>().ok());
                    if let Some(limit @ (1 | 2 | 4 | 8 | 16)) = limit {
                        current = Some(limit);
                    }
                }
            }
        }
        self.stream.packs.push(PackChange { offset, limit: current, reversed });
    }

    fn stray(&mut self, lo: u32, hi: u32) {
        let text = self.text(lo, hi);
        let (message, help) = match text.first() {
            Some(b'"') => ("this string does not end on its line", "close it with `\"`"),
            Some(b'\'') => ("this character constant does not end on its line", "close it with `'`"),
            Some(b'#') => ("stray `#` in the program", "a directive must stand first on its line"),
            Some(byte) if byte.is_ascii_graphic() => ("this character means nothing in C", "remove it"),
            Some(0) => ("a zero byte in the program", "make sure that this is a text file"),
            _ => ("these bytes mean nothing in C", "outside comments and strings, only UTF-8 is accepted"),
        };
        self.error(message, lo, hi, help);
    }

    fn error(&mut self, message: &str, lo: u32, hi: u32, help: &str) {
        let span = Span::new(self.file, lo, hi);
        // Nonsense comes in long runs: one message for each run is enough.
        let previous = self.stream.diagnostics.last().and_then(|diagnostic| diagnostic.span);
        if previous.is_none_or(|previous| previous.hi + 16 < lo) {
            self.stream.diagnostics.push(Diagnostic::error(message).at(span).with_help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(text: &[u8]) -> TokenStream {
        tokenize(FileId(0), text)
    }

    fn kinds(text: &str) -> Vec<TokenKind> {
        let stream = stream(text.as_bytes());
        assert!(stream.diagnostics.is_empty(), "{:?}", stream.diagnostics);
        let mut kinds: Vec<_> = stream.tokens.iter().map(|token| token.kind).collect();
        assert_eq!(kinds.pop(), Some(TokenKind::EndOfFile));
        kinds
    }

    #[test]
    fn keywords_have_all_their_spellings() {
        use TokenKind::*;
        assert_eq!(kinds("__const const__ __volatile__ __asm"), [Const, Ident, Volatile, Asm]);
        assert_eq!(kinds("char int whilex while"), [CharType, Int, Ident, While]);
    }

    #[test]
    fn every_keyword_is_its_own_symbol() {
        let mut interner = Interner::default();
        for (index, (spelling, _)) in KEYWORDS.iter().enumerate() {
            assert_eq!(interner.intern(spelling).index(), index, "{spelling} occurs twice");
        }
    }

    #[test]
    fn punctuators_match_greedily() {
        use TokenKind::*;
        assert_eq!(kinds("a+++b"), [Ident, PlusPlus, Plus, Ident]);
        assert_eq!(kinds("x<<=1...->"), [Ident, ShiftLeftAssign, Number, Arrow]);
        assert_eq!(kinds("<:1:>%><%"), [LeftBracket, Number, RightBracket, RightBrace, LeftBrace]);
    }

    #[test]
    fn numbers_are_preprocessing_numbers() {
        use TokenKind::*;
        assert_eq!(kinds("0x1.8p+3 .5e-3f 1'000u 1..2"), [Number, Number, Number, Number]);
        assert_eq!(kinds("1+2 x.y"), [Number, Plus, Number, Ident, Dot, Ident]);
    }

    #[test]
    fn comments_strings_and_continuations() {
        use TokenKind::*;
        assert_eq!(kinds("a /* * / ** */ b // c \\\n d\ne"), [Ident, Ident, Ident]);
        assert_eq!(kinds("L\"a\\\"b\" u8'x' '\\'' \"/*\""), [String, Char, Char, String]);
        assert_eq!(kinds("\"a\\\nb\" x \\\n y"), [String, Ident, Ident]);
    }

    #[test]
    fn latin_1_is_fine_in_comments_and_strings_only() {
        assert!(stream(b"/* \xe9 */ \"\xe9\" '\xe9' // \xe9").diagnostics.is_empty());
        assert_eq!(stream(b"int \xe9;").diagnostics.len(), 1);
        assert!(stream("int é;".as_bytes()).diagnostics.is_empty());
    }

    #[test]
    fn left_over_directives() {
        use TokenKind::*;
        assert_eq!(kinds("# 1 \"a.h\" 3\n#pragma GCC poison x\n #ident \"x\"\nint"), [Int]);
        assert_eq!(stream(b"#define X 1\n").diagnostics.len(), 1);
        assert_eq!(stream(b"int x # y").diagnostics.len(), 1);
    }

    #[test]
    fn pack_pragmas_nest() {
        let stream =
            stream(b"#pragma pack(push, 1)\n#pragma pack(4)\n#pragma pack(pop)\n#pragma pack(2)\n#pragma pack()\n");
        let limits: Vec<_> = stream.packs.iter().map(|change| change.limit).collect();
        assert_eq!(limits, [Some(1), Some(4), None, Some(2), None]);
    }

    #[test]
    fn what_does_not_end_is_reported() {
        for text in ["/* x", "\"abc\n", "'a\n", "@", "\u{0}"] {
            assert_eq!(stream(text.as_bytes()).diagnostics.len(), 1, "{text:?}");
        }
    }
}
