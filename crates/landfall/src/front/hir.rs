//! The typed program between the syntax tree and the control-flow automaton.
//!
//! Names are resolved to objects and functions, every expression has its type, and each of C's implicit conversions is a node:
//! [`ExprKind::Load`] reads an object, [`ExprKind::Decay`] turns arrays and functions into pointers, [`ExprKind::Convert`]
//! changes a value's type. Nothing here is specific to what the analysis models: all of C that the type checker understands
//! is kept, and lowering decides what it can express. All nodes live in the arenas of a [`Unit`], so that deep trees are
//! dropped without recursion.

use std::collections::BTreeMap;
use std::ops::Index;
use std::sync::Arc;

use super::ast;
use super::source::Span;
use super::types::{Ty, Types};

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident => $node:ident in $field:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub struct $id(u32);

            impl $id {
                pub fn index(self) -> usize {
                    self.0 as usize
                }

                pub fn from_index(index: usize) -> $id {
                    $id(index as u32)
                }
            }

            impl Index<$id> for Unit {
                type Output = $node;
                fn index(&self, id: $id) -> &$node {
                    &self.$field[id.index()]
                }
            }
        )*
    };
}

ids! {
    /// A variable: global, static, local or parameter; also a compound literal.
    ObjectId => Object in objects;
    /// A function, defined or only declared.
    FunctionId => Function in functions;
    ExprId => Expr in exprs;
    StmtId => Stmt in stmts;
}

/// A label of one function, by its index in [`Body::labels`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LabelId(pub u32);

/// A whole program: all translation units together, linked by name.
#[derive(Clone, Debug)]
pub struct Unit {
    pub types: Types,
    pub objects: Vec<Object>,
    pub functions: Vec<Function>,
    pub exprs: Vec<Expr>,
    pub stmts: Vec<Stmt>,
    /// The lengths of variable-length array types, by the number in `ArrayLength::Variable`; `None` for `[*]`.
    pub lengths: Vec<Option<ExprId>>,
    /// String literals.
    pub strings: Vec<ast::StringLiteral>,
    /// Functions that run before the entry function, with their priorities; those of low ones first.
    pub constructors: Vec<(u32, FunctionId)>,
    /// Functions that run when the program ends, with their priorities; those of high ones first.
    pub destructors: Vec<(u32, FunctionId)>,
    /// Where undefined behaviour is an error whatever the property: expressions that are checked for being defined.
    pub strict: Vec<Span>,
    /// What accesses through pointers of models of library functions require, in words.
    pub requirements: BTreeMap<ObjectId, &'static str>,
}

impl Unit {
    pub fn new(types: Types) -> Unit {
        Unit {
            types,
            objects: Vec::new(),
            functions: Vec::new(),
            exprs: Vec::new(),
            stmts: Vec::new(),
            lengths: Vec::new(),
            strings: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            strict: Vec::new(),
            requirements: BTreeMap::new(),
        }
    }

    /// Whether the place belongs to an expression that is checked for being defined.
    pub fn is_strict(&self, span: Span) -> bool {
        self.strict.iter().any(|strict| strict.covers(span))
    }

    pub fn add_object(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId::from_index(self.objects.len() - 1)
    }

    pub fn add_function(&mut self, function: Function) -> FunctionId {
        self.functions.push(function);
        FunctionId::from_index(self.functions.len() - 1)
    }

    /// Adds an expression; its depth is that of its deepest operand and one.
    pub fn add_expr(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        let mut depth = 0;
        kind.for_each_operand(&mut |operand| depth = depth.max(self[operand].depth + 1));
        self.exprs.push(Expr { kind, ty, span, depth });
        ExprId::from_index(self.exprs.len() - 1)
    }

    pub fn add_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.stmts.push(Stmt { kind, span });
        StmtId::from_index(self.stmts.len() - 1)
    }

    pub fn object_ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.objects.len()).map(ObjectId::from_index)
    }

    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len()).map(FunctionId::from_index)
    }
}

#[derive(Clone, Debug)]
pub struct Object {
    pub name: Arc<str>,
    pub ty: Ty,
    pub span: Span,
    pub storage: Storage,
    /// The function it is declared in; `None` at file scope.
    pub owner: Option<FunctionId>,
    pub initializer: Option<Init>,
    /// `&x`, or an array that decays, occurs in the program.
    pub address_taken: bool,
    pub linking: Linking,
}

/// What the linker is told of an object or a function, and what attributes say of it that is not modelled.
#[derive(Clone, Default, Debug)]
pub struct Linking {
    /// Other files may name it.
    pub external: bool,
    /// The symbol, if `asm("symbol")` gives it one that is not its name.
    pub label: Option<Arc<str>>,
    /// It is another name of this symbol.
    pub alias: Option<Arc<str>>,
    /// It may be missing, or give way to another definition.
    pub weak: bool,
    /// It is only for inlining: any other definition takes its place.
    pub provisional: bool,
    /// Why uses of it are not modelled.
    pub unsupported: Option<Arc<str>>,
}

impl Linking {
    /// Adds what another declaration says.
    pub fn merge(&mut self, other: Linking) {
        self.label = other.label.or(self.label.take());
        self.alias = other.alias.or(self.alias.take());
        self.weak |= other.weak;
        self.provisional |= other.provisional;
        self.unsupported = other.unsupported.or(self.unsupported.take());
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Lives as long as the program: globals and `static` locals.
    Static,
    /// Static storage that another file must define: `extern` only.
    Undefined,
    Automatic,
    Parameter,
}

#[derive(Clone, Debug)]
pub enum Init {
    /// One value, already of the object's type.
    Scalar(ExprId),
    /// Parts of an array, record or string, in the order of the source; later entries override earlier ones. What is not
    /// mentioned is zero.
    Aggregate(Vec<InitEntry>),
}

#[derive(Clone, Debug)]
pub struct InitEntry {
    /// Distance from the start of the object, in bits (a multiple of eight but for bit-fields).
    pub bit_offset: u64,
    /// The width of a bit-field.
    pub width: Option<u32>,
    /// The type of the part: a scalar, a record that is copied, or a character array given by a string literal.
    pub ty: Ty,
    pub value: ExprId,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Arc<str>,
    pub ty: Ty,
    pub span: Span,
    pub params: Vec<ObjectId>,
    pub body: Option<Body>,
    /// Known not to return, by attribute.
    pub noreturn: bool,
    /// Declared only by its use in a call.
    pub implicit: bool,
    pub linking: Linking,
}

#[derive(Clone, Debug)]
pub struct Body {
    pub root: StmtId,
    pub labels: Vec<Label>,
    /// Where the closing brace is.
    pub end: Span,
}

#[derive(Clone, Debug)]
pub struct Label {
    /// `None` for `case` and `default`.
    pub name: Option<Arc<str>>,
    pub span: Span,
    /// `&&label` occurs.
    pub address_taken: bool,
}

// ------------------------------------------------------------------------------------------------------------------ statements

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Empty,
    Expr(ExprId),
    Block(Vec<StmtId>),
    /// The declaration of an automatic object is passed; its initialiser, if any, is evaluated here.
    Declare(ObjectId),
    /// A variable array length is computed here, by its number.
    Length(u32),
    /// A label stands here; the labelled statement follows.
    Label(LabelId),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    Switch {
        scrutinee: ExprId,
        body: StmtId,
        cases: Vec<Case>,
        default: Option<LabelId>,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        condition: ExprId,
    },
    For {
        init: Option<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Goto(LabelId),
    ComputedGoto(ExprId),
    Continue,
    Break,
    Return(Option<ExprId>),
    Asm {
        outputs: Vec<ExprId>,
        inputs: Vec<ExprId>,
        labels: Vec<LabelId>,
        /// It may change memory that is no operand.
        clobbers_memory: bool,
        /// There are no instructions.
        empty: bool,
    },
    /// Something the type checker does not understand, and why.
    Unsupported(Arc<str>),
}

/// `case low ... high`, as values of the promoted scrutinee's type.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub low: i128,
    pub high: i128,
    pub label: LabelId,
    pub span: Span,
}

// ----------------------------------------------------------------------------------------------------------------- expressions

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
    /// Nesting below this node.
    pub depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithmeticOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Which member of a record an access names; anonymous members on the way are accesses of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldRef {
    /// Index into the record's fields.
    pub index: u32,
    pub bit_offset: u64,
    pub width: Option<u32>,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A value of type pointer to function.
    Indirect(ExprId),
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer, in the range of the type; also a constant address.
    Int(i128),
    /// A floating constant: its digits as written.
    Float(Arc<str>),
    /// A string literal by its index: an array lvalue.
    String(u32),
    /// An object: an lvalue.
    Object(ObjectId),
    /// A function designator.
    Function(FunctionId),
    /// What a pointer points to: an lvalue, or a function designator.
    Deref(ExprId),
    /// A member; an lvalue if its base is one.
    Member(ExprId, FieldRef),
    /// A compound literal: an lvalue; the object's initialiser is evaluated each time.
    CompoundLiteral(ObjectId),
    AddressOf(ExprId),
    /// An array lvalue or a function designator as a pointer.
    Decay(ExprId),
    /// The value of an lvalue.
    Load(ExprId),
    /// Conversion to this expression's type (`void` discards the value).
    Convert(ExprId),
    /// `-x`, the operand has this expression's type.
    Negate(ExprId),
    BitNot(ExprId),
    /// `!x`: the operand is any scalar.
    Not(ExprId),
    /// Both operands have this expression's type, except a shift's right one, which has its own promoted type.
    Arithmetic(ArithmeticOp, ExprId, ExprId),
    /// Pointer plus (or minus) integer, in units of the pointee.
    PointerAdd {
        pointer: ExprId,
        index: ExprId,
        negative: bool,
    },
    /// The distance of two pointers in units of the pointee.
    PointerDifference(ExprId, ExprId),
    /// Both operands have one type, after the usual conversions or as pointers. The result is an `int`.
    Compare(CompareOp, ExprId, ExprId),
    LogicalAnd(ExprId, ExprId),
    LogicalOr(ExprId, ExprId),
    Conditional {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// `condition ?: otherwise`: the condition, evaluated once and converted to this type, or else the other.
    Elvis {
        condition: ExprId,
        otherwise: ExprId,
    },
    /// The value has the target's type; the result is the value as stored.
    Assign {
        target: ExprId,
        value: ExprId,
    },
    /// `target op= value`: computed in the type `computed`, then converted. For shifts and pointers the value keeps its type.
    CompoundAssign {
        op: ArithmeticOp,
        target: ExprId,
        value: ExprId,
        computed: Ty,
    },
    /// `++x`, `x--` and so on.
    Step {
        target: ExprId,
        increment: bool,
        /// The result is the old value.
        postfix: bool,
    },
    Comma(ExprId, ExprId),
    Call {
        callee: Callee,
        arguments: Vec<ExprId>,
    },
    /// `({ body; value })`; without a value its type is `void`.
    StmtExpr {
        body: StmtId,
        value: Option<ExprId>,
    },
    /// The address of a label of a function.
    LabelAddress(FunctionId, LabelId),
    /// The next variable argument. The operand is an lvalue of pointer type: the part of a `va_list` that says which one that is.
    VaArg(ExprId),
    /// Where the variable arguments of the function begin.
    VariableArguments,
    /// The size of a variable type: the length's number times the size of the rest.
    VariableSize(Ty),
    /// Something the type checker does not understand, and why.
    Unsupported(Arc<str>),
}

impl ExprKind {
    /// Calls `f` for each direct operand in the order of the source.
    pub fn for_each_operand(&self, f: &mut dyn FnMut(ExprId)) {
        use ExprKind::*;
        match self {
            Int(_) | Float(_) | String(_) | Object(_) | Function(_) | CompoundLiteral(_) | LabelAddress(..)
            | VariableSize(_) | VariableArguments | Unsupported(_) => {}
            Deref(e)
            | Member(e, _)
            | AddressOf(e)
            | Decay(e)
            | Load(e)
            | Convert(e)
            | Negate(e)
            | BitNot(e)
            | Not(e)
            | Step { target: e, .. }
            | VaArg(e) => f(*e),
            Arithmetic(_, a, b)
            | PointerAdd { pointer: a, index: b, .. }
            | PointerDifference(a, b)
            | Compare(_, a, b)
            | LogicalAnd(a, b)
            | LogicalOr(a, b)
            | Elvis { condition: a, otherwise: b }
            | Assign { target: a, value: b }
            | CompoundAssign { target: a, value: b, .. }
            | Comma(a, b) => {
                f(*a);
                f(*b);
            }
            Conditional { condition, then, otherwise } => {
                f(*condition);
                f(*then);
                f(*otherwise);
            }
            Call { callee, arguments } => {
                if let Callee::Indirect(e) = callee {
                    f(*e);
                }
                arguments.iter().for_each(|argument| f(*argument));
            }
            StmtExpr { value, .. } => value.iter().for_each(|value| f(*value)),
        }
    }
}
