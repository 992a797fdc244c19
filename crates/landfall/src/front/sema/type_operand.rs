//! Expressions whose operand is a type, or only the type of an expression: sizes, alignments, offsets, `_Generic`.

use super::*;
use crate::front::ast::ExprKind as Node;

const BEHIND_VARIABLE: &str = "the distance of a member behind one of variable length";

impl Sema<'_> {
    pub(super) fn measure(&mut self, node: &Node, span: Span) -> ExprId {
        let mark = self.pending.len();
        let (ty, align) = match *node {
            Node::SizeofExpr(operand) | Node::AlignofExpr(operand, _) => {
                let e = self.expr(operand);
                if matches!(self.unit[e].kind, ExprKind::Member(_, FieldRef { width: Some(_), .. })) {
                    return self.invalid(span, "a bit-field has no size");
                }
                let ty = self.unit[e].ty;
                if matches!((node, &self.unit[e].kind), (Node::AlignofExpr(..), ExprKind::Function(_))) {
                    return self.unsupported(span, "the alignment of a function");
                }
                match *node {
                    Node::AlignofExpr(_, which) => (ty, Some(which)),
                    _ => {
                        if self.unit.types.has_variable_length(ty)
                            && let Some(effect) = self.operand_effect(e)
                        {
                            self.pending.push(Pending::Effect(effect));
                        }
                        (ty, None)
                    }
                }
            }
            Node::SizeofType(ty) => (self.type_name(ty), None),
            Node::AlignofType(ty, which) => (self.type_name(ty), Some(which)),
            _ => return self.unsupported(span, "an operator on types"),
        };
        let size_t = self.size_t();
        if let Some(reason) = self.unit.types.unsupported(ty).cloned() {
            self.drop_pending(mark);
            return self.unit.add_expr(ExprKind::Unsupported(reason), size_t, span);
        }
        let measured = match align {
            None => self.unit.types.size_of(ty),
            Some(ast::Alignof::Required) => self.unit.types.align_of(ty),
            Some(ast::Alignof::Preferred) => self.unit.types.preferred_align_of(ty),
        };
        match measured {
            Some(value) => {
                self.drop_pending(mark);
                self.int_constant(i128::from(value), size_t, span)
            }
            None if self.unit.types.has_variable_length(ty) => {
                let size = self.unit.add_expr(ExprKind::VariableSize(ty), size_t, span);
                self.behind_pending(mark, size)
            }
            None => {
                let message = format!("the type `{}` is incomplete and has no size", self.unit.types.display(ty));
                self.invalid(span, message)
            }
        }
    }

    pub(super) fn offsetof(&mut self, ty: ast::TypeNameId, path: &[ast::Designator], span: Span) -> ExprId {
        let mut ty = self.unevaluated_type_name(ty);
        let mut offset = 0i128;
        // What indices that are not constant add.
        let mut variable: Option<ExprId> = None;
        let size_t = self.size_t();
        if let Some(reason) = self.unit.types.unsupported(ty).cloned() {
            return self.unit.add_expr(ExprKind::Unsupported(reason), size_t, span);
        }
        for designator in path {
            match *designator {
                ast::Designator::Field(name) => {
                    let Some(steps) = self.find_field(ty, name.name) else {
                        let message =
                            format!("`{}` has no member `{}`", self.unit.types.display(ty), self.ast.name(name.name));
                        return self.invalid(name.span, message);
                    };
                    for (_, field, member) in steps {
                        if self.unit.types.is_behind_variable(ty, field.index) {
                            return self.unit.add_expr(ExprKind::Unsupported(BEHIND_VARIABLE.into()), size_t, span);
                        }
                        offset += i128::from(field.bit_offset / 8);
                        ty = member;
                    }
                }
                ast::Designator::Index(e) | ast::Designator::Range(e, _) => {
                    let Some((element, _)) = self.unit.types.element(ty) else {
                        return self.invalid(span, "an index into something that is no array");
                    };
                    let index = self.rvalue(e);
                    let size = self.unit.types.size_of(element).unwrap_or(0);
                    let Some(known) = self.unit.constant(index) else {
                        let size = self.int_constant(i128::from(size), size_t, span);
                        let distance = self.binary_values(ast::BinaryOp::Multiply, index, size, span);
                        variable = Some(match variable {
                            Some(before) => self.binary_values(ast::BinaryOp::Add, before, distance, span),
                            None => distance,
                        });
                        ty = element;
                        continue;
                    };
                    offset = offset.wrapping_add(known.wrapping_mul(i128::from(size)));
                    ty = element;
                }
            }
        }
        let value = self.unit.types.int_type(size_t).map_or(offset, |ty| ty.wrap(offset));
        let value = self.int_constant(value, size_t, span);
        match variable {
            Some(distance) => self.binary_values(ast::BinaryOp::Add, value, distance, span),
            None => value,
        }
    }

    pub(super) fn generic(
        &mut self,
        control: ast::GenericControl,
        list: &[ast::GenericAssociation],
        span: Span,
    ) -> ExprId {
        let ty = match control {
            ast::GenericControl::Expr(e) => {
                let e = self.rvalue(e);
                self.unit[e].ty.unqualified()
            }
            ast::GenericControl::Type(ty) => self.unevaluated_type_name(ty),
        };
        let mut default = None;
        for association in list {
            let Some(name) = association.ty else {
                default = Some(association.value);
                continue;
            };
            let candidate = self.unevaluated_type_name(name);
            if candidate.quals == ty.quals && self.unit.types.compatible(candidate, ty) {
                return self.expr(association.value);
            }
        }
        match default {
            Some(value) => self.expr(value),
            None => {
                let message = format!("no association of `_Generic` fits the type `{}`", self.unit.types.display(ty));
                self.invalid(span, message)
            }
        }
    }
}
