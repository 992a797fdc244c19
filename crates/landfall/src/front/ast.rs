//! The syntax tree of a C translation unit.
//!
//! All nodes live in the arenas of an [`Ast`] and refer to each other by small typed ids (`ast[id]` reads a node), so that a tree
//! of any shape is dropped without recursion. The tree is what the program *says*: typedef names are not resolved, types are not
//! computed, implicit declarations are not added. What the grammar leaves to context is settled, though: whether an identifier is
//! a type name, the order of specifiers (`long unsigned int` is [`BasicType::UnsignedLong`]), string concatenation, the values of
//! literals.
//!
//! Contracts for consumers:
//! - Parentheses leave no node. `__extension__` leaves none either.
//! - Brackets, statements and operators nest at most [`MAX_NESTING`] deep. Only these shapes get deeper, since the parser reads
//!   them with a loop: chains of binary operators (nested to the left), of assignments and `?:` (to the right), of postfix
//!   operators, and `else if`. Walk those with a loop or a growing stack.
//! - [`ExternalKind::Unparsed`], [`StmtKind::Unparsed`] and [`FunctionBody::Unparsed`] stand for text that the parser skipped.
//!   Each comes with a diagnostic: an error, unless it is an extension that we know and do not support, or lies in a system
//!   header. Without errors, treat them as code with an unknown effect.

use std::ops::Index;

use super::source::Span;
use super::symbol::{Interner, Symbol};

/// How deep brackets, statements and prefix operators may nest before the parser refuses (gcc has no limit, clang's is 256).
pub const MAX_NESTING: u32 = 1000;

macro_rules! arena_ids {
    ($($(#[$doc:meta])* $id:ident => $node:ident in $field:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub struct $id(u32);

            impl $id {
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }

            impl Index<$id> for Ast {
                type Output = $node;
                fn index(&self, id: $id) -> &$node {
                    &self.$field[id.index()]
                }
            }

            impl Add<$node> for Ast {
                type Id = $id;
                fn add(&mut self, node: $node) -> $id {
                    self.$field.push(node);
                    $id(self.$field.len() as u32 - 1)
                }
            }
        )*
    };
}

/// Adds a node to its arena.
pub trait Add<Node> {
    type Id;
    fn add(&mut self, node: Node) -> Self::Id;
}

arena_ids! {
    /// An expression.
    ExprId => Expr in exprs;
    /// A statement, or a declaration in a block.
    StmtId => Stmt in stmts;
    /// A type name, as in casts.
    TypeNameId => TypeName in type_names;
    /// An initialiser.
    InitializerId => Initializer in initializers;
    /// A `struct` or `union` specifier.
    RecordId => Record in records;
    /// An `enum` specifier.
    EnumId => Enum in enums;
    /// A string literal, after concatenation.
    StringId => StringLiteral in strings;
}

/// A translation unit.
#[derive(Clone, Default, Debug)]
pub struct Ast {
    /// External declarations in source order.
    pub items: Vec<External>,
    /// The names that [`Symbol`]s stand for.
    pub symbols: Interner,
    exprs: Vec<Expr>,
    stmts: Vec<Stmt>,
    type_names: Vec<TypeName>,
    initializers: Vec<Initializer>,
    records: Vec<Record>,
    enums: Vec<Enum>,
    strings: Vec<StringLiteral>,
}

impl Ast {
    /// An empty tree over these symbols.
    pub fn new(symbols: Interner) -> Ast {
        Ast { symbols, ..Ast::default() }
    }

    /// The spelling of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    /// The number of expressions, statements and other nodes: a measure of size.
    pub fn node_count(&self) -> usize {
        self.exprs.len()
            + self.stmts.len()
            + self.type_names.len()
            + self.initializers.len()
            + self.records.len()
            + self.enums.len()
    }
}

/// A name where it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------------------------- declarations

/// An external declaration.
#[derive(Clone, Debug)]
pub struct External {
    pub kind: ExternalKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExternalKind {
    Function(Box<Function>),
    Declaration(Box<Declaration>),
    StaticAssert(StaticAssert),
    /// `asm("...");` at file level.
    Asm(Box<Asm>),
    /// A lone `;`.
    Empty,
    /// Text that was skipped; see the module's contracts.
    Unparsed(Unparsed),
}

/// Text that the parser skipped (the span of the node that holds this), and why.
#[derive(Clone, Debug)]
pub struct Unparsed {
    pub reason: String,
    pub cause: UnparsedCause,
    /// What a nested function would declare.
    pub name: Option<Symbol>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnparsedCause {
    /// No C compiler would take it: reported as an error (as a warning inside system headers).
    SyntaxError,
    /// An extension of GNU C that we know and do not support, such as nested functions: reported as a warning.
    UnsupportedExtension,
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct Function {
    pub specifiers: Specifiers,
    /// The name is present, and the first derivation is [`Derivation::Function`] unless a typedef made the function type (which C forbids).
    pub declarator: Declarator,
    /// The parameter declarations of a K&R definition, between the declarator and the body.
    pub parameter_declarations: Vec<Declaration>,
    pub attributes: Vec<Attribute>,
    pub body: FunctionBody,
}

#[derive(Clone, Debug)]
pub enum FunctionBody {
    /// A [`StmtKind::Compound`].
    Block(StmtId),
    /// The body could not be read; the declaration is good. The span is the body's, braces included.
    Unparsed(Unparsed, Span),
}

/// Specifiers and any number of declarators. Without a declarator it declares tags, or nothing.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
    /// From the specifiers to the semicolon.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct InitDeclarator {
    pub declarator: Declarator,
    /// `asm("symbol")`: the name the linker sees.
    pub asm_label: Option<StringId>,
    /// Attributes behind the declarator; they apply to it alone.
    pub attributes: Vec<Attribute>,
    pub initializer: Option<InitializerId>,
    /// From the declarator to the end of its initialiser.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Specifiers {
    pub storage: Storage,
    /// `_Thread_local` or `__thread`.
    pub thread_local: bool,
    /// `constexpr` of C23.
    pub constexpr: bool,
    pub inline: bool,
    /// `_Noreturn`; the attribute of the same name is in `attributes`.
    pub noreturn: bool,
    pub qualifiers: Qualifiers,
    pub ty: TypeSpecifier,
    pub alignments: Vec<Alignment>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    /// `_Atomic` without parentheses.
    pub is_atomic: bool,
}

/// `_Alignas(...)`.
#[derive(Clone, Copy, Debug)]
pub enum Alignment {
    Type(TypeNameId),
    Expr(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSpecifier {
    /// No type specifier at all: `int` by the rules of C89 (`static x;`, K&R definitions).
    ImplicitInt,
    Basic(BasicType),
    /// `_Complex T`; `_Complex` alone is `_Complex double`. Integer bases are a GNU extension.
    Complex(BasicType),
    Record(RecordId),
    Enum(EnumId),
    /// A typedef name that is in scope here.
    Typedef(Symbol),
    TypeofExpr(ExprId),
    TypeofType(TypeNameId),
    /// `typeof_unqual` of C23.
    TypeofUnqualExpr(ExprId),
    TypeofUnqualType(TypeNameId),
    /// `_Atomic(T)`.
    Atomic(TypeNameId),
    /// `__builtin_va_list`, and the variants of it for other calling conventions.
    VaList,
    /// `__auto_type`. (`auto x = 1;` is [`Storage::Auto`] with [`TypeSpecifier::ImplicitInt`], as C17 has it.)
    AutoType,
}

/// The arithmetic types and `void`, named after their canonical spelling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BasicType {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float,
    Double,
    LongDouble,
    Float16,
    Float32,
    Float64,
    /// `_Float128` and `__float128`.
    Float128,
    Float32x,
    Float64x,
    /// `__float80`: the x87 format, on x86 that of `long double`.
    Float80,
    Decimal32,
    Decimal64,
    Decimal128,
}

/// `struct` or `union` with a tag, members, or both.
#[derive(Clone, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<Ident>,
    /// `None` for a reference or forward declaration (`struct s`), `Some` for a definition, even an empty one.
    pub members: Option<Vec<Member>>,
    /// Attributes of the type, from both sides of the braces.
    pub attributes: Vec<Attribute>,
    /// The effect of `#pragma pack(n)` at the definition: no member is aligned to more than `n` bytes.
    pub pack: Option<u8>,
    /// The effect of `#pragma scalar_storage_order` at the definition: the most significant byte of a number comes first.
    pub reversed: bool,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, Debug)]
pub enum Member {
    /// Without declarators and with a record as type: an anonymous member.
    Field {
        specifiers: Specifiers,
        declarators: Vec<FieldDeclarator>,
        span: Span,
    },
    StaticAssert(StaticAssert),
}

#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// Nameless only for an unnamed bit-field.
    pub declarator: Declarator,
    /// The width of a bit-field.
    pub width: Option<ExprId>,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Ident>,
    /// `enum e : unsigned char`.
    pub underlying: Option<TypeNameId>,
    /// `None` for a reference.
    pub enumerators: Option<Vec<Enumerator>>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Enumerator {
    pub name: Ident,
    pub value: Option<ExprId>,
    pub attributes: Vec<Attribute>,
}

/// A declarator, turned inside out: `derivations` reads from the name outwards, as one says it aloud. `int *(*f[3])(void)` is
/// `f`: array of 3, pointer, function of `void`, pointer, and then the specifiers' `int`. To build the type, start with the
/// specifiers' type and apply the derivations from last to first.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// `None` in an abstract declarator.
    pub name: Option<Ident>,
    pub derivations: Vec<Derivation>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Derivation {
    /// Pointer to what follows; the qualifiers are the pointer's own.
    Pointer { qualifiers: Qualifiers, attributes: Vec<Attribute> },
    /// Array of what follows.
    Array { size: ArraySize, qualifiers: Qualifiers, is_static: bool },
    /// Function returning what follows.
    Function(Parameters),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySize {
    /// `[]`
    Unknown,
    /// `[*]`
    Star,
    /// `[n]`: a constant, or a variable-length array; that is for the type checker to say.
    Expr(ExprId),
}

#[derive(Clone, Debug)]
pub enum Parameters {
    /// `()`: nothing is said about the parameters (C17), in a definition: there are none.
    Unspecified,
    /// `(int a, char *)`; `(void)` has an empty list.
    Prototype { parameters: Vec<Parameter>, variadic: bool },
    /// `(a, b)` of a K&R definition.
    Names(Vec<Ident>),
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// A type name: specifiers and an abstract declarator.
#[derive(Clone, Debug)]
pub struct TypeName {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub span: Span,
}

/// An attribute, `__attribute__((name(args)))` or `[[prefix::name(args)]]`. Surrounding underscores are gone: `__noreturn__` is `noreturn`.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Symbol,
    pub arguments: Vec<AttributeArgument>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeArgument {
    /// A name such as the `DI` of `mode(DI)` is an [`ExprKind::Ident`].
    Expr(ExprId),
    Type(TypeNameId),
}

/// The two spellings of the operator, which differ on i386.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignof {
    /// `_Alignof`: what members get.
    Required,
    /// `__alignof__`: what is best.
    Preferred,
}

#[derive(Clone, Copy, Debug)]
pub struct StaticAssert {
    pub condition: ExprId,
    pub message: Option<StringId>,
}

#[derive(Clone, Debug)]
pub struct Initializer {
    pub kind: InitializerKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum InitializerKind {
    Expr(ExprId),
    List(Vec<InitializerItem>),
}

#[derive(Clone, Debug)]
pub struct InitializerItem {
    /// Empty for the next element in turn.
    pub designators: Vec<Designator>,
    pub value: InitializerId,
}

#[derive(Clone, Copy, Debug)]
pub enum Designator {
    Field(Ident),
    Index(ExprId),
    /// `[first ... last]`, both included.
    Range(ExprId, ExprId),
}

// ------------------------------------------------------------------------------------------------------------------ statements

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A lone `;`, or what a label at the end of a block labels.
    Empty,
    Expr(ExprId),
    /// A block: statements and declarations in order; opens a scope.
    Compound(Vec<StmtId>),
    Declaration(Box<Declaration>),
    StaticAssert(StaticAssert),
    /// `__label__ a, b;` at the start of a block.
    LocalLabels(Vec<Ident>),
    /// Successive labels of one statement (a declaration too, since C23).
    Labeled {
        labels: Vec<Label>,
        body: StmtId,
    },
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    Switch {
        scrutinee: ExprId,
        body: StmtId,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        condition: ExprId,
    },
    /// Opens a scope for `init`, a declaration, an expression statement or nothing.
    For {
        init: Option<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Goto(Ident),
    /// `goto *expression;`
    ComputedGoto(ExprId),
    Continue,
    Break,
    Return(Option<ExprId>),
    Asm(Box<Asm>),
    /// Text that was skipped; see the module's contracts.
    Unparsed(Unparsed),
}

#[derive(Clone, Debug)]
pub struct Label {
    pub kind: LabelKind,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum LabelKind {
    Name(Ident),
    Case(ExprId),
    /// `case low ... high:`, both included.
    CaseRange(ExprId, ExprId),
    Default,
}

/// An `asm` statement or declaration.
#[derive(Clone, Debug)]
pub struct Asm {
    pub is_volatile: bool,
    pub template: StringId,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<StringId>,
    /// The labels of `asm goto`.
    pub labels: Vec<Ident>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct AsmOperand {
    /// `[name]`
    pub name: Option<Symbol>,
    pub constraint: StringId,
    pub expr: ExprId,
}

// ----------------------------------------------------------------------------------------------------------------- expressions

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A variable, function or enumerator, declared or not.
    Ident(Symbol),
    Integer(IntegerLiteral),
    Float(FloatLiteral),
    Char(CharLiteral),
    String(StringId),
    /// `true` and `false` of C23, where nothing else of that name is in scope.
    Bool(bool),
    /// `nullptr` of C23, where nothing else of that name is in scope.
    Nullptr,
    Unary(UnaryOp, ExprId),
    /// `&&` and `||` included.
    Binary(BinaryOp, ExprId, ExprId),
    /// An assignment: `operation` is `None` for `=`.
    Assign {
        operation: Option<BinaryOp>,
        target: ExprId,
        value: ExprId,
    },
    /// `condition ? then : otherwise`; `then` is `None` in GNU's two-operand form.
    Conditional {
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    },
    /// Two or more expressions with commas in between.
    Comma(Vec<ExprId>),
    Call {
        function: ExprId,
        arguments: Vec<ExprId>,
    },
    Index {
        base: ExprId,
        index: ExprId,
    },
    /// `base.field`
    Member {
        base: ExprId,
        field: Ident,
    },
    /// `base->field`
    Arrow {
        base: ExprId,
        field: Ident,
    },
    Cast {
        ty: TypeNameId,
        operand: ExprId,
    },
    CompoundLiteral {
        ty: TypeNameId,
        initializer: InitializerId,
    },
    SizeofExpr(ExprId),
    SizeofType(TypeNameId),
    AlignofExpr(ExprId, Alignof),
    AlignofType(TypeNameId, Alignof),
    Generic {
        controlling: GenericControl,
        associations: Vec<GenericAssociation>,
    },
    /// `({ ... })`: a [`StmtKind::Compound`] whose last expression statement is the value.
    StmtExpr(StmtId),
    /// `&&label`
    LabelAddress(Ident),
    /// `__builtin_offsetof(type, path)`; the path starts with a field.
    Offsetof {
        ty: TypeNameId,
        path: Vec<Designator>,
    },
    /// `__builtin_va_arg(list, type)`
    VaArg {
        list: ExprId,
        ty: TypeNameId,
    },
    /// `__builtin_types_compatible_p(left, right)`
    TypesCompatible(TypeNameId, TypeNameId),
    /// `__builtin_choose_expr(condition, then, otherwise)`
    ChooseExpr {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// `__builtin_convertvector(operand, type)`
    ConvertVector {
        operand: ExprId,
        ty: TypeNameId,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Negate,
    /// `~`
    BitNot,
    /// `!`
    Not,
    Deref,
    AddressOf,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imag,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalOr,
}

#[derive(Clone, Copy, Debug)]
pub enum GenericControl {
    Expr(ExprId),
    /// A type as the controlling operand (C2y, gcc 15).
    Type(TypeNameId),
}

#[derive(Clone, Copy, Debug)]
pub struct GenericAssociation {
    /// `None` for `default`.
    pub ty: Option<TypeNameId>,
    pub value: ExprId,
}

/// An integer constant. Its type depends on the data model: the first in C's list for base and suffix that holds the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerLiteral {
    pub value: u128,
    pub base: IntegerBase,
    pub suffix: IntegerSuffix,
    /// GNU's `i` or `j` suffix.
    pub imaginary: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntegerBase {
    Binary,
    Octal,
    Decimal,
    Hexadecimal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerSuffix {
    pub unsigned: bool,
    pub length: LengthSuffix,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LengthSuffix {
    None,
    Long,
    LongLong,
}

/// A floating constant: its digits as written, without separators and suffix. [`FloatValue`](super::literal::FloatValue) gives the exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatLiteral {
    /// `1.5e3` or `0x1.8p4`.
    pub digits: Symbol,
    /// The type that the suffix gives, `double` without one.
    pub ty: BasicType,
    pub imaginary: bool,
}

/// A character constant, evaluated as gcc does for x86 (plain `char` is signed, several characters are packed big-endian).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharLiteral {
    pub encoding: Encoding,
    /// The value in the constant's type: `int`, or for a prefixed one `wchar_t`, `char16_t`, `char32_t`, `unsigned char`.
    pub value: i64,
}

/// A string literal, adjacent ones joined, without the terminating zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringLiteral {
    pub encoding: Encoding,
    /// Code units: bytes for plain and `u8`, 16-bit units for `u`, 32-bit ones for `L` and `U`.
    pub units: Vec<u32>,
    pub span: Span,
}

impl StringLiteral {
    /// The bytes of a plain or `u8` string; `None` for wide ones.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        matches!(self.encoding, Encoding::Plain | Encoding::Utf8)
            .then(|| self.units.iter().map(|unit| *unit as u8).collect())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Plain,
    /// `u8`
    Utf8,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
    /// `L`
    Wide,
}
