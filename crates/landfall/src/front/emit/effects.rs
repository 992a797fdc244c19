//! What evaluating expressions needs: whether they stay whole, need edges, or change something.

use super::expression::DEPTH;
use super::*;
use crate::front::library::{self, Model};

impl<'a> Lowering<'a> {
    /// What evaluating the expression needs.
    pub(super) fn effects(&mut self, e: ExprId) -> Effects {
        if let Some(known) = self.effects[e.index()] {
            return known;
        }
        let effects = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.compute_effects(e));
        self.effects[e.index()] = Some(effects);
        effects
    }

    fn compute_effects(&mut self, e: ExprId) -> Effects {
        let unit = self.unit;
        let node = &unit[e];
        let own = match &node.kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::VaArg(_)
            | ExprKind::StmtExpr { .. } => return Effects::Writes,
            ExprKind::Call { callee: Callee::Direct(function), arguments } => {
                let function = &unit[*function];
                if function.body.is_some() && !self.options.property.is_error_function(&function.name) {
                    return Effects::Writes;
                }
                match library::model(&function.name) {
                    Some(Model::Free | Model::Copy | Model::Fill | Model::ArbitraryBytes(_)) => return Effects::Writes,
                    Some(model) if model.is_allocation() => return Effects::Writes,
                    None if arguments.iter().any(|a| !unit.types.is_arithmetic(unit[*a].ty)) => return Effects::Writes,
                    None if self.reach.writes_unasked(&function.name) => return Effects::Writes,
                    Some(_) | None => Effects::Edges,
                }
            }
            ExprKind::Call { .. } => return Effects::Writes,
            ExprKind::CompoundLiteral(_) => return Effects::Writes,
            ExprKind::Load(place) if !self.is_input(*place) && self.reads_plainly(*place) => return Effects::Pure,
            ExprKind::Load(_) => Effects::Edges,
            // Naming a place needs nothing; using it does.
            ExprKind::Object(_)
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Decay(_)
            | ExprKind::AddressOf(_) => Effects::Pure,
            ExprKind::Convert(inner) if self.int_type(unit[*inner].ty).is_some() => Effects::Pure,
            _ if self.int_type(node.ty).is_none() => Effects::Edges,
            ExprKind::PointerAdd { .. } if self.stride(node.ty).is_none() => Effects::Edges,
            ExprKind::PointerDifference(a, _)
                if self.options.checks.memory || unit.is_strict(node.span) || self.stride(unit[*a].ty).is_none() =>
            {
                Effects::Edges
            }
            ExprKind::Int(_)
            | ExprKind::LabelAddress(..)
            | ExprKind::VariableArguments
            | ExprKind::Float(_)
            | ExprKind::Negate(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference(..)
            | ExprKind::Compare(..)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Comma(..) => Effects::Pure,
            ExprKind::Elvis { .. } => Effects::Pure,
            _ => Effects::Edges,
        };
        let mut effects = own;
        if node.depth > 0 && node.depth.is_multiple_of(DEPTH) {
            effects = effects.max(Effects::Edges);
        }
        node.kind.for_each_operand(&mut |operand| effects = effects.max(self.effects(operand)));
        effects
    }

    /// Whether each read of the lvalue gives a new input.
    pub(super) fn is_input(&self, place: ExprId) -> bool {
        self.unit[place].ty.is_volatile() && !self.options.volatile_is_memory
    }

    /// The size of what a pointer type points to.
    pub(super) fn stride(&self, pointer: Ty) -> Option<i128> {
        self.unit.types.size_of(self.unit.types.pointee(pointer)?).map(i128::from)
    }
}
