//! Which functions a function may call.

use super::walk::Walk;
use crate::cfa::graph::strong_components;
use crate::front::hir::*;

/// The call graph. Behind the functions there is one node more: a call through a pointer, which may be of any function whose
/// address is taken.
pub struct Callees {
    calls: Vec<Vec<usize>>,
    /// Nodes that call each other, callees first.
    pub components: Vec<Vec<usize>>,
    /// The component of each node.
    pub component: Vec<usize>,
}

/// The functions whose address is taken, which a call through a pointer may be of.
fn taken(unit: &Unit) -> Vec<usize> {
    let mut taken = Vec::new();
    for node in &unit.exprs {
        if let ExprKind::Decay(place) | ExprKind::AddressOf(place) = node.kind
            && let ExprKind::Function(function) = unit[place].kind
        {
            taken.push(function.index());
        }
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}

impl Callees {
    pub fn new(unit: &Unit) -> Callees {
        let any = unit.functions.len();
        let of = |function: FunctionId| {
            let mut found: Vec<usize> = Walk::function(unit, function)
                .filter_map(|e| match &unit[e].kind {
                    ExprKind::Call { callee: Callee::Direct(function), .. } => Some(function.index()),
                    ExprKind::Call { .. } => Some(any),
                    _ => None,
                })
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let mut calls: Vec<Vec<usize>> = unit.function_ids().map(of).collect();
        calls.push(taken(unit));
        let components = strong_components(calls.len(), |node, n| calls[node].get(n).copied());
        let mut component = vec![0; calls.len()];
        for (number, nodes) in components.iter().enumerate() {
            nodes.iter().for_each(|node| component[*node] = number);
        }
        Callees { calls, components, component }
    }

    /// What a node calls.
    pub fn of(&self, node: usize) -> &[usize] {
        &self.calls[node]
    }

    /// Which nodes call one of these, on the way through others too, or are one of them.
    pub fn callers_of(&self, functions: &[FunctionId]) -> Vec<bool> {
        let mut calls = vec![false; self.calls.len()];
        functions.iter().for_each(|function| calls[function.index()] = true);
        // Callees come first.
        for component in &self.components {
            let any =
                component.iter().any(|node| calls[*node] || self.calls[*node].iter().any(|callee| calls[*callee]));
            component.iter().for_each(|node| calls[*node] |= any);
        }
        calls
    }

    /// The nodes that a node calls, on the way through others too.
    pub fn reached_from(&self, node: usize) -> Vec<bool> {
        let mut seen = vec![false; self.calls.len()];
        let mut work = self.calls[node].clone();
        while let Some(next) = work.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                work.extend(&self.calls[next]);
            }
        }
        seen
    }
}
