//! Expressions: primary ones, lvalues and conversions.

use super::*;
use crate::front::ast::{Encoding, ExprKind as Node, IntegerBase, IntegerLiteral, LengthSuffix, UnaryOp};

const REVERSED: &str = "the address of a number whose most significant byte comes first";

impl<'a> Sema<'a> {
    /// The value of an expression: lvalues are read, arrays and functions become pointers.
    pub(super) fn rvalue(&mut self, id: ast::ExprId) -> ExprId {
        let e = self.expr(id);
        self.load(e)
    }

    /// An expression that must be constant; `what` names its role for the message.
    pub(super) fn constant_expression(&mut self, id: ast::ExprId, what: &str) -> i128 {
        let span = self.ast[id].span;
        let e = self.rvalue(id);
        if let Some(value) = self.unit.constant(e) {
            return value;
        }
        self.error(span, format!("{what} must be an integer constant"));
        0
    }

    /// An expression as it stands: it may be an lvalue or a function designator.
    pub(super) fn expr(&mut self, id: ast::ExprId) -> ExprId {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.expr_inner(id))
    }

    fn expr_inner(&mut self, id: ast::ExprId) -> ExprId {
        let ast = self.ast;
        let node = &ast[id];
        let span = node.span;
        match &node.kind {
            Node::Ident(name) => self.identifier(*name, span),
            Node::Integer(literal) => self.integer(literal, span),
            Node::Float(literal) => {
                let ty = self.basic(literal.ty, span);
                let digits = self.name(literal.digits);
                let value = self.unit.add_expr(ExprKind::Float(digits), ty, span);
                if literal.imaginary { self.imaginary(value, span) } else { value }
            }
            Node::Char(literal) => {
                let ty = self.character_type(literal.encoding, true);
                let value = self.unit.types.int_type(ty).map_or(0, |ty| ty.wrap(i128::from(literal.value)));
                self.int_constant(value, ty, span)
            }
            Node::String(id) => self.string(&ast[*id], span),
            Node::Bool(value) => {
                let ty = self.unit.types.int(IntKind::Bool);
                self.int_constant(i128::from(*value), ty, span)
            }
            Node::Nullptr => {
                let void = self.unit.types.void();
                let ty = self.unit.types.pointer(void);
                self.int_constant(0, ty, span)
            }
            Node::Unary(op, operand) => self.unary(*op, *operand, span),
            Node::Binary(op, left, right) => self.binary(*op, *left, *right, span),
            Node::Assign { operation, target, value } => self.assignment(*operation, *target, *value, span),
            Node::Conditional { condition, then, otherwise } => self.conditional(*condition, *then, *otherwise, span),
            Node::Comma(list) => self.comma(list, span),
            Node::Call { function, arguments } => self.call(*function, arguments, span),
            Node::Index { base, index } => self.index(*base, *index, span),
            Node::Member { base, field } => {
                let base = self.expr(*base);
                self.member_access(base, *field, span)
            }
            Node::Arrow { base, field } => {
                let base = self.rvalue(*base);
                let base = self.deref(base, span);
                self.member_access(base, *field, span)
            }
            Node::Cast { ty, operand } => self.cast(*ty, *operand, span),
            Node::CompoundLiteral { ty, initializer } => self.compound_literal(*ty, *initializer, span),
            Node::SizeofExpr(_) | Node::SizeofType(_) | Node::AlignofExpr(..) | Node::AlignofType(..) => {
                self.measure(&node.kind, span)
            }
            Node::Generic { controlling, associations } => self.generic(*controlling, associations, span),
            Node::StmtExpr(body) => self.statement_expression(*body, span),
            Node::LabelAddress(label) => {
                let Some(label) = self.use_label(*label) else {
                    return self.unsupported(span, "a label outside of functions");
                };
                let Some(function) = &mut self.function else {
                    return self.unsupported(span, "a label outside of functions");
                };
                function.labels[label.0 as usize].address_taken = true;
                let owner = function.id;
                let void = self.unit.types.void();
                let ty = self.unit.types.pointer(void);
                self.unit.add_expr(ExprKind::LabelAddress(owner, label), ty, span)
            }
            Node::Offsetof { ty, path } => self.offsetof(*ty, path, span),
            Node::VaArg { list, ty } => {
                let list = *list;
                let ty = self.type_name(*ty);
                match self.argument_list(list) {
                    Some(state) => self.unit.add_expr(ExprKind::VaArg(state), ty.unqualified(), span),
                    None => self.invalid(span, "the first argument of `va_arg` is no `va_list`"),
                }
            }
            Node::TypesCompatible(left, right) => {
                let (left, right) = (self.unevaluated_type_name(*left), self.unevaluated_type_name(*right));
                let same = self.unit.types.compatible(left, right)
                    && !matches!(self.unit.types.kind(left), TypeKind::Enum(_) if left.unqualified() != right.unqualified());
                let int = self.int();
                self.int_constant(i128::from(same), int, span)
            }
            Node::ChooseExpr { condition, then, otherwise } => {
                let value = self.constant_expression(*condition, "the condition of `__builtin_choose_expr`");
                self.expr(if value != 0 { *then } else { *otherwise })
            }
            Node::ConvertVector { operand, ty } => {
                let value = self.rvalue(*operand);
                let to = self.unevaluated_type_name(*ty);
                self.convert_lanes(value, to, span)
            }
        }
    }

    // -------------------------------------------------------------------------------------------------------------- primary

    fn identifier(&mut self, name: Symbol, span: Span) -> ExprId {
        match self.lookup(name) {
            Some(Binding::Object(object)) => {
                let ty = self.unit[object].ty;
                self.unit.add_expr(ExprKind::Object(object), ty, span)
            }
            Some(Binding::Function(function)) => {
                let ty = self.unit[function].ty;
                self.unit.add_expr(ExprKind::Function(function), ty, span)
            }
            Some(Binding::Enumerator(value, ty)) => self.int_constant(value, ty, span),
            Some(Binding::Unsupported) => self.unsupported(span, "a nested function"),
            Some(Binding::Typedef(_)) => {
                let message = format!("`{}` is a type, not a value", self.ast.name(name));
                self.invalid(span, message)
            }
            None => self.unknown_identifier(name, span),
        }
    }

    fn unknown_identifier(&mut self, name: Symbol, span: Span) -> ExprId {
        let text = self.ast.name(name);
        if let "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" = text {
            return self.function_name(span);
        }
        if text.starts_with("__builtin_") {
            return self.unsupported(span, format!("`{text}`"));
        }
        let mut error = Diagnostic::error(format!("`{text}` is not declared")).at(span);
        if let Some(similar) = self.similar_name(name) {
            error = error.with_help(format!("did you mean `{similar}`?"));
        }
        self.report(error);
        self.unsupported(span, "an undeclared identifier")
    }

    fn function_name(&mut self, span: Span) -> ExprId {
        let name = match &self.function {
            Some(context) => self.unit[context.id].name.clone(),
            None => "".into(),
        };
        let units = name.bytes().map(u32::from).collect();
        self.string(&ast::StringLiteral { encoding: Encoding::Plain, units, span }, span)
    }

    fn integer(&mut self, literal: &IntegerLiteral, span: Span) -> ExprId {
        let kind = self.literal_kind(literal);
        let ty = self.unit.types.int(kind);
        let value = kind.int_type(self.unit.types.model).wrap(literal.value as i128);
        let value = self.int_constant(value, ty, span);
        if literal.imaginary { self.imaginary(value, span) } else { value }
    }

    /// The first type of C's list that holds the value; gcc goes on to `__int128` where there is one.
    fn literal_kind(&self, literal: &IntegerLiteral) -> IntKind {
        use IntKind::*;
        let model = self.unit.types.model;
        let signed_only = literal.base == IntegerBase::Decimal && !literal.suffix.unsigned;
        let first = match literal.suffix.length {
            LengthSuffix::None => Int,
            LengthSuffix::Long => Long,
            LengthSuffix::LongLong => LongLong,
        };
        let fits = |kind: IntKind| {
            let bits = kind.int_type(model).bits - u8::from(kind.is_signed());
            bits >= 128 || literal.value >> bits == 0
        };
        for kind in [Int, Long, LongLong] {
            if kind.rank() < first.rank() {
                continue;
            }
            if !literal.suffix.unsigned && fits(kind) {
                return kind;
            }
            if !signed_only && fits(kind.to_unsigned()) {
                return kind.to_unsigned();
            }
        }
        match (model, literal.suffix.unsigned || !signed_only) {
            (crate::cfa::DataModel::Lp64, false) if fits(Int128) => Int128,
            _ => UnsignedLongLong,
        }
    }

    /// The type of a character constant, or of the elements of a string.
    fn character_type(&mut self, encoding: Encoding, constant: bool) -> Ty {
        let kind = match encoding {
            Encoding::Plain if constant => IntKind::Int,
            Encoding::Plain => IntKind::Char,
            Encoding::Utf8 if constant => IntKind::UnsignedChar,
            Encoding::Utf8 => IntKind::Char,
            Encoding::Utf16 => IntKind::UnsignedShort,
            Encoding::Utf32 => IntKind::UnsignedInt,
            Encoding::Wide => self.unit.types.wchar_kind(),
        };
        self.unit.types.int(kind)
    }

    fn string(&mut self, literal: &ast::StringLiteral, span: Span) -> ExprId {
        let element = self.character_type(literal.encoding, false);
        let ty = self.unit.types.array(element, ArrayLength::Known(literal.units.len() as u64 + 1));
        self.unit.strings.push(literal.clone());
        let index = self.unit.strings.len() as u32 - 1;
        self.unit.add_expr(ExprKind::String(index), ty, span)
    }

    fn compound_literal(&mut self, ty: ast::TypeNameId, initializer: ast::InitializerId, span: Span) -> ExprId {
        let ty = self.type_name(ty);
        let object = self.unit.add_object(Object {
            name: "<compound literal>".into(),
            ty,
            span,
            storage: if self.at_file_scope() { Storage::Static } else { Storage::Automatic },
            owner: self.function.as_ref().map(|function| function.id),
            initializer: None,
            address_taken: false,
            linking: Linking::default(),
        });
        self.initialize(object, initializer);
        let ty = self.unit[object].ty;
        self.unit.add_expr(ExprKind::CompoundLiteral(object), ty, span)
    }

    // ------------------------------------------------------------------------------------------------ lvalues and conversion

    pub(super) fn is_lvalue(&self, e: ExprId) -> bool {
        match &self.unit[e].kind {
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::String(_) | ExprKind::CompoundLiteral(_) => true,
            ExprKind::Member(base, _) => self.is_lvalue(*base),
            ExprKind::Unsupported(_) => true,
            _ => false,
        }
    }

    /// Lvalue conversion, and arrays and functions to pointers.
    pub(super) fn load(&mut self, e: ExprId) -> ExprId {
        let (ty, span) = (self.unit[e].ty, self.unit[e].span);
        match *self.unit.types.kind(ty) {
            TypeKind::Array(..) if self.unit.types.is_reversed(ty) => self.unsupported(span, REVERSED),
            TypeKind::Array(..) => self.decay(e),
            TypeKind::Function(_) => {
                let pointer = self.unit.types.pointer(ty);
                self.unit.add_expr(ExprKind::Decay(e), pointer, span)
            }
            TypeKind::Void => e,
            _ if matches!(self.unit[e].kind, ExprKind::Unsupported(_)) => e,
            _ if self.is_lvalue(e) => self.unit.add_expr(ExprKind::Load(e), ty.unqualified(), span),
            _ => e,
        }
    }

    /// An array as a pointer to its first element.
    fn decay(&mut self, e: ExprId) -> ExprId {
        let (ty, span) = (self.unit[e].ty, self.unit[e].span);
        let Some((element, _)) = self.unit.types.element(ty) else { return self.load(e) };
        self.take_address(e);
        let pointer = self.unit.types.pointer(element);
        self.unit.add_expr(ExprKind::Decay(e), pointer, span)
    }

    /// Notes that the object behind an lvalue can be reached by a pointer.
    pub(super) fn take_address(&mut self, e: ExprId) {
        match self.unit[e].kind {
            ExprKind::Object(object) | ExprKind::CompoundLiteral(object) => {
                self.unit.objects[object.index()].address_taken = true;
            }
            ExprKind::Member(base, _) => self.take_address(base),
            _ => {}
        }
    }

    /// Conversion to a type; nothing is added where the type is the same.
    pub(super) fn convert(&mut self, e: ExprId, to: Ty) -> ExprId {
        let to = to.unqualified();
        let node = &self.unit[e];
        if node.ty.unqualified() == to {
            return e;
        }
        if let (ExprKind::Int(value), Some(ty)) = (&node.kind, self.unit.types.int_type(to))
            && self.unit.types.is_integer(node.ty)
        {
            let value = if self.unit.types.is_bool(to) { i128::from(*value != 0) } else { ty.wrap(*value) };
            let span = node.span;
            return self.int_constant(value, to, span);
        }
        let span = node.span;
        let from = node.ty;
        let unsupported = matches!(node.kind, ExprKind::Unsupported(_));
        if !unsupported && !self.unit.types.is_void(to) {
            if self.unit.types.is_vector(from) || self.unit.types.is_vector(to) {
                return self.convert_vector(e, to);
            }
            if self.complex_part(from).is_some() || self.complex_part(to).is_some() {
                return self.convert_complex(e, to);
            }
        }
        self.unit.add_expr(ExprKind::Convert(e), to, span)
    }

    /// Conversion as by assignment. gcc takes almost everything among scalars (with a warning); records must agree.
    pub(super) fn assign_convert(&mut self, e: ExprId, to: Ty, verb: &str) -> ExprId {
        let from = self.unit[e].ty;
        let types = &self.unit.types;
        let unsupported = matches!(self.unit[e].kind, ExprKind::Unsupported(_));
        let scalars = types.is_scalar(from)
            && types.is_scalar(to)
            && !(types.is_pointer(from) && types.is_float(to))
            && !(types.is_float(from) && types.is_pointer(to));
        if scalars {
            return self.convert(e, to);
        }
        let agree = types.compatible(from, to) || types.is_vector(from) || types.is_vector(to);
        if agree || unsupported {
            return self.convert(e, to);
        }
        if types.record_of(to).is_some_and(|record| types.record(record).transparent)
            && let Some(value) = self.as_union(e, to)
        {
            return value;
        }
        let types = &self.unit.types;
        let message = format!("cannot {verb} `{}` with a value of type `{}`", types.display(to), types.display(from));
        let span = self.unit[e].span;
        self.invalid(span, message)
    }

    /// A value as a union with it as a member: the first one that has its type, or else (for a pointer) is one.
    fn as_union(&mut self, e: ExprId, to: Ty) -> Option<ExprId> {
        let types = &self.unit.types;
        let from = self.unit[e].ty.unqualified();
        let record = types.record(types.record_of(to)?);
        let fields = &record.body.as_ref()?.fields;
        let same = |field: &&Field| types.compatible(field.ty.unqualified(), from);
        let pointer =
            |field: &&Field| types.is_pointer(field.ty) && (types.is_pointer(from) || self.unit.is_null_constant(e));
        if record.kind != ast::RecordKind::Union {
            return None;
        }
        let field = fields.iter().find(same).or_else(|| fields.iter().find(pointer))?.clone();
        let span = self.unit[e].span;
        let value = self.convert(e, field.ty);
        let entry = InitEntry { bit_offset: field.bit_offset, width: field.width, ty: field.ty, value };
        let object = self.hidden_object("<union>", to, span);
        self.unit.objects[object.index()].initializer = Some(Init::Aggregate(vec![entry]));
        let literal = self.unit.add_expr(ExprKind::CompoundLiteral(object), to.unqualified(), span);
        Some(self.unit.add_expr(ExprKind::Load(literal), to.unqualified(), span))
    }

    fn cast(&mut self, ty: ast::TypeNameId, operand: ast::ExprId, span: Span) -> ExprId {
        let mark = self.pending.len();
        let to = self.type_name(ty);
        let lengths = self.pending.split_off(mark);
        let e = self.rvalue(operand);
        self.pending.extend(lengths);
        let value = self.cast_value(e, to, span);
        self.behind_pending(mark, value)
    }

    fn cast_value(&mut self, e: ExprId, to: Ty, span: Span) -> ExprId {
        let from = self.unit[e].ty;
        if let Some(record) = self.unit.types.record_of(to)
            && self.unit.types.record(record).kind == ast::RecordKind::Union
            && !self.unit.types.compatible(from, to)
            && let Some(value) = self.as_union(e, to)
        {
            return value;
        }
        let types = &self.unit.types;
        let valid = types.is_void(to)
            || (types.is_scalar(from) && types.is_scalar(to))
            || types.compatible(from, to)
            || types.is_vector(from)
            || types.is_vector(to);
        if !valid && !matches!(self.unit[e].kind, ExprKind::Unsupported(_)) {
            let message = format!("cannot convert `{}` to `{}`", types.display(from), types.display(to));
            return self.invalid(span, message);
        }
        let before = e;
        let e = self.convert(e, to);
        if e == before && self.is_lvalue(e) {
            return self.load(e);
        }
        e
    }

    pub(super) fn deref(&mut self, pointer: ExprId, span: Span) -> ExprId {
        let ty = self.unit[pointer].ty;
        match self.unit.types.pointee(ty) {
            Some(to) => self.unit.add_expr(ExprKind::Deref(pointer), to, span),
            None if matches!(self.unit[pointer].kind, ExprKind::Unsupported(_)) => pointer,
            None => {
                let message = format!("`{}` is no pointer", self.unit.types.display(ty));
                self.invalid(span, message)
            }
        }
    }

    fn index(&mut self, base: ast::ExprId, index: ast::ExprId, span: Span) -> ExprId {
        let base = self.expr(base);
        if self.unit.types.is_vector(self.unit[base].ty) {
            let index = self.rvalue(index);
            return self.vector_index(base, index, span);
        }
        // An element knows the order of its bytes; a pointer does not.
        let (base, index) = (self.decay(base), self.rvalue(index));
        let sum = self.add_pointers(base, index, false, span);
        self.deref(sum, span)
    }

    /// The path of accesses to a member, through anonymous ones: for each, its record, the field and the field's type.
    pub(super) fn find_field(&self, ty: Ty, name: Symbol) -> Option<Vec<(RecordTypeId, FieldRef, Ty)>> {
        let record = self.unit.types.record_of(ty)?;
        let body = self.unit.types.record(record).body.as_ref()?;
        let wanted = self.ast.name(name);
        for (index, field) in body.fields.iter().enumerate() {
            let reference = FieldRef { index: index as u32, bit_offset: field.bit_offset, width: field.width };
            match &field.name {
                Some(text) if **text == *wanted => return Some(vec![(record, reference, field.ty)]),
                Some(_) => {}
                None => {
                    if let Some(mut rest) = self.find_field(field.ty, name) {
                        rest.insert(0, (record, reference, field.ty));
                        return Some(rest);
                    }
                }
            }
        }
        None
    }

    fn member_access(&mut self, base: ExprId, field: ast::Ident, span: Span) -> ExprId {
        let ty = self.unit[base].ty;
        let Some(path) = self.find_field(ty, field.name) else {
            if matches!(self.unit[base].kind, ExprKind::Unsupported(_)) {
                return base;
            }
            let name = self.ast.name(field.name);
            let incomplete = self.unit.types.record_of(ty).is_some() && self.unit.types.size_of(ty).is_none();
            let shown = self.unit.types.display(ty);
            let message = if incomplete {
                format!("`{shown}` is incomplete here")
            } else {
                format!("`{shown}` has no member `{name}`")
            };
            return self.invalid(field.span, message);
        };
        let mut e = base;
        for (_, field, member) in path {
            let quals = self.unit[e].ty.quals;
            let member = self.unit.types.qualify(member, quals);
            e = self.unit.add_expr(ExprKind::Member(e, field), member, span);
        }
        e
    }

    pub(super) fn address_of(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        let e = self.expr(operand);
        let ty = self.unit[e].ty;
        if self.unit.types.is_reversed(ty) {
            return self.unsupported(span, REVERSED);
        }
        if let ExprKind::Deref(pointer) = self.unit[e].kind {
            // `&*p` is `p`.
            return pointer;
        }
        let is_function = self.unit.types.function_of(ty).is_some();
        if !is_function && !self.is_lvalue(e) {
            return self.invalid(span, "`&` needs something that has an address");
        }
        self.take_address(e);
        let pointer = self.unit.types.pointer(ty);
        self.unit.add_expr(if is_function { ExprKind::Decay(e) } else { ExprKind::AddressOf(e) }, pointer, span)
    }

    fn unary(&mut self, op: UnaryOp, operand: ast::ExprId, span: Span) -> ExprId {
        match op {
            UnaryOp::AddressOf => self.address_of(operand, span),
            UnaryOp::Deref => {
                let pointer = self.rvalue(operand);
                self.deref(pointer, span)
            }
            UnaryOp::PreIncrement => self.step(operand, true, false, span),
            UnaryOp::PreDecrement => self.step(operand, false, false, span),
            UnaryOp::PostIncrement => self.step(operand, true, true, span),
            UnaryOp::PostDecrement => self.step(operand, false, true, span),
            UnaryOp::Real | UnaryOp::Imag => {
                let e = self.expr(operand);
                self.complex_member(e, op == UnaryOp::Imag, span)
            }
            UnaryOp::Plus | UnaryOp::Negate | UnaryOp::BitNot | UnaryOp::Not => {
                self.arithmetic_unary(op, operand, span)
            }
        }
    }
}
