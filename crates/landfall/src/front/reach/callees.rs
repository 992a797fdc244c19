//! Which functions a function may call.

use super::walk::Walk;
use crate::front::hir::*;

/// The functions whose address is taken, which a call through a pointer may be of.
pub fn taken(unit: &Unit) -> Vec<FunctionId> {
    let mut taken = Vec::new();
    for node in &unit.exprs {
        if let ExprKind::Decay(place) | ExprKind::AddressOf(place) = node.kind
            && let ExprKind::Function(function) = unit[place].kind
        {
            taken.push(function);
        }
    }
    taken
}

/// The functions that each function calls.
pub fn callees(unit: &Unit) -> Vec<Vec<FunctionId>> {
    let taken = taken(unit);
    let of = |function: FunctionId| {
        let mut found = Vec::new();
        for e in Walk::function(unit, function) {
            match &unit[e].kind {
                ExprKind::Call { callee: Callee::Direct(function), .. } => found.push(*function),
                ExprKind::Call { .. } => found.extend_from_slice(&taken),
                _ => {}
            }
        }
        found.sort();
        found.dedup();
        found
    };
    unit.function_ids().map(of).collect()
}
