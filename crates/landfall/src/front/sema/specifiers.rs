//! From specifiers, declarators and type names to types.

use super::*;
use crate::front::ast::{
    ArraySize, BasicType, Declarator, Derivation, Parameters, Qualifiers, Specifiers, TypeSpecifier,
};
use crate::front::layout::RecordRules;

/// A parameter of a function declarator as it was written.
pub(super) struct ParameterInfo {
    pub object: ObjectId,
    pub ty: Ty,
}

impl Sema<'_> {
    pub(super) fn type_name(&mut self, id: ast::TypeNameId) -> Ty {
        let ast = self.ast;
        let name = &ast[id];
        let base = self.specifiers(&name.specifiers);
        let align = self.attributes(&name.specifiers.attributes).align;
        self.declared(align.map_or(base, |align| base.aligned(align)), &name.declarator)
    }

    /// A type name in a place where nothing is evaluated.
    pub(super) fn unevaluated_type_name(&mut self, id: ast::TypeNameId) -> Ty {
        let mark = self.pending.len();
        let ty = self.type_name(id);
        self.drop_pending(mark);
        ty
    }

    /// The type that specifiers name, with their qualifiers and attributes.
    pub(super) fn specifiers(&mut self, specifiers: &Specifiers) -> Ty {
        let base = self.type_specifier(&specifiers.ty, specifiers.span);
        let meaning = self.attributes(&specifiers.attributes);
        let base = self.apply_type_attributes(base, &meaning);
        self.unit.types.qualify(base, quals(specifiers.qualifiers))
    }

    fn type_specifier(&mut self, specifier: &TypeSpecifier, span: Span) -> Ty {
        match *specifier {
            TypeSpecifier::ImplicitInt => self.int(),
            TypeSpecifier::Basic(basic) => self.basic(basic, span),
            TypeSpecifier::Complex(basic) => {
                let part = self.basic(basic, span);
                self.unit.types.intern(TypeKind::Complex(part))
            }
            TypeSpecifier::Record(id) => self.record_specifier(id),
            TypeSpecifier::Enum(id) => self.enum_specifier(id),
            TypeSpecifier::Typedef(name) => match self.lookup(name) {
                Some(Binding::Typedef(ty)) => ty,
                _ => {
                    let message = format!("unknown type name `{}`", self.ast.name(name));
                    self.error(span, message);
                    self.int()
                }
            },
            TypeSpecifier::TypeofExpr(e) => self.typeof_expression(e),
            TypeSpecifier::TypeofType(ty) => self.type_name(ty),
            TypeSpecifier::TypeofUnqualExpr(e) => self.typeof_expression(e).unqualified(),
            TypeSpecifier::TypeofUnqualType(ty) => self.type_name(ty).unqualified(),
            TypeSpecifier::Atomic(ty) => {
                let ty = self.type_name(ty);
                self.unit.types.qualify(ty, Quals::ATOMIC)
            }
            TypeSpecifier::VaList => self.va_list_type(span),
            // The declaration takes the type of its initialiser; `int` only if there is none.
            TypeSpecifier::AutoType => self.int(),
        }
    }

    fn typeof_expression(&mut self, e: ast::ExprId) -> Ty {
        let e = self.expr(e);
        if let Some(effect) = self.operand_effect(e) {
            self.pending.push(Pending::Effect(effect));
        }
        self.unit[e].ty.in_native_order()
    }

    pub(super) fn basic(&mut self, basic: BasicType, span: Span) -> Ty {
        use BasicType as B;
        let int = |kind| TypeKind::Int(kind);
        let kind = match basic {
            B::Void => TypeKind::Void,
            B::Bool => int(IntKind::Bool),
            B::Char => int(IntKind::Char),
            B::SignedChar => int(IntKind::SignedChar),
            B::UnsignedChar => int(IntKind::UnsignedChar),
            B::Short => int(IntKind::Short),
            B::UnsignedShort => int(IntKind::UnsignedShort),
            B::Int => int(IntKind::Int),
            B::UnsignedInt => int(IntKind::UnsignedInt),
            B::Long => int(IntKind::Long),
            B::UnsignedLong => int(IntKind::UnsignedLong),
            B::LongLong => int(IntKind::LongLong),
            B::UnsignedLongLong => int(IntKind::UnsignedLongLong),
            B::Int128 | B::UnsignedInt128 => {
                if self.unit.types.model == crate::cfa::DataModel::Ilp32 {
                    let error = Diagnostic::error("`__int128` does not exist in the data model ILP32").at(span);
                    self.report(error.with_help("use `--data-model LP64`, or a type of at most 64 bits"));
                }
                int(if basic == B::Int128 { IntKind::Int128 } else { IntKind::UnsignedInt128 })
            }
            B::Float => TypeKind::Float(FloatKind::Float),
            B::Double => TypeKind::Float(FloatKind::Double),
            B::LongDouble | B::Float80 => TypeKind::Float(FloatKind::LongDouble),
            B::Float16 => TypeKind::Float(FloatKind::Float16),
            B::Float32 => TypeKind::Float(FloatKind::Float32),
            B::Float64 => TypeKind::Float(FloatKind::Float64),
            B::Float128 => TypeKind::Float(FloatKind::Float128),
            B::Float32x => TypeKind::Float(FloatKind::Float32x),
            B::Float64x => TypeKind::Float(FloatKind::Float64x),
            B::Decimal32 => TypeKind::Float(FloatKind::Decimal32),
            B::Decimal64 => TypeKind::Float(FloatKind::Decimal64),
            B::Decimal128 => TypeKind::Float(FloatKind::Decimal128),
        };
        self.unit.types.intern(kind)
    }

    /// `__builtin_va_list`: on x86-64 an array of one record, on i386 a pointer.
    fn va_list_type(&mut self, span: Span) -> Ty {
        if let Some(ty) = self.va_list {
            return ty;
        }
        let types = &mut self.unit.types;
        let ty = match types.model {
            crate::cfa::DataModel::Ilp32 => {
                let char = types.int(IntKind::Char);
                types.pointer(char)
            }
            crate::cfa::DataModel::Lp64 => {
                let (uint, void) = (types.int(IntKind::UnsignedInt), types.void());
                let pointer = types.pointer(void);
                let parts = [
                    ("gp_offset", uint),
                    ("fp_offset", uint),
                    ("overflow_arg_area", pointer),
                    ("reg_save_area", pointer),
                ];
                let fields = parts.into_iter().map(|(name, ty)| plain_field(Some(name.into()), ty)).collect();
                let record = types.new_record(ast::RecordKind::Struct, Some("__va_list_tag".into()), span);
                types.complete_record(record, fields, RecordRules::default());
                let record = types.intern(TypeKind::Record(record));
                types.array(record, ArrayLength::Known(1))
            }
        };
        self.va_list = Some(ty);
        ty
    }

    // --------------------------------------------------------------------------------------------------- records and enums

    fn record_specifier(&mut self, id: ast::RecordId) -> Ty {
        let ast = self.ast;
        let record = &ast[id];
        let known = record.tag.and_then(|tag| match &record.members {
            // A definition makes a new type unless this very scope has declared it; a mention finds any visible one.
            Some(_) => self.scope().tags.get(&tag.name).copied(),
            None => self.lookup_tag(tag.name),
        });
        let type_id = match known {
            Some(Tag::Record(known)) if self.unit.types.record(known).kind == record.kind => known,
            _ => {
                let tag = record.tag.map(|tag| self.name(tag.name));
                let fresh = self.unit.types.new_record(record.kind, tag, record.span);
                if let Some(tag) = record.tag {
                    self.scope().tags.insert(tag.name, Tag::Record(fresh));
                }
                fresh
            }
        };
        if let Some(members) = &record.members {
            if self.unit.types.record(type_id).body.is_some() {
                let message = format!("redefinition of `{}`", record.tag.map_or("", |tag| self.ast.name(tag.name)));
                self.error(record.span, message);
            } else {
                self.complete(type_id, members, record);
            }
        }
        self.unit.types.intern(TypeKind::Record(type_id))
    }

    fn complete(&mut self, id: RecordTypeId, members: &[ast::Member], record: &ast::Record) {
        let mut fields = Vec::new();
        for member in members {
            match member {
                ast::Member::StaticAssert(assertion) => self.static_assert(assertion),
                ast::Member::Field { specifiers, declarators, .. } => {
                    self.member(specifiers, declarators, &mut fields);
                }
            }
        }
        let meaning = self.attributes(&record.attributes);
        let rules = RecordRules { packed: meaning.packed, pack: record.pack.map(u64::from), align: meaning.align };
        let mut unsupported_order = None;
        if meaning.reversed.unwrap_or(record.reversed) {
            for field in &mut fields {
                match self.unit.types.reversed_member(field) {
                    Ok(ty) => field.ty = ty,
                    Err(reason) => unsupported_order = Some(reason),
                }
            }
        }
        let unsupported = match meaning.unsupported {
            Some(attribute) => Some(self.unsupported_attribute(attribute)),
            None => unsupported_order,
        };
        let data = self.unit.types.record_mut(id);
        data.transparent = meaning.transparent_union;
        data.unsupported = unsupported;
        self.unit.types.complete_record(id, fields, rules);
    }

    fn member(&mut self, specifiers: &Specifiers, declarators: &[ast::FieldDeclarator], fields: &mut Vec<Field>) {
        let base = self.specifiers(specifiers);
        let common = self.attributes(&specifiers.attributes);
        let common_align = common.align.max(self.alignments(&specifiers.alignments));
        if declarators.is_empty() {
            if self.unit.types.record_of(base).is_some() {
                fields.push(Field { align: common_align, packed: common.packed, ..plain_field(None, base) });
            }
            return;
        }
        for field in declarators {
            let ty = self.declared(base, &field.declarator);
            let own = self.attributes(&field.attributes);
            let ty = self.apply_type_attributes(ty, &own);
            let align = common_align.max(own.align);
            let width = field.width.map(|width| self.bit_width(width, ty));
            let name = field.declarator.name.map(|name| self.name(name.name));
            let sized = self.unit.types.size_of(ty).is_some() || self.unit.types.has_variable_length(ty);
            if width.is_none() && !sized && self.unit.types.element(ty).is_none() {
                let message = format!("member has incomplete type `{}`", self.unit.types.display(ty));
                self.error(field.declarator.span, message);
            }
            let packed = common.packed || own.packed;
            fields.push(Field { align, packed, width, ..plain_field(name, ty) });
        }
    }

    fn bit_width(&mut self, width: ast::ExprId, ty: Ty) -> u32 {
        let span = self.ast[width].span;
        let value = self.constant_expression(width, "the width of a bit-field");
        let most = self.unit.types.int_type(ty).map_or(0, |ty| i128::from(ty.bits));
        if value < 0 || value > most {
            self.error(span, format!("a bit-field of this type cannot be {value} bits wide"));
            return 0;
        }
        value as u32
    }

    /// The strictest of `_Alignas` specifiers.
    pub(super) fn alignments(&mut self, alignments: &[ast::Alignment]) -> Option<u64> {
        let mut strictest = None;
        for alignment in alignments {
            let align = match *alignment {
                ast::Alignment::Type(ty) => {
                    let ty = self.unevaluated_type_name(ty);
                    self.unit.types.align_of(ty)
                }
                ast::Alignment::Expr(e) => {
                    let value = self.constant_expression(e, "an alignment");
                    u64::try_from(value).ok().filter(|align| align.is_power_of_two())
                }
            };
            strictest = strictest.max(align);
        }
        strictest
    }

    fn enum_specifier(&mut self, id: ast::EnumId) -> Ty {
        let ast = self.ast;
        let node = &ast[id];
        let known = node.tag.and_then(|tag| match &node.enumerators {
            Some(_) => self.scope().tags.get(&tag.name).copied(),
            None => self.lookup_tag(tag.name),
        });
        let type_id = match known {
            Some(Tag::Enum(known)) => known,
            _ => {
                let tag = node.tag.map(|tag| self.name(tag.name));
                let fresh = self.unit.types.new_enum(tag, node.span.file);
                if let Some(tag) = node.tag {
                    self.scope().tags.insert(tag.name, Tag::Enum(fresh));
                }
                fresh
            }
        };
        let ty = self.unit.types.intern(TypeKind::Enum(type_id));
        let fixed = node.underlying.and_then(|underlying| {
            let underlying = self.type_name(underlying);
            self.unit.types.int_kind(underlying)
        });
        if fixed.is_some() {
            self.unit.types.enumeration_mut(type_id).underlying = fixed;
        }
        if let Some(enumerators) = &node.enumerators {
            let packed = self.attributes(&node.attributes).packed;
            self.enumerators(enumerators, type_id, ty, fixed, packed);
        }
        ty
    }

    fn enumerators(&mut self, list: &[ast::Enumerator], id: EnumTypeId, ty: Ty, fixed: Option<IntKind>, packed: bool) {
        let int = self.int();
        let int_range = IntKind::Int.int_type(self.unit.types.model);
        let mut values = Vec::with_capacity(list.len());
        let mut next = 0i128;
        for enumerator in list {
            if let Some(value) = enumerator.value {
                next = self.constant_expression(value, "the value of an enumerator");
            }
            // While the list is being read, a constant that does not fit an `int` has the type its value needs.
            let own = if int_range.contains(next) { int } else { self.smallest_type(next, next) };
            self.bind(enumerator.name.name, Binding::Enumerator(next, own));
            values.push((enumerator.name.name, next));
            next = next.wrapping_add(1);
        }
        let low = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let high = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let kind = fixed.unwrap_or_else(|| self.enum_kind(low, high, packed));
        self.unit.types.enumeration_mut(id).underlying = Some(kind);
        for (name, value) in values {
            let own = if fixed.is_some() || !int_range.contains(value) { ty } else { int };
            self.bind(name, Binding::Enumerator(value, own));
        }
    }

    /// gcc's choice: unsigned if no value is negative, and no smaller than `int` unless packed.
    fn enum_kind(&self, low: i128, high: i128, packed: bool) -> IntKind {
        use IntKind::*;
        let candidates = [SignedChar, Short, Int, Long, LongLong].into_iter().skip(if packed { 0 } else { 2 });
        let mut candidates = candidates.map(|kind| if low < 0 { kind } else { kind.to_unsigned() });
        let fits = |kind: &IntKind| {
            let ty = kind.int_type(self.unit.types.model);
            ty.contains(low) && ty.contains(high)
        };
        candidates.find(fits).unwrap_or(LongLong)
    }

    fn smallest_type(&mut self, low: i128, high: i128) -> Ty {
        use IntKind::*;
        let model = self.unit.types.model;
        let kinds = [Int, UnsignedInt, Long, UnsignedLong, LongLong, UnsignedLongLong];
        let fits = |kind: &IntKind| kind.int_type(model).contains(low) && kind.int_type(model).contains(high);
        let kind = kinds.into_iter().find(fits).unwrap_or(LongLong);
        self.unit.types.int(kind)
    }

    // --------------------------------------------------------------------------------------------------------- declarators

    /// Applies a declarator to the type that its specifiers gave.
    pub(super) fn declared(&mut self, base: Ty, declarator: &Declarator) -> Ty {
        self.derived(base, &declarator.derivations)
    }

    pub(super) fn derived(&mut self, base: Ty, derivations: &[Derivation]) -> Ty {
        let mut ty = base;
        for derivation in derivations.iter().rev() {
            ty = match derivation {
                Derivation::Pointer { qualifiers, .. } => {
                    let pointer = self.unit.types.pointer(ty);
                    self.unit.types.qualify(pointer, quals(*qualifiers))
                }
                Derivation::Array { size, .. } => self.array_of(ty, size),
                Derivation::Function(parameters) => self.function_type(ty, parameters),
            };
        }
        ty
    }

    fn array_of(&mut self, element: Ty, size: &ArraySize) -> Ty {
        let length = match *size {
            ArraySize::Unknown => ArrayLength::Unknown,
            ArraySize::Star => self.new_length(None),
            ArraySize::Expr(e) => {
                let span = self.ast[e].span;
                let length = self.rvalue(e);
                match self.unit.constant(length) {
                    Some(value) => match u64::try_from(value) {
                        Ok(value) => ArrayLength::Known(value),
                        Err(_) => {
                            self.error(span, "the length of an array is negative");
                            ArrayLength::Known(0)
                        }
                    },
                    None if self.at_file_scope() => {
                        self.error(span, "an array at file scope needs a constant length");
                        ArrayLength::Known(0)
                    }
                    None => {
                        let size = self.size_t();
                        let length = self.convert(length, size);
                        self.new_length(Some(length))
                    }
                }
            }
        };
        self.unit.types.array(element, length)
    }

    fn function_type(&mut self, result: Ty, parameters: &Parameters) -> Ty {
        let function = match parameters {
            Parameters::Unspecified | Parameters::Names(_) => {
                FunctionType { result, params: Vec::new(), variadic: false, prototyped: false }
            }
            Parameters::Prototype { variadic, .. } => {
                let mark = self.pending.len();
                let parameters = self.in_scope(|sema| sema.parameters(parameters));
                self.drop_pending(mark);
                let params = parameters.into_iter().map(|parameter| parameter.ty.unqualified()).collect();
                FunctionType { result, params, variadic: *variadic, prototyped: true }
            }
        };
        self.unit.types.function(function)
    }

    /// The parameters of a prototype, adjusted, in the current scope (where their tags and lengths live).
    pub(super) fn parameters(&mut self, parameters: &Parameters) -> Vec<ParameterInfo> {
        let Parameters::Prototype { parameters, .. } = parameters else { return Vec::new() };
        let mut infos = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let base = self.specifiers(&parameter.specifiers);
            let ty = self.declared(base, &parameter.declarator);
            self.outermost_length(ty, true);
            let ty = self.adjust_parameter(ty);
            // Later lengths may mention the parameter, as in `int n, int a[n]`.
            let object = self.parameter_object(parameter.declarator.name, ty, parameter.span);
            let meaning =
                self.attributes(&parameter.attributes).with(self.attributes(&parameter.specifiers.attributes));
            self.unit.objects[object.index()].linking = self.linking(&meaning);
            infos.push(ParameterInfo { object, ty });
        }
        infos
    }

    /// Declares a parameter in the current scope; a nameless one is only an object.
    pub(super) fn parameter_object(&mut self, name: Option<ast::Ident>, ty: Ty, span: Span) -> ObjectId {
        let object = Object {
            name: name.map_or_else(|| "<unnamed>".into(), |name| self.name(name.name)),
            ty,
            span: name.map_or(span, |name| name.span),
            storage: Storage::Parameter,
            owner: self.function.as_ref().map(|function| function.id),
            initializer: None,
            address_taken: false,
            linking: Linking::default(),
        };
        let object = self.unit.add_object(object);
        if let Some(name) = name {
            self.bind(name.name, Binding::Object(object));
        }
        object
    }

    /// Arrays and functions as parameters are pointers.
    pub(super) fn adjust_parameter(&mut self, ty: Ty) -> Ty {
        match *self.unit.types.kind(ty) {
            TypeKind::Array(element, _) => self.unit.types.pointer(element),
            TypeKind::Function(_) => self.unit.types.pointer(ty),
            _ => ty,
        }
    }
}

fn plain_field(name: Option<Arc<str>>, ty: Ty) -> Field {
    Field { name, ty, width: None, align: None, packed: false, bit_offset: 0, placed: 1 }
}

pub(super) fn quals(qualifiers: Qualifiers) -> Quals {
    let mut quals = Quals::NONE;
    for (set, flag) in [
        (qualifiers.is_const, Quals::CONST),
        (qualifiers.is_volatile, Quals::VOLATILE),
        (qualifiers.is_atomic, Quals::ATOMIC),
    ] {
        if set {
            quals = quals.with(flag);
        }
    }
    quals
}
