//! What is not modelled, in words.

use super::*;

impl Frame<'_, '_> {
    /// Why an expression is not modelled, in words.
    pub(super) fn why(&self, e: ExprId) -> String {
        let node = &self.unit[e];
        match &node.kind {
            ExprKind::Unsupported(reason) => reason.to_string(),
            ExprKind::Load(place) => self.why(*place),
            ExprKind::Object(object) => {
                format!("`{}`, {}", self.unit[*object].name, self.kind_of_type(node.ty))
            }
            ExprKind::Deref(_) => "what a pointer points to".to_string(),
            ExprKind::Member(..) => "a member of a structure or union".to_string(),
            ExprKind::CompoundLiteral(_) => "a compound literal".to_string(),
            ExprKind::String(_) | ExprKind::Decay(_) | ExprKind::AddressOf(_) => "an address".to_string(),
            ExprKind::Call { callee: Callee::Indirect(_), .. } => "a call through a pointer".to_string(),
            ExprKind::LabelAddress(..) => "the address of a label".to_string(),
            ExprKind::VaArg(_) => "a variable argument".to_string(),
            ExprKind::VariableSize(_) => "the size of a variable-length array".to_string(),
            _ => self.kind_of_type(node.ty).to_string(),
        }
    }

    /// An expression that is not modelled: an edge that says so, and an arbitrary value to go on with.
    pub(super) fn unmodelled(&mut self, e: ExprId) -> Expr {
        let reason = self.why(e);
        self.note_unsupported(reason, self.unit[e].span);
        self.unknown(e)
    }

    /// A value to go on with behind an edge that is not supported.
    pub(super) fn unknown(&mut self, e: ExprId) -> Expr {
        let ty = self.int_type(self.unit[e].ty);
        Expr::Var(self.temp("$unknown", ty))
    }

    /// The sort of a type that is not modelled, in words.
    fn kind_of_type(&self, ty: Ty) -> &'static str {
        match self.unit.types.kind(ty) {
            TypeKind::Pointer(_) => "a pointer",
            TypeKind::Array(..) => "an array",
            TypeKind::Record(_) => "a structure or union",
            TypeKind::Float(_) => "a floating-point number",
            TypeKind::Complex(_) => "a complex number",
            TypeKind::Vector(..) => "a vector",
            TypeKind::Function(_) => "a function",
            TypeKind::Void | TypeKind::Int(_) | TypeKind::Enum(_) => "a value",
        }
    }
}
