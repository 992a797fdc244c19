//! Which functions may call themselves, directly or through others.

use super::walk::Walk;
use crate::front::hir::*;

pub fn recursive_functions(unit: &Unit) -> Vec<bool> {
    let callees = callees(unit);
    let mut recursive = vec![false; unit.functions.len()];
    for function in unit.function_ids() {
        let mut seen = vec![false; unit.functions.len()];
        let mut work = vec![function];
        while let Some(next) = work.pop() {
            for callee in &callees[next.index()] {
                recursive[function.index()] |= *callee == function;
                if !std::mem::replace(&mut seen[callee.index()], true) {
                    work.push(*callee);
                }
            }
        }
    }
    recursive
}

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
