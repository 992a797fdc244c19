//! Who calls whom, which procedures are recursive, and which globals a call may touch.

use cranelift_entity::PrimaryMap;

use super::super::expr::Expr;
use super::super::program::*;

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
        let components = components(&callees);
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

/// Tarjan's algorithm on an explicit stack: strongly connected sets, callees first.
fn components(callees: &PrimaryMap<ProcId, Vec<(EdgeId, ProcId)>>) -> Vec<Vec<ProcId>> {
    const UNSEEN: u32 = u32::MAX;
    let mut number: PrimaryMap<ProcId, u32> = callees.keys().map(|_| UNSEEN).collect();
    let mut low = number.clone();
    let mut finished: PrimaryMap<ProcId, bool> = callees.keys().map(|_| false).collect();
    let (mut next, mut path, mut found) = (0, Vec::new(), Vec::new());
    for root in callees.keys() {
        if number[root] != UNSEEN {
            continue;
        }
        let mut stack = vec![(root, 0usize)];
        while let Some((proc, followed)) = stack.last_mut() {
            let proc = *proc;
            if number[proc] == UNSEEN {
                number[proc] = next;
                low[proc] = next;
                next += 1;
                path.push(proc);
            }
            if let Some(&(_, callee)) = callees[proc].get(*followed) {
                *followed += 1;
                if number[callee] == UNSEEN {
                    stack.push((callee, 0));
                } else if !finished[callee] {
                    low[proc] = low[proc].min(number[callee]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(above, _)) = stack.last() {
                low[above] = low[above].min(low[proc]);
            }
            if low[proc] == number[proc] {
                let start = path.iter().rposition(|&p| p == proc).expect("a root is on the path");
                let mut component = path.split_off(start);
                for &member in &component {
                    finished[member] = true;
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}
