//! Which steps of an execution its error depends on: a dynamic slice (Korel and Laski, 1988). Backwards from the error, a step matters if it
//! gives a variable or bytes of memory a value that something after it needs, and a branch if it speaks of such a value.
//! Other branches are left out: the slice says where values come from, and the whole story says the rest.

use std::collections::BTreeSet;

use landfall::cfa::memory::MemoryOp;
use landfall::cfa::{Edge, Expr, MemoryExpr, Op, Program, VarId};
use landfall::exec::{Machine, State};
use landfall::verdict::Execution;

/// Longer executions are not sliced.
const MOST_EDGES: usize = 300_000;
/// Bytes of one access that are told apart.
const MOST_BYTES: i64 = 4096;

/// Something that has a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// A variable of the frame at this depth; globals are at 0.
    Var(VarId, usize),
    Byte(i64),
}

/// What a step does.
#[derive(Default)]
struct Effect {
    sets: Vec<Place>,
    needs: Vec<Place>,
    branches: bool,
}

/// For each edge of the path whether the error depends on it.
pub fn relevant(machine: &Machine<'_>, program: &Program, execution: &Execution) -> Vec<bool> {
    let mut marks = vec![false; execution.path.len()];
    if execution.path.len() > MOST_EDGES {
        return marks;
    }
    let effects = effects(machine, program, execution);
    let mut needed: BTreeSet<Place> = BTreeSet::new();
    let mut begun = false;
    for (at, effect) in effects.iter().enumerate().rev() {
        let sets = effect.sets.iter().any(|place| needed.contains(place));
        let speaks = effect.branches && effect.needs.iter().any(|place| needed.contains(place));
        // The error itself, or what is nearest to it that depends on anything.
        let begins = !begun && !effect.needs.is_empty();
        begun |= begins;
        if sets {
            effect.sets.iter().for_each(|place| _ = needed.remove(place));
        }
        if sets || speaks || begins {
            marks[at] = true;
            needed.extend(&effect.needs);
        }
    }
    marks
}

fn effects(machine: &Machine<'_>, program: &Program, execution: &Execution) -> Vec<Effect> {
    let mut state = machine.initial();
    let mut inputs = execution.inputs.iter().map(|input| input.value);
    let mut effects = Vec::with_capacity(execution.path.len());
    for &id in &execution.path {
        let edge = &program.edges[id];
        let caller = state.calls().last();
        let depth = state.depth();
        let mut effect = Looker { machine, program, state: &state }.effect(edge);
        if machine.step_reading(&mut state, id, |_| inputs.next()).is_err() {
            break;
        }
        if state.depth() < depth
            && let Some(Op::Call { callee, result: Some(to), .. }) = caller.map(|call| &program.edges[call].op)
        {
            effect.sets.push(var(program, *to, state.depth()));
            effect.needs.extend(program.procs[*callee].result.map(|result| var(program, result, depth)));
        }
        effects.push(effect);
    }
    effects
}

fn var(program: &Program, id: VarId, depth: usize) -> Place {
    Place::Var(id, if program.vars[id].owner.is_some() { depth } else { 0 })
}

/// Looks at an edge that is about to be taken.
struct Looker<'a> {
    machine: &'a Machine<'a>,
    program: &'a Program,
    state: &'a State,
}

impl Looker<'_> {
    fn effect(&self, edge: &Edge) -> Effect {
        let mut effect = Effect { branches: matches!(edge.op, Op::Assume(_)), ..Effect::default() };
        edge.op.for_each_expr(&mut |e| self.needs(e, &mut effect.needs));
        let depth = self.state.depth();
        if let Op::Call { callee, .. } = &edge.op {
            effect.sets.extend(self.program.procs[*callee].params.iter().map(|p| var(self.program, *p, depth + 1)));
        } else {
            effect.sets.extend(edge.op.target().map(|target| var(self.program, target, depth)));
        }
        match &edge.op {
            Op::Memory(MemoryOp::Write { at, cell, .. }) => {
                effect.sets.extend(self.bytes(at, i64::from(cell.size())));
            }
            Op::Memory(MemoryOp::Copy { to, from, size }) => {
                let size = self.number(size).unwrap_or(0);
                effect.needs.extend(self.bytes(from, size));
                effect.sets.extend(self.bytes(to, size));
            }
            Op::Memory(MemoryOp::Fill { at, size, .. } | MemoryOp::Havoc { at, size, .. }) => {
                effect.sets.extend(self.bytes(at, self.number(size).unwrap_or(0)));
            }
            _ => {}
        }
        effect
    }

    fn needs(&self, e: &Expr, needs: &mut Vec<Place>) {
        e.for_each_var(&mut |id| needs.push(var(self.program, id, self.state.depth())));
        e.for_each_memory(&mut |op, operands| {
            if let (MemoryExpr::Load(cell), [at, ..]) = (op, operands) {
                needs.extend(self.bytes(at, i64::from(cell.size())));
            }
        });
    }

    fn number(&self, e: &Expr) -> Option<i64> {
        i64::try_from(self.machine.eval(e, self.state).ok()?).ok()
    }

    fn bytes(&self, at: &Expr, size: i64) -> impl Iterator<Item = Place> + use<> {
        let from = self.number(at);
        let size = size.clamp(0, MOST_BYTES);
        from.into_iter().flat_map(move |from| (0..size).map(move |byte| Place::Byte(from.wrapping_add(byte))))
    }
}
