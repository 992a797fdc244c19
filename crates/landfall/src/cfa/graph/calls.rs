//! Who calls whom, which procedures are recursive, and which globals a call may touch.

use cranelift_entity::{EntityRef, PrimaryMap};

use super::super::expr::Expr;
use super::super::program::*;
use super::strong::strong_components;

/// The call graph with its strongly connected components.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: PrimaryMap<ProcId, Vec<(EdgeId, ProcId)>>,
    callers: PrimaryMap<ProcId, Vec<EdgeId>>,
    components: Vec<Vec<ProcId>>,
    recursive: PrimaryMap<ProcId, bool>,
}

impl CallGraph {
    pub fn new(program: &Program) -> CallGraph {
        let mut callees: PrimaryMap<ProcId, Vec<(EdgeId, ProcId)>> = program.procs.keys().map(|_| Vec::new()).collect();
        let mut callers: PrimaryMap<ProcId, Vec<EdgeId>> = program.procs.keys().map(|_| Vec::new()).collect();
        for (id, edge) in program.edges.iter() {
            if let Op::Call { callee, .. } = edge.op {
                callees[program.proc_of(edge.src)].push((id, callee));
                callers[callee].push(id);
            }
        }
        let callee = |proc: usize, n: usize| callees[ProcId::from_u32(proc as u32)].get(n).map(|(_, c)| c.index());
        let components: Vec<Vec<ProcId>> = strong_components(callees.len(), callee)
            .into_iter()
            .map(|component| component.into_iter().map(|proc| ProcId::from_u32(proc as u32)).collect())
            .collect();
        let mut recursive: PrimaryMap<ProcId, bool> = program.procs.keys().map(|_| false).collect();
        for component in &components {
            for &proc in component {
                recursive[proc] = component.len() > 1 || callees[proc].iter().any(|&(_, c)| c == proc);
            }
        }
        CallGraph { callees, callers, components, recursive }
    }

    /// The call edges of a procedure with the procedures they call, in order of edges.
    pub fn callees(&self, proc: ProcId) -> &[(EdgeId, ProcId)] {
        &self.callees[proc]
    }

    /// The edges that call a procedure.
    pub fn callers(&self, proc: ProcId) -> &[EdgeId] {
        &self.callers[proc]
    }

    /// Whether the procedure may, directly or not, call itself.
    pub fn is_recursive(&self, proc: ProcId) -> bool {
        self.recursive[proc]
    }

    /// The sets of procedures that call each other: callees before callers.
    pub fn bottom_up(&self) -> impl DoubleEndedIterator<Item = &[ProcId]> {
        self.components.iter().map(Vec::as_slice)
    }

    /// For each procedure, the globals that its execution may change, its callees' included; in ascending order.
    pub fn modified_globals(&self, program: &Program) -> PrimaryMap<ProcId, Vec<VarId>> {
        self.globals(program, &|op, add| op.target().into_iter().for_each(add))
    }

    /// For each procedure, the globals whose values its execution may read, its callees' included; in ascending order.
    pub fn read_globals(&self, program: &Program) -> PrimaryMap<ProcId, Vec<VarId>> {
        self.globals(program, &|op, add| op.for_each_expr(&mut |e: &Expr| e.for_each_var(add)))
    }

    fn globals(&self, program: &Program, touch: &Touch) -> PrimaryMap<ProcId, Vec<VarId>> {
        let mut sets: PrimaryMap<ProcId, Vec<VarId>> = program.procs.keys().map(|_| Vec::new()).collect();
        for edge in program.edges.values() {
            let set = &mut sets[program.proc_of(edge.src)];
            touch(&edge.op, &mut |v| {
                if program.vars[v].owner.is_none() {
                    set.push(v);
                }
            });
        }
        for component in &self.components {
            let mut all: Vec<VarId> = Vec::new();
            for &proc in component {
                all.append(&mut sets[proc]);
                let mut last = None;
                for &(_, callee) in self.callees[proc].iter().filter(|(_, c)| !component.contains(c)) {
                    if last.replace(callee) != Some(callee) {
                        all.extend_from_slice(&sets[callee]);
                    }
                }
                all.sort_unstable();
                all.dedup();
            }
            for &proc in component {
                sets[proc] = all.clone();
            }
        }
        sets
    }
}

/// Calls its argument for each variable that an operation touches.
type Touch<'a> = dyn Fn(&Op, &mut dyn FnMut(VarId)) + 'a;
