//! Declaration specifiers and type names.

use super::scope::NameKind;
use super::{Parse, Parser};
use crate::front::ast::{Alignment, BasicType, Qualifiers, Specifiers, Storage, TypeName, TypeNameId, TypeSpecifier};
use crate::front::lexer::TokenKind;
use crate::front::source::Span;
use crate::front::symbol::Symbol;

/// The words that together name an arithmetic type, such as `unsigned long int`.
#[derive(Default)]
struct Words {
    signed: u8,
    unsigned: u8,
    short: u8,
    long: u8,
    complex: u8,
    /// `char`, `int`, `double` and so on: at most one.
    base: Option<BasicType>,
}

impl Words {
    fn any(&self) -> bool {
        self.base.is_some() || self.signed + self.unsigned + self.short + self.long + self.complex > 0
    }

    fn add_base(&mut self, base: BasicType) -> bool {
        self.base.replace(base).is_none()
    }

    /// The type that the words name; `None` if they contradict each other.
    fn resolve(&self) -> Option<TypeSpecifier> {
        let ty = match (self.signed, self.unsigned) {
            (0, 0) => self.without_sign()?,
            (_, 0) if self.signed == 1 => match self.without_sign()? {
                BasicType::Char => BasicType::SignedChar,
                ty if self.is_integer_base() => ty,
                _ => return None,
            },
            (0, 1) if self.is_integer_base() => unsigned_version(self.without_sign()?)?,
            _ => return None,
        };
        let bare_complex = self.complex == 1 && self.base.is_none() && !self.has_modifier();
        match self.complex {
            0 => Some(TypeSpecifier::Basic(ty)),
            1 if bare_complex => Some(TypeSpecifier::Complex(BasicType::Double)),
            1 if !matches!(ty, BasicType::Void | BasicType::Bool) => Some(TypeSpecifier::Complex(ty)),
            _ => None,
        }
    }

    fn has_modifier(&self) -> bool {
        self.signed + self.unsigned + self.short + self.long > 0
    }

    fn is_integer_base(&self) -> bool {
        matches!(self.base, None | Some(BasicType::Char | BasicType::Int | BasicType::Int128))
    }

    fn without_sign(&self) -> Option<BasicType> {
        let base = self.base.unwrap_or(BasicType::Int);
        match (self.short, self.long, base) {
            (0, 0, base) => Some(base),
            (1, 0, BasicType::Int) => Some(BasicType::Short),
            (0, 1, BasicType::Int) => Some(BasicType::Long),
            (0, 2, BasicType::Int) => Some(BasicType::LongLong),
            (0, 1, BasicType::Double) => Some(BasicType::LongDouble),
            _ => None,
        }
    }
}

fn unsigned_version(ty: BasicType) -> Option<BasicType> {
    Some(match ty {
        BasicType::Char => BasicType::UnsignedChar,
        BasicType::Short => BasicType::UnsignedShort,
        BasicType::Int => BasicType::UnsignedInt,
        BasicType::Long => BasicType::UnsignedLong,
        BasicType::LongLong => BasicType::UnsignedLongLong,
        BasicType::Int128 => BasicType::UnsignedInt128,
        _ => return None,
    })
}

/// The type that a keyword names on its own.
fn base_type(kind: TokenKind) -> Option<BasicType> {
    Some(match kind {
        TokenKind::Void => BasicType::Void,
        TokenKind::Bool => BasicType::Bool,
        TokenKind::CharType => BasicType::Char,
        TokenKind::Int => BasicType::Int,
        TokenKind::Int128 => BasicType::Int128,
        TokenKind::UnsignedInt128 => BasicType::UnsignedInt128,
        TokenKind::Float => BasicType::Float,
        TokenKind::Double => BasicType::Double,
        TokenKind::Float16 => BasicType::Float16,
        TokenKind::Float32 => BasicType::Float32,
        TokenKind::Float64 => BasicType::Float64,
        TokenKind::Float128 => BasicType::Float128,
        TokenKind::Float32x => BasicType::Float32x,
        TokenKind::Float64x => BasicType::Float64x,
        TokenKind::Float80 => BasicType::Float80,
        TokenKind::Decimal32 => BasicType::Decimal32,
        TokenKind::Decimal64 => BasicType::Decimal64,
        TokenKind::Decimal128 => BasicType::Decimal128,
        _ => return None,
    })
}

/// The specifiers read so far.
struct Partial {
    specifiers: Specifiers,
    words: Words,
    /// A type that stands alone: a record, an enum, a typedef name, `typeof`.
    whole: bool,
}

impl Partial {
    fn has_type(&self) -> bool {
        self.whole || self.words.any()
    }
}

impl Parser<'_> {
    /// Whether an identifier is a type name here: a typedef, or `bool` where nothing else of that name was declared.
    pub(super) fn is_type_symbol(&self, symbol: Symbol) -> bool {
        match self.scopes.kind(symbol) {
            NameKind::Typedef => true,
            NameKind::Ordinary => false,
            NameKind::Undeclared => self.ast.symbols.name(symbol) == "bool",
        }
    }

    /// The distance of the first token from here on that is not `__extension__`.
    fn behind_extensions(&self, mut ahead: usize) -> usize {
        while self.kind_at(ahead) == TokenKind::Extension {
            ahead += 1;
        }
        ahead
    }

    /// Whether the token at this distance starts a type name.
    pub(super) fn type_starts_at(&self, ahead: usize) -> bool {
        match self.kind_at(self.behind_extensions(ahead)) {
            TokenKind::Ident => {
                self.ident_at(self.behind_extensions(ahead)).is_some_and(|symbol| self.is_type_symbol(symbol))
            }
            kind => {
                base_type(kind).is_some()
                    || matches!(
                        kind,
                        TokenKind::Short
                            | TokenKind::Long
                            | TokenKind::Signed
                            | TokenKind::Unsigned
                            | TokenKind::Complex
                            | TokenKind::Struct
                            | TokenKind::Union
                            | TokenKind::Enum
                            | TokenKind::Typeof
                            | TokenKind::TypeofUnqual
                            | TokenKind::Atomic
                            | TokenKind::AutoType
                            | TokenKind::BuiltinVaList
                            | TokenKind::BitInt
                            | TokenKind::Const
                            | TokenKind::Volatile
                            | TokenKind::Restrict
                            | TokenKind::Attribute
                            | TokenKind::Alignas
                    )
            }
        }
    }

    pub(super) fn at_type_name(&self) -> bool {
        self.type_starts_at(0)
    }

    /// Whether the token at this distance starts a declaration.
    pub(super) fn declaration_starts_at(&self, ahead: usize) -> bool {
        match self.kind_at(self.behind_extensions(ahead)) {
            TokenKind::Typedef
            | TokenKind::Extern
            | TokenKind::Static
            | TokenKind::Auto
            | TokenKind::Register
            | TokenKind::ThreadLocal
            | TokenKind::Constexpr
            | TokenKind::Inline
            | TokenKind::Noreturn
            | TokenKind::StaticAssert => true,
            _ => self.type_starts_at(ahead),
        }
    }

    /// Declaration specifiers, possibly none (the type is then [`TypeSpecifier::ImplicitInt`]).
    pub(super) fn specifiers(&mut self) -> Parse<Specifiers> {
        let start = self.span();
        let mut partial = Partial {
            specifiers: Specifiers {
                storage: Storage::None,
                thread_local: false,
                constexpr: false,
                inline: false,
                noreturn: false,
                qualifiers: Qualifiers::default(),
                ty: TypeSpecifier::ImplicitInt,
                alignments: Vec::new(),
                attributes: Vec::new(),
                span: start.start(),
            },
            words: Words::default(),
            whole: false,
        };
        while self.specifier(&mut partial)? {}
        let Partial { mut specifiers, words, .. } = partial;
        if specifiers.span.lo == start.lo && self.position > 0 && self.previous_span().hi > start.lo {
            specifiers.span = self.span_since(start);
        }
        if words.any() {
            specifiers.ty = words
                .resolve()
                .ok_or_else(|| self.error_at(specifiers.span, "these words do not form a type together"))?;
        }
        Ok(specifiers)
    }

    /// Takes one specifier, if there is one.
    fn specifier(&mut self, partial: &mut Partial) -> Parse<bool> {
        let kind = self.kind();
        let specifiers = &mut partial.specifiers;
        match kind {
            TokenKind::Extension => {}
            TokenKind::Typedef | TokenKind::Extern | TokenKind::Static | TokenKind::Auto | TokenKind::Register => {
                return self.storage(partial);
            }
            TokenKind::ThreadLocal => specifiers.thread_local = true,
            TokenKind::Constexpr => specifiers.constexpr = true,
            TokenKind::Inline => specifiers.inline = true,
            TokenKind::Noreturn => specifiers.noreturn = true,
            TokenKind::Alignas => return self.alignas(partial),
            _ if self.at_attribute() => {
                self.attributes_into(&mut specifiers.attributes)?;
                return Ok(true);
            }
            _ => {
                let mut qualifiers = specifiers.qualifiers;
                if self.qualifier(&mut qualifiers) {
                    specifiers.qualifiers = qualifiers;
                    return Ok(true);
                }
                return self.type_specifier(partial);
            }
        }
        self.advance();
        Ok(true)
    }

    fn storage(&mut self, partial: &mut Partial) -> Parse<bool> {
        let storage = match self.kind() {
            TokenKind::Typedef => Storage::Typedef,
            TokenKind::Extern => Storage::Extern,
            TokenKind::Static => Storage::Static,
            TokenKind::Auto => Storage::Auto,
            _ => Storage::Register,
        };
        if partial.specifiers.storage != Storage::None {
            return Err(self.error_at(self.span(), "more than one storage class in a declaration"));
        }
        partial.specifiers.storage = storage;
        self.advance();
        Ok(true)
    }

    fn alignas(&mut self, partial: &mut Partial) -> Parse<bool> {
        self.advance();
        self.expect(TokenKind::LeftParen, "`(` after `_Alignas`")?;
        let alignment = match self.at_type_name() {
            true => Alignment::Type(self.nested(Self::type_name)?),
            false => Alignment::Expr(self.conditional_expression()?),
        };
        self.expect(TokenKind::RightParen, "`)` after the alignment")?;
        partial.specifiers.alignments.push(alignment);
        Ok(true)
    }

    /// Takes a type qualifier, if there is one. `_Atomic(` starts a type specifier instead.
    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.kind() {
            TokenKind::Const => qualifiers.is_const = true,
            TokenKind::Volatile => qualifiers.is_volatile = true,
            TokenKind::Restrict => qualifiers.is_restrict = true,
            TokenKind::Atomic if self.kind_at(1) != TokenKind::LeftParen => qualifiers.is_atomic = true,
            _ => return false,
        }
        self.advance();
        true
    }

    fn type_specifier(&mut self, partial: &mut Partial) -> Parse<bool> {
        let kind = self.kind();
        let words = &mut partial.words;
        let fits = if let Some(base) = base_type(kind) {
            words.add_base(base)
        } else {
            match kind {
                TokenKind::Short => increment(&mut words.short, 1),
                TokenKind::Long => increment(&mut words.long, 2),
                TokenKind::Signed => increment(&mut words.signed, 1),
                TokenKind::Unsigned => increment(&mut words.unsigned, 1),
                TokenKind::Complex => increment(&mut words.complex, 1),
                _ => return self.whole_type(partial),
            }
        };
        if !fits || partial.whole {
            return Err(self.two_types(self.span()));
        }
        self.advance();
        Ok(true)
    }

    /// A type specifier that stands alone.
    fn whole_type(&mut self, partial: &mut Partial) -> Parse<bool> {
        let ty = match self.kind() {
            // Behind another type, a typedef name is the name that is being declared.
            TokenKind::Ident if partial.has_type() => return Ok(false),
            TokenKind::Ident => match self.ident_at(0).filter(|symbol| self.is_type_symbol(*symbol)) {
                None => return Ok(false),
                Some(symbol) => {
                    self.advance();
                    match self.scopes.kind(symbol) {
                        NameKind::Typedef => TypeSpecifier::Typedef(symbol),
                        _ => TypeSpecifier::Basic(BasicType::Bool),
                    }
                }
            },
            TokenKind::Struct | TokenKind::Union => TypeSpecifier::Record(self.nested(Self::record)?),
            TokenKind::Enum => TypeSpecifier::Enum(self.nested(Self::enumeration)?),
            TokenKind::Typeof | TokenKind::TypeofUnqual => self.nested(Self::typeof_specifier)?,
            TokenKind::Atomic => {
                self.advance();
                self.expect(TokenKind::LeftParen, "`(` after `_Atomic`")?;
                let ty = self.nested(Self::type_name)?;
                self.expect(TokenKind::RightParen, "`)` after the atomic type")?;
                TypeSpecifier::Atomic(ty)
            }
            TokenKind::BuiltinVaList => {
                self.advance();
                TypeSpecifier::VaList
            }
            TokenKind::AutoType => {
                self.advance();
                TypeSpecifier::AutoType
            }
            TokenKind::BitInt => return Err(self.unsupported_at(self.span(), "`_BitInt` is not supported")),
            _ => return Ok(false),
        };
        if partial.has_type() {
            return Err(self.two_types(self.previous_span()));
        }
        partial.specifiers.ty = ty;
        partial.whole = true;
        Ok(true)
    }

    fn two_types(&self, span: Span) -> Box<super::ParseError> {
        let mut error = self.error_at(span, "two types in one declaration");
        error.help = Some("if this starts a declaration of its own, a `;` is missing before it".to_string());
        error
    }

    fn typeof_specifier(&mut self) -> Parse<TypeSpecifier> {
        let unqualified = self.kind() == TokenKind::TypeofUnqual;
        self.advance();
        self.expect(TokenKind::LeftParen, "`(` after `typeof`")?;
        let ty = match (self.at_type_name(), unqualified) {
            (true, false) => TypeSpecifier::TypeofType(self.type_name()?),
            (true, true) => TypeSpecifier::TypeofUnqualType(self.type_name()?),
            (false, false) => TypeSpecifier::TypeofExpr(self.expression()?),
            (false, true) => TypeSpecifier::TypeofUnqualExpr(self.expression()?),
        };
        self.expect(TokenKind::RightParen, "`)` after `typeof`")?;
        Ok(ty)
    }

    /// A type name, as in a cast.
    pub(super) fn type_name(&mut self) -> Parse<TypeNameId> {
        let start = self.span();
        let specifiers = self.specifiers_of_type()?;
        let declarator = self.abstract_declarator()?;
        if declarator.name.is_some() {
            return Err(self.error_at(declarator.span, "a type name must not name a variable"));
        }
        let span = self.span_since(start);
        Ok(self.node(TypeName { specifiers, declarator, span }))
    }

    /// Specifiers where a type is required and a storage class is not allowed.
    pub(super) fn specifiers_of_type(&mut self) -> Parse<Specifiers> {
        let specifiers = self.specifiers()?;
        // GNU headers write `__extension__ typeof` and attributes here; only the type itself must not be left out.
        let only_qualified = specifiers.qualifiers != Qualifiers::default();
        if specifiers.ty == TypeSpecifier::ImplicitInt && !only_qualified {
            return Err(self.unknown_type());
        }
        if specifiers.storage != Storage::None {
            return Err(self.error_at(specifiers.span, "a storage class is not allowed here"));
        }
        Ok(specifiers)
    }

    /// The error that the next token should have been a type.
    pub(super) fn unknown_type(&self) -> Box<super::ParseError> {
        let Some(symbol) = self.ident_at(0) else {
            return self.expected("a type");
        };
        let name = self.ast.symbols.name(symbol);
        let mut error = self.error_at(self.span(), format!("unknown type name `{name}`"));
        error.help = Some(match name {
            "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "int8_t" | "int16_t" | "int32_t" | "int64_t"
            | "uintptr_t" | "intptr_t" => "include <stdint.h>".to_string(),
            "size_t" | "ptrdiff_t" | "wchar_t" => "include <stddef.h>".to_string(),
            "FILE" => "include <stdio.h>".to_string(),
            _ => format!("declare `{name}` with `typedef`, or include the header that does"),
        });
        error
    }
}

/// Counts a word; `false` if it occurred too often.
fn increment(count: &mut u8, most: u8) -> bool {
    *count += 1;
    *count <= most
}
