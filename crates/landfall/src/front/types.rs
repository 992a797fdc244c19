//! The types of C, interned: equal types have equal handles.
//!
//! A [`Ty`] is a small copyable handle into [`Types`] with its top-level qualifiers beside it. Records and enumerations are
//! nominal: each definition is a type of its own, completed when its body has been read. Sizes are in [`super::layout`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::ast::RecordKind;
use super::source::{FileId, Span};
use crate::cfa::{DataModel, IntType};

/// Qualifiers as a bit set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Quals(u8);

impl Quals {
    pub const NONE: Quals = Quals(0);
    pub const CONST: Quals = Quals(1);
    pub const VOLATILE: Quals = Quals(2);
    pub const ATOMIC: Quals = Quals(4);
    /// The most significant byte comes first: of a scalar member, or the elements of one that is an array.
    pub const REVERSED: Quals = Quals(8);

    pub fn with(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    pub fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A type with its qualifiers, and the alignment that a typedef or a declaration gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ty {
    pub(super) index: u32,
    pub quals: Quals,
    /// The binary logarithm of the alignment and one; 0 for the type's own.
    align: u8,
}

impl Ty {
    /// Without qualifiers and alignment, which belong to objects, not to values.
    pub fn unqualified(self) -> Ty {
        Ty { quals: Quals::NONE, align: 0, ..self }
    }

    pub fn with_const(self) -> Ty {
        Ty { quals: Quals::CONST, ..self }
    }

    /// The type, aligned to a power of two.
    pub fn aligned(self, align: u64) -> Ty {
        Ty { align: align.max(1).ilog2() as u8 + 1, ..self }
    }

    /// The alignment that a declaration gave the type.
    pub fn own_align(self) -> Option<u64> {
        self.align.checked_sub(1).map(|log| 1 << log)
    }

    pub fn is_const(self) -> bool {
        self.quals.has(Quals::CONST)
    }

    pub fn is_volatile(self) -> bool {
        self.quals.has(Quals::VOLATILE)
    }

    pub fn is_reversed(self) -> bool {
        self.quals.has(Quals::REVERSED)
    }

    /// The type of a value that is read from it.
    pub fn in_native_order(self) -> Ty {
        Ty { quals: Quals(self.quals.0 & !Quals::REVERSED.0), ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntKind {
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
    /// gcc's own type of a bit-field whose width is that of no type of C: it has exactly these bits.
    Bits {
        bits: u8,
        signed: bool,
    },
}

impl IntKind {
    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong | Int128 | Bits { signed: true, .. })
    }

    /// C's integer conversion rank, among types of one width.
    pub fn rank(self) -> u8 {
        use IntKind::*;
        match self {
            Bits { .. } => 0,
            Bool => 0,
            Char | SignedChar | UnsignedChar => 1,
            Short | UnsignedShort => 2,
            Int | UnsignedInt => 3,
            Long | UnsignedLong => 4,
            LongLong | UnsignedLongLong => 5,
            Int128 | UnsignedInt128 => 6,
        }
    }

    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SignedChar => UnsignedChar,
            Short => UnsignedShort,
            Int => UnsignedInt,
            Long => UnsignedLong,
            LongLong => UnsignedLongLong,
            Int128 => UnsignedInt128,
            Bits { bits, .. } => Bits { bits, signed: false },
            other => other,
        }
    }

    /// The size of an object of this kind in bytes.
    pub fn bytes(self, model: DataModel) -> u64 {
        use IntKind::*;
        match self {
            Bool | Char | SignedChar | UnsignedChar => 1,
            Short | UnsignedShort => 2,
            Int | UnsignedInt => 4,
            Long | UnsignedLong => match model {
                DataModel::Ilp32 => 4,
                DataModel::Lp64 => 8,
            },
            LongLong | UnsignedLongLong => 8,
            Int128 | UnsignedInt128 => 16,
            Bits { bits, .. } => u64::from(bits).div_ceil(8).next_power_of_two(),
        }
    }

    /// The values of this kind: `_Bool` holds one bit.
    pub fn int_type(self, model: DataModel) -> IntType {
        match self {
            IntKind::Bool => IntType::BOOL,
            IntKind::Bits { bits, signed } => IntType::new(bits, signed),
            other => IntType::new((other.bytes(model) * 8) as u8, other.is_signed()),
        }
    }

    pub fn name(self) -> Cow<'static, str> {
        use IntKind::*;
        let name = match self {
            Bits { bits, signed } => {
                return format!("{}:{bits}", if signed { "int" } else { "unsigned" }).into();
            }
            Bool => "_Bool",
            Char => "char",
            SignedChar => "signed char",
            UnsignedChar => "unsigned char",
            Short => "short",
            UnsignedShort => "unsigned short",
            Int => "int",
            UnsignedInt => "unsigned int",
            Long => "long",
            UnsignedLong => "unsigned long",
            LongLong => "long long",
            UnsignedLongLong => "unsigned long long",
            Int128 => "__int128",
            UnsignedInt128 => "unsigned __int128",
        };
        name.into()
    }

    /// gcc's type of a bit-field: a type of C of just this width, the narrowest one by rank, or one of its own.
    pub fn of_width(bits: u8, signed: bool, model: DataModel) -> IntKind {
        use IntKind::*;
        let known = [Int, SignedChar, Short, Long, LongLong]
            .into_iter()
            .find(|kind| kind.int_type(model).bits == bits)
            .map(|kind| if signed { kind } else { kind.to_unsigned() });
        known.unwrap_or(Bits { bits, signed })
    }
}

/// Floating types that differ for the type checker; several share a format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    Float16,
    Float,
    Float32,
    Float32x,
    Double,
    Float64,
    LongDouble,
    Float64x,
    Float128,
    Decimal32,
    Decimal64,
    Decimal128,
}

impl FloatKind {
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Float16 => "_Float16",
            FloatKind::Float => "float",
            FloatKind::Float32 => "_Float32",
            FloatKind::Float32x => "_Float32x",
            FloatKind::Double => "double",
            FloatKind::Float64 => "_Float64",
            FloatKind::LongDouble => "long double",
            FloatKind::Float64x => "_Float64x",
            FloatKind::Float128 => "_Float128",
            FloatKind::Decimal32 => "_Decimal32",
            FloatKind::Decimal64 => "_Decimal64",
            FloatKind::Decimal128 => "_Decimal128",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordTypeId(u32);

impl RecordTypeId {
    pub const FIRST: RecordTypeId = RecordTypeId(0);
    pub const LAST: RecordTypeId = RecordTypeId(u32::MAX);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnumTypeId(u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArrayLength {
    Known(u64),
    /// `[]`: an incomplete type, or a flexible member.
    Unknown,
    /// A length that is computed when the declaration is passed; each such type is its own (the number tells them apart).
    Variable(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub result: Ty,
    /// Types after adjustment: arrays and functions have become pointers, qualifiers are dropped.
    pub params: Vec<Ty>,
    pub variadic: bool,
    /// False for `()`: nothing is known about the parameters.
    pub prototyped: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Void,
    Int(IntKind),
    Enum(EnumTypeId),
    Float(FloatKind),
    /// The element's kind as an unqualified type.
    Complex(Ty),
    Pointer(Ty),
    Array(Ty, ArrayLength),
    Record(RecordTypeId),
    Function(Arc<FunctionType>),
    /// GNU's `vector_size`: element and number of elements.
    Vector(Ty, u64),
}

#[derive(Clone, Debug)]
pub struct Field {
    /// `None` for anonymous members and unnamed bit-fields.
    pub name: Option<Arc<str>>,
    pub ty: Ty,
    /// The width of a bit-field.
    pub width: Option<u32>,
    /// Alignment asked for by an attribute or `_Alignas`.
    pub align: Option<u64>,
    pub packed: bool,
    /// Filled in when the record is laid out: distance of the first bit from the start of the record.
    pub bit_offset: u64,
    /// The alignment that it gets there, in bytes.
    pub placed: u64,
}

impl Field {
    /// The offset of the byte that holds the field's first bit.
    pub fn offset(&self) -> u64 {
        self.bit_offset / 8
    }
}

#[derive(Clone, Debug)]
pub struct RecordType {
    pub kind: RecordKind,
    pub tag: Option<Arc<str>>,
    pub span: Span,
    /// `None` until the definition has been read.
    pub body: Option<RecordBody>,
    /// A parameter of this union type takes the value of any member.
    pub transparent: bool,
    /// Why objects of this type are not modelled.
    pub unsupported: Option<Arc<str>>,
}

#[derive(Clone, Debug)]
pub struct RecordBody {
    pub fields: Vec<Field>,
    /// Without members of variable length.
    pub size: u64,
    pub align: u64,
    /// The first member of variable length, by its index: what is behind it has no fixed place.
    pub variable: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct EnumType {
    pub tag: Option<Arc<str>>,
    /// The file that declares it.
    pub file: FileId,
    /// The integer type that represents it; `None` until the definition has been read.
    pub underlying: Option<IntKind>,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: IndexSet<TypeKind, FxBuildHasher>,
    records: Vec<RecordType>,
    enums: Vec<EnumType>,
    /// How complex numbers and vectors are held, by the index of the type: as records of their parts.
    shapes: BTreeMap<u32, RecordTypeId>,
    variable_lengths: u32,
    pub model: DataModel,
}

impl Types {
    pub fn new(model: DataModel) -> Types {
        Types {
            kinds: IndexSet::default(),
            records: Vec::new(),
            enums: Vec::new(),
            shapes: BTreeMap::new(),
            variable_lengths: 0,
            model,
        }
    }

    pub fn intern(&mut self, kind: TypeKind) -> Ty {
        let index = match self.kinds.get_index_of(&kind) {
            Some(index) => index,
            None => {
                let index = self.kinds.insert_full(kind.clone()).0;
                self.shape(index as u32, kind);
                index
            }
        };
        Ty { index: index as u32, quals: Quals::NONE, align: 0 }
    }

    /// Makes the record of the parts of a complex number or a vector.
    fn shape(&mut self, index: u32, kind: TypeKind) {
        let field = |name: Option<&str>, ty: Ty| Field {
            name: name.map(Arc::from),
            ty,
            width: None,
            align: None,
            packed: false,
            bit_offset: 0,
            placed: 1,
        };
        let (fields, align) = match kind {
            TypeKind::Complex(part) => (vec![field(Some("__real"), part), field(Some("__imag"), part)], None),
            TypeKind::Vector(element, count) => {
                let lanes = self.array(element, ArrayLength::Known(count));
                let size = self.size_of(lanes).unwrap_or(1);
                (vec![field(None, lanes)], Some(size.next_power_of_two()))
            }
            _ => return,
        };
        let span = Span::new(FileId(0), 0, 0);
        let record = self.new_record(RecordKind::Struct, None, span);
        self.complete_record(record, fields, super::layout::RecordRules { align, ..Default::default() });
        self.shapes.insert(index, record);
    }

    pub fn kind(&self, ty: Ty) -> &TypeKind {
        &self.kinds[ty.index as usize]
    }

    pub fn void(&mut self) -> Ty {
        self.intern(TypeKind::Void)
    }

    pub fn int(&mut self, kind: IntKind) -> Ty {
        self.intern(TypeKind::Int(kind))
    }

    pub fn pointer(&mut self, to: Ty) -> Ty {
        self.intern(TypeKind::Pointer(to))
    }

    pub fn array(&mut self, element: Ty, length: ArrayLength) -> Ty {
        self.intern(TypeKind::Array(element, length))
    }

    pub fn function(&mut self, function: FunctionType) -> Ty {
        self.intern(TypeKind::Function(Arc::new(function)))
    }

    /// A fresh length for a variable-length array.
    pub fn variable_length(&mut self) -> ArrayLength {
        self.variable_lengths += 1;
        ArrayLength::Variable(self.variable_lengths - 1)
    }

    /// Adds qualifiers; those of an array go to its elements.
    pub fn qualify(&mut self, ty: Ty, quals: Quals) -> Ty {
        if quals == Quals::NONE {
            return ty;
        }
        match *self.kind(ty) {
            TypeKind::Array(element, length) => {
                let element = self.qualify(element, quals);
                self.array(element, length)
            }
            _ => Ty { quals: ty.quals.with(quals), ..ty },
        }
    }

    pub fn new_record(&mut self, kind: RecordKind, tag: Option<Arc<str>>, span: Span) -> RecordTypeId {
        self.records.push(RecordType { kind, tag, span, body: None, transparent: false, unsupported: None });
        RecordTypeId(self.records.len() as u32 - 1)
    }

    pub fn record(&self, id: RecordTypeId) -> &RecordType {
        &self.records[id.0 as usize]
    }

    pub fn record_mut(&mut self, id: RecordTypeId) -> &mut RecordType {
        &mut self.records[id.0 as usize]
    }

    pub fn new_enum(&mut self, tag: Option<Arc<str>>, file: FileId) -> EnumTypeId {
        self.enums.push(EnumType { tag, file, underlying: None });
        EnumTypeId(self.enums.len() as u32 - 1)
    }

    pub fn enumeration(&self, id: EnumTypeId) -> &EnumType {
        &self.enums[id.0 as usize]
    }

    pub fn enumeration_mut(&mut self, id: EnumTypeId) -> &mut EnumType {
        &mut self.enums[id.0 as usize]
    }

    // ------------------------------------------------------------------------------------------------ questions about a type

    pub fn is_void(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Void)
    }

    /// The integer kind behind an integer type or an enumeration (an incomplete one counts as `unsigned int`).
    pub fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match *self.kind(ty) {
            TypeKind::Int(kind) => Some(kind),
            TypeKind::Enum(id) => Some(self.enumeration(id).underlying.unwrap_or(IntKind::UnsignedInt)),
            _ => None,
        }
    }

    pub fn int_type(&self, ty: Ty) -> Option<IntType> {
        self.int_kind(ty).map(|kind| kind.int_type(self.model))
    }

    pub fn is_integer(&self, ty: Ty) -> bool {
        self.int_kind(ty).is_some()
    }

    pub fn is_bool(&self, ty: Ty) -> bool {
        self.int_kind(ty) == Some(IntKind::Bool)
    }

    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Float(_))
    }

    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || matches!(self.kind(ty), TypeKind::Float(_) | TypeKind::Complex(_))
    }

    pub fn is_vector(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Vector(..))
    }

    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match *self.kind(ty) {
            TypeKind::Pointer(to) => Some(to),
            _ => None,
        }
    }

    pub fn is_pointer(&self, ty: Ty) -> bool {
        self.pointee(ty).is_some()
    }

    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub fn element(&self, ty: Ty) -> Option<(Ty, ArrayLength)> {
        match *self.kind(ty) {
            TypeKind::Array(element, length) => Some((element, length)),
            _ => None,
        }
    }

    /// The record that holds values of this type: of a structure or union itself; of complex numbers and vectors one of their parts.
    pub fn record_of(&self, ty: Ty) -> Option<RecordTypeId> {
        match *self.kind(ty) {
            TypeKind::Record(id) => Some(id),
            TypeKind::Complex(_) | TypeKind::Vector(..) => self.shapes.get(&ty.index).copied(),
            _ => None,
        }
    }

    pub fn function_of(&self, ty: Ty) -> Option<&Arc<FunctionType>> {
        match self.kind(ty) {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Why an object of this type is not modelled, by itself or by a part of it.
    pub fn unsupported(&self, ty: Ty) -> Option<&Arc<str>> {
        match *self.kind(ty) {
            TypeKind::Array(element, _) => self.unsupported(element),
            TypeKind::Record(id) => self.record(id).unsupported.as_ref(),
            _ => None,
        }
    }

    /// Whether the size of an object of this type is known only at run time.
    pub fn has_variable_length(&self, ty: Ty) -> bool {
        match *self.kind(ty) {
            TypeKind::Array(element, length) => {
                matches!(length, ArrayLength::Variable(_)) || self.has_variable_length(element)
            }
            TypeKind::Record(id) => self.record(id).body.as_ref().is_some_and(|body| body.variable.is_some()),
            _ => false,
        }
    }

    /// Whether the elements of an array, or a scalar, have their most significant byte first.
    pub fn is_reversed(&self, ty: Ty) -> bool {
        self.element(ty).map_or(ty.is_reversed(), |(element, _)| self.is_reversed(element))
    }

    /// The type of a member of a record whose numbers have their most significant byte first; why that is not modelled.
    pub fn reversed_member(&mut self, field: &Field) -> Result<Ty, Arc<str>> {
        let mut scalar = field.ty;
        while let Some((element, _)) = self.element(scalar) {
            scalar = element;
        }
        let is_byte = field.width.is_none() && self.size_of(scalar) == Some(1);
        match self.kind(scalar) {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(FloatKind::Float | FloatKind::Double)
                if !is_byte =>
            {
                Ok(self.qualify(field.ty, Quals::REVERSED))
            }
            TypeKind::Float(_) | TypeKind::Complex(_) => {
                Err("a floating-point number with its most significant byte first".into())
            }
            _ => Ok(field.ty),
        }
    }

    /// Whether the place of a member of a record is known only at run time.
    pub fn is_behind_variable(&self, record: Ty, member: u32) -> bool {
        let body = self.record_of(record).and_then(|id| self.record(id).body.as_ref());
        body.and_then(|body| body.variable).is_some_and(|first| member as usize > first)
    }

    /// Whether a record has an array in it.
    pub fn has_array(&self, ty: Ty) -> bool {
        match self.record_of(ty).and_then(|record| self.record(record).body.as_ref()) {
            Some(body) => body.fields.iter().any(|field| self.element(field.ty).is_some() || self.has_array(field.ty)),
            None => false,
        }
    }

    /// Whether the type, or what it is built from, has a length known only at run time.
    pub fn is_variably_modified(&self, ty: Ty) -> bool {
        match *self.kind(ty) {
            TypeKind::Array(_, ArrayLength::Variable(_)) => true,
            TypeKind::Array(element, _) => self.is_variably_modified(element),
            TypeKind::Pointer(to) => self.is_variably_modified(to),
            TypeKind::Record(_) => self.has_variable_length(ty),
            _ => false,
        }
    }

    // -------------------------------------------------------------------------------------------------- C's conversion rules

    /// The integer promotions; types that are not integers stay as they are.
    pub fn promote(&mut self, ty: Ty) -> Ty {
        match self.int_kind(ty) {
            Some(kind) if kind.int_type(self.model).bits < 32 => self.int(IntKind::Int),
            Some(kind) => self.int(kind),
            None => ty.unqualified(),
        }
    }

    /// The common integer kind of two promoted ones: the wider one; of one width, that of the higher rank, unsigned if one is.
    pub fn common_int(&self, a: IntKind, b: IntKind) -> IntKind {
        let order = |kind: IntKind| (kind.int_type(self.model).bits, kind.rank());
        let (bits, _) = order(a);
        if bits != order(b).0 {
            return if order(a) > order(b) { a } else { b };
        }
        let higher = if order(a) >= order(b) { a } else { b };
        if a.is_signed() && b.is_signed() { higher } else { higher.to_unsigned() }
    }

    /// The usual arithmetic conversions; `None` if a type is not arithmetic.
    pub fn common(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        let (a, b) = (self.promote(a), self.promote(b));
        match (self.kind(a).clone(), self.kind(b).clone()) {
            (TypeKind::Int(x), TypeKind::Int(y)) => {
                let kind = self.common_int(x, y);
                Some(self.int(kind))
            }
            (TypeKind::Complex(x), TypeKind::Complex(y)) => {
                self.common(x, y).map(|t| self.intern(TypeKind::Complex(t)))
            }
            (TypeKind::Complex(x), _) if self.is_arithmetic(b) => {
                self.common(x, b).map(|t| self.intern(TypeKind::Complex(t)))
            }
            (_, TypeKind::Complex(y)) if self.is_arithmetic(a) => {
                self.common(a, y).map(|t| self.intern(TypeKind::Complex(t)))
            }
            (TypeKind::Float(x), TypeKind::Float(y)) => Some(self.intern(TypeKind::Float(x.max(y)))),
            (TypeKind::Float(x), TypeKind::Int(_)) | (TypeKind::Int(_), TypeKind::Float(x)) => {
                Some(self.intern(TypeKind::Float(x)))
            }
            _ => None,
        }
    }

    // ------------------------------------------------------------------------------------------------------------- for people

    /// The type as C writes it, for messages.
    pub fn display(&self, ty: Ty) -> String {
        self.spell(ty, String::new())
    }

    fn spell(&self, ty: Ty, inner: String) -> String {
        let mut quals = String::new();
        for (flag, word) in [(Quals::CONST, "const "), (Quals::VOLATILE, "volatile "), (Quals::ATOMIC, "_Atomic ")] {
            if ty.quals.has(flag) {
                quals.push_str(word);
            }
        }
        let base = match self.kind(ty) {
            TypeKind::Void => "void".to_string(),
            TypeKind::Int(kind) => kind.name().to_string(),
            TypeKind::Float(kind) => kind.name().to_string(),
            TypeKind::Enum(id) => tagged("enum", &self.enumeration(*id).tag),
            TypeKind::Record(id) => {
                let record = self.record(*id);
                let keyword = if record.kind == RecordKind::Struct { "struct" } else { "union" };
                tagged(keyword, &record.tag)
            }
            TypeKind::Complex(part) => format!("_Complex {}", self.display(*part)),
            TypeKind::Vector(element, count) => format!("__vector({count}) {}", self.display(*element)),
            TypeKind::Pointer(to) => {
                let needs_parentheses = matches!(self.kind(*to), TypeKind::Array(..) | TypeKind::Function(_));
                let star = format!("*{}{inner}", quals);
                return self.spell(*to, if needs_parentheses { format!("({star})") } else { star });
            }
            TypeKind::Array(element, length) => {
                let length = match length {
                    ArrayLength::Known(n) => n.to_string(),
                    ArrayLength::Unknown => String::new(),
                    ArrayLength::Variable(_) => "*".to_string(),
                };
                return self.spell(*element, format!("{inner}[{length}]"));
            }
            TypeKind::Function(function) => {
                let mut params: Vec<String> = function.params.iter().map(|p| self.display(*p)).collect();
                if function.variadic {
                    params.push("...".into());
                } else if function.prototyped && params.is_empty() {
                    params.push("void".into());
                }
                return self.spell(function.result, format!("{inner}({})", params.join(", ")));
            }
        };
        if inner.is_empty() { format!("{quals}{base}") } else { format!("{quals}{base} {inner}") }
    }
}

fn tagged(keyword: &str, tag: &Option<Arc<str>>) -> String {
    match tag {
        Some(tag) => format!("{keyword} {tag}"),
        None => format!("{keyword} <anonymous>"),
    }
}
