//! The attributes that change what a program means: layout, modes, functions that do not return.

use super::*;
use crate::front::ast::{Attribute, AttributeArgument};

/// What a list of attributes says.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Meaning {
    pub packed: bool,
    pub align: Option<u64>,
    pub noreturn: bool,
    pub mode: Option<Symbol>,
    pub vector_size: Option<u64>,
    pub transparent_union: bool,
}

impl Sema<'_> {
    pub(super) fn attributes(&mut self, attributes: &[Attribute]) -> Meaning {
        let mut meaning = Meaning::default();
        for attribute in attributes {
            self.attribute(attribute, &mut meaning);
        }
        meaning
    }

    fn attribute(&mut self, attribute: &Attribute, meaning: &mut Meaning) {
        match self.ast.name(attribute.name) {
            "packed" => meaning.packed = true,
            "noreturn" | "_Noreturn" => meaning.noreturn = true,
            "transparent_union" => meaning.transparent_union = true,
            "aligned" => {
                let align = match attribute.arguments.first() {
                    None => Some(16),
                    Some(argument) => self.attribute_number(*argument),
                };
                meaning.align = meaning.align.max(align);
            }
            "mode" => {
                if let Some(AttributeArgument::Expr(e)) = attribute.arguments.first()
                    && let ast::ExprKind::Ident(name) = self.ast[*e].kind
                {
                    meaning.mode = Some(name);
                }
            }
            "vector_size" => {
                meaning.vector_size = attribute.arguments.first().and_then(|a| self.attribute_number(*a));
            }
            _ => {}
        }
    }

    fn attribute_number(&mut self, argument: AttributeArgument) -> Option<u64> {
        match argument {
            AttributeArgument::Expr(e) => {
                let e = self.rvalue(e);
                self.unit.constant(e).and_then(|value| u64::try_from(value).ok())
            }
            AttributeArgument::Type(ty) => {
                let ty = self.type_name(ty);
                self.unit.types.align_of(ty)
            }
        }
    }

    /// The type that `mode` or `vector_size` make of a declared one.
    pub(super) fn apply_type_attributes(&mut self, ty: Ty, meaning: &Meaning) -> Ty {
        let mut ty = ty;
        if let Some(mode) = meaning.mode {
            ty = self.apply_mode(ty, mode);
        }
        if let Some(bytes) = meaning.vector_size
            && let Some(size) = self.unit.types.size_of(ty)
            && size > 0
        {
            ty = self.unit.types.intern(TypeKind::Vector(ty.unqualified(), bytes / size));
        }
        ty
    }

    fn apply_mode(&mut self, ty: Ty, mode: Symbol) -> Ty {
        let signed = self.unit.types.int_kind(ty).is_none_or(IntKind::is_signed);
        let mode = self.ast.name(mode).trim_matches('_').to_string();
        let pick = |yes: IntKind| if signed { yes } else { yes.to_unsigned() };
        let long = if self.unit.types.model == crate::cfa::DataModel::Lp64 { IntKind::Long } else { IntKind::LongLong };
        let kind = match mode.as_str() {
            "QI" | "byte" => pick(IntKind::SignedChar),
            "HI" => pick(IntKind::Short),
            "SI" => pick(IntKind::Int),
            "DI" => pick(long),
            "TI" => pick(IntKind::Int128),
            "word" | "pointer" | "unwind_word" => pick(self.unit.types.ptrdiff_kind()),
            "SF" => return self.unit.types.intern(TypeKind::Float(FloatKind::Float)),
            "DF" => return self.unit.types.intern(TypeKind::Float(FloatKind::Double)),
            "XF" => return self.unit.types.intern(TypeKind::Float(FloatKind::LongDouble)),
            "TF" => return self.unit.types.intern(TypeKind::Float(FloatKind::Float128)),
            _ => return ty,
        };
        self.unit.types.int(kind)
    }
}
