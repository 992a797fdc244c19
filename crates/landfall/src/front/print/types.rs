//! Declarations, specifiers, declarators and initialisers as text.

use super::Printer;
use crate::front::ast::{
    Alignment, ArraySize, Attribute, AttributeArgument, BasicType, Declaration, Declarator, Derivation, Designator,
    Enum, InitializerId, InitializerKind, Member, Parameters, Qualifiers, Record, RecordKind, Specifiers, Storage,
    TypeNameId, TypeSpecifier,
};

/// The canonical spelling of a type.
pub fn basic_type_name(ty: BasicType) -> &'static str {
    match ty {
        BasicType::Void => "void",
        BasicType::Bool => "_Bool",
        BasicType::Char => "char",
        BasicType::SignedChar => "signed char",
        BasicType::UnsignedChar => "unsigned char",
        BasicType::Short => "short",
        BasicType::UnsignedShort => "unsigned short",
        BasicType::Int => "int",
        BasicType::UnsignedInt => "unsigned int",
        BasicType::Long => "long",
        BasicType::UnsignedLong => "unsigned long",
        BasicType::LongLong => "long long",
        BasicType::UnsignedLongLong => "unsigned long long",
        BasicType::Int128 => "__int128",
        BasicType::UnsignedInt128 => "unsigned __int128",
        BasicType::Float => "float",
        BasicType::Double => "double",
        BasicType::LongDouble => "long double",
        BasicType::Float16 => "_Float16",
        BasicType::Float32 => "_Float32",
        BasicType::Float64 => "_Float64",
        BasicType::Float128 => "_Float128",
        BasicType::Float32x => "_Float32x",
        BasicType::Float64x => "_Float64x",
        BasicType::Float80 => "__float80",
        BasicType::Decimal32 => "_Decimal32",
        BasicType::Decimal64 => "_Decimal64",
        BasicType::Decimal128 => "_Decimal128",
    }
}

impl<'a> Printer<'a> {
    pub(super) fn declaration(&mut self, declaration: &'a Declaration) {
        self.specifiers(&declaration.specifiers);
        for (index, declarator) in declaration.declarators.iter().enumerate() {
            self.text(if index == 0 { " " } else { ", " });
            self.declarator(&declarator.declarator);
            if let Some(label) = declarator.asm_label {
                self.text(" __asm__(");
                self.string(label);
                self.text(")");
            }
            if !declarator.attributes.is_empty() {
                self.text(" ");
                self.attributes(&declarator.attributes);
            }
            if let Some(initializer) = declarator.initializer {
                self.text(" = ");
                self.initializer(initializer);
            }
        }
        self.text(";");
    }

    pub(super) fn specifiers(&mut self, specifiers: &'a Specifiers) {
        let start = self.out.len();
        for (present, word) in [
            (specifiers.storage == Storage::Typedef, "typedef "),
            (specifiers.storage == Storage::Extern, "extern "),
            (specifiers.storage == Storage::Static, "static "),
            (specifiers.storage == Storage::Auto, "auto "),
            (specifiers.storage == Storage::Register, "register "),
            (specifiers.thread_local, "_Thread_local "),
            (specifiers.constexpr, "constexpr "),
            (specifiers.inline, "inline "),
            (specifiers.noreturn, "_Noreturn "),
        ] {
            if present {
                self.text(word);
            }
        }
        for alignment in &specifiers.alignments {
            self.text("_Alignas(");
            match alignment {
                Alignment::Type(ty) => self.type_name(*ty),
                Alignment::Expr(expr) => self.operand(*expr),
            }
            self.text(") ");
        }
        // In front of the type: behind the braces of a record they would become the record's.
        if !specifiers.attributes.is_empty() {
            self.attributes(&specifiers.attributes);
            self.text(" ");
        }
        self.qualifiers(specifiers.qualifiers);
        self.type_specifier(specifiers.ty);
        if self.out[start..].ends_with(' ') {
            self.out.pop();
        }
    }

    fn qualifiers(&mut self, qualifiers: Qualifiers) {
        for (present, word) in [
            (qualifiers.is_const, "const "),
            (qualifiers.is_volatile, "volatile "),
            (qualifiers.is_restrict, "restrict "),
            (qualifiers.is_atomic, "_Atomic "),
        ] {
            if present {
                self.text(word);
            }
        }
    }

    fn type_specifier(&mut self, ty: TypeSpecifier) {
        match ty {
            TypeSpecifier::ImplicitInt => {}
            TypeSpecifier::Basic(ty) => self.text(basic_type_name(ty)),
            TypeSpecifier::Complex(ty) => {
                self.text("_Complex ");
                self.text(basic_type_name(ty));
            }
            TypeSpecifier::Record(record) => self.record(&self.ast[record]),
            TypeSpecifier::Enum(enumeration) => self.enumeration(&self.ast[enumeration]),
            TypeSpecifier::Typedef(name) => self.symbol(name),
            TypeSpecifier::TypeofExpr(expr) => self.parenthesised("typeof", |printer| printer.expr(expr)),
            TypeSpecifier::TypeofType(ty) => self.parenthesised("typeof", |printer| printer.type_name(ty)),
            TypeSpecifier::TypeofUnqualExpr(expr) => self.parenthesised("typeof_unqual", |printer| printer.expr(expr)),
            TypeSpecifier::TypeofUnqualType(ty) => self.parenthesised("typeof_unqual", |printer| printer.type_name(ty)),
            TypeSpecifier::Atomic(ty) => self.parenthesised("_Atomic", |printer| printer.type_name(ty)),
            TypeSpecifier::VaList => self.text("__builtin_va_list"),
            TypeSpecifier::AutoType => self.text("__auto_type"),
        }
    }

    pub(super) fn parenthesised(&mut self, word: &str, inner: impl FnOnce(&mut Self)) {
        self.text(word);
        self.text("(");
        inner(self);
        self.text(")");
    }

    fn record(&mut self, record: &'a Record) {
        self.text(if record.kind == RecordKind::Struct { "struct " } else { "union " });
        self.attributes(&record.attributes);
        if let Some(tag) = record.tag {
            if !record.attributes.is_empty() {
                self.text(" ");
            }
            self.symbol(tag.name);
        }
        let Some(members) = &record.members else { return };
        self.text(" {");
        self.indent += 1;
        for member in members {
            self.line();
            self.member(member);
        }
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn member(&mut self, member: &'a Member) {
        let (specifiers, declarators) = match member {
            Member::StaticAssert(assertion) => return self.static_assert(assertion),
            Member::Field { specifiers, declarators, .. } => (specifiers, declarators),
        };
        self.specifiers(specifiers);
        for (index, declarator) in declarators.iter().enumerate() {
            self.text(if index == 0 { " " } else { ", " });
            self.declarator(&declarator.declarator);
            if let Some(width) = declarator.width {
                self.text(" : ");
                self.operand(width);
            }
            if !declarator.attributes.is_empty() {
                self.text(" ");
                self.attributes(&declarator.attributes);
            }
        }
        self.text(";");
    }

    fn enumeration(&mut self, enumeration: &'a Enum) {
        self.text("enum ");
        self.attributes(&enumeration.attributes);
        if let Some(tag) = enumeration.tag {
            if !enumeration.attributes.is_empty() {
                self.text(" ");
            }
            self.symbol(tag.name);
        }
        if let Some(underlying) = enumeration.underlying {
            self.text(" : ");
            self.type_name(underlying);
        }
        let Some(enumerators) = &enumeration.enumerators else { return };
        self.text(" { ");
        self.list(enumerators, |printer, enumerator| {
            printer.symbol(enumerator.name.name);
            if !enumerator.attributes.is_empty() {
                printer.text(" ");
                printer.attributes(&enumerator.attributes);
            }
            if let Some(value) = enumerator.value {
                printer.text(" = ");
                printer.operand(value);
            }
        });
        self.text(" }");
    }

    pub(super) fn type_name(&mut self, ty: TypeNameId) {
        let ty = &self.ast[ty];
        self.specifiers(&ty.specifiers);
        if !ty.declarator.derivations.is_empty() {
            self.text(" ");
            self.declarator(&ty.declarator);
        }
    }

    /// Turns the derivations outside in again: what stands left of the name is collected first.
    pub(super) fn declarator(&mut self, declarator: &'a Declarator) {
        let derivations = &declarator.derivations;
        let is_pointer = |index: usize| matches!(derivations.get(index), Some(Derivation::Pointer { .. }));
        for (index, derivation) in derivations.iter().enumerate().rev() {
            if let Derivation::Pointer { qualifiers, attributes } = derivation {
                // A pointer to an array or function is grouped.
                if index + 1 < derivations.len() && !is_pointer(index + 1) {
                    self.text("(");
                }
                self.text("*");
                if !attributes.is_empty() {
                    self.text(" ");
                    self.attributes(attributes);
                    self.text(" ");
                }
                self.qualifiers(*qualifiers);
            }
        }
        if let Some(name) = declarator.name {
            self.symbol(name.name);
        }
        for (index, derivation) in derivations.iter().enumerate() {
            match derivation {
                Derivation::Pointer { .. } => {
                    if index + 1 < derivations.len() && !is_pointer(index + 1) {
                        self.text(")");
                    }
                }
                Derivation::Array { size, qualifiers, is_static } => {
                    self.text("[");
                    self.qualifiers(*qualifiers);
                    self.text(if *is_static { "static " } else { "" });
                    match size {
                        ArraySize::Unknown => {}
                        ArraySize::Star => self.text("*"),
                        ArraySize::Expr(expr) => self.expr(*expr),
                    }
                    self.text("]");
                }
                Derivation::Function(parameters) => self.parameters(parameters),
            }
        }
    }

    fn parameters(&mut self, parameters: &'a Parameters) {
        self.text("(");
        match parameters {
            Parameters::Unspecified => {}
            Parameters::Names(names) => self.list(names, |printer, name| printer.symbol(name.name)),
            Parameters::Prototype { parameters, variadic } => {
                self.list(parameters, |printer, parameter| {
                    printer.specifiers(&parameter.specifiers);
                    if parameter.declarator.name.is_some() || !parameter.declarator.derivations.is_empty() {
                        printer.text(" ");
                        printer.declarator(&parameter.declarator);
                    }
                    if !parameter.attributes.is_empty() {
                        printer.text(" ");
                        printer.attributes(&parameter.attributes);
                    }
                });
                match (parameters.is_empty(), variadic) {
                    (true, false) => self.text("void"),
                    (true, true) => self.text("..."),
                    (false, true) => self.text(", ..."),
                    (false, false) => {}
                }
            }
        }
        self.text(")");
    }

    pub(super) fn attributes(&mut self, attributes: &'a [Attribute]) {
        if attributes.is_empty() {
            return;
        }
        self.text("__attribute__((");
        self.list(attributes, |printer, attribute| {
            printer.symbol(attribute.name);
            if !attribute.arguments.is_empty() {
                printer.text("(");
                printer.list(&attribute.arguments, |printer, argument| match argument {
                    AttributeArgument::Expr(expr) => printer.argument(*expr),
                    AttributeArgument::Type(ty) => printer.type_name(*ty),
                });
                printer.text(")");
            }
        });
        self.text("))");
    }

    pub(super) fn initializer(&mut self, initializer: InitializerId) {
        match &self.ast[initializer].kind {
            InitializerKind::Expr(expr) => self.argument(*expr),
            InitializerKind::List(items) => {
                self.text("{ ");
                self.list(items, |printer, item| {
                    printer.designators(&item.designators);
                    if !item.designators.is_empty() {
                        printer.text(" = ");
                    }
                    printer.initializer(item.value);
                });
                self.text(" }");
            }
        }
    }

    pub(super) fn designators(&mut self, designators: &[Designator]) {
        for designator in designators {
            match designator {
                Designator::Field(field) => {
                    self.text(".");
                    self.symbol(field.name);
                }
                Designator::Index(index) => {
                    self.text("[");
                    self.expr(*index);
                    self.text("]");
                }
                Designator::Range(first, last) => {
                    self.text("[");
                    self.expr(*first);
                    self.text(" ... ");
                    self.expr(*last);
                    self.text("]");
                }
            }
        }
    }
}
