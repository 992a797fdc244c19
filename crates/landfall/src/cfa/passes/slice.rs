//! Slicing to the property: what no error and no unsupported edge depends on is dropped.
//!
//! A variable is relevant if its value may decide whether an obligation is reached; a location is relevant if something
//! relevant happens there or its branches decide about something relevant. Dependence is found backwards from the obligations
//! along assignments (stores into dead variables excepted) and along control dependence by postdominators, after J. Ferrante,
//! K. Ottenstein and J. Warren, *The program dependence graph and its use in optimization* (1987). A location at which an
//! execution may get stuck because no condition holds, as behind `__VERIFIER_assume`, is always relevant.
//! A relevant variable is so everywhere; inlining gives each call its own variables, which makes this precise enough.
//!
//! Whether a loop is left counts as a decision about everything behind it.
//!
//! **Executions are added, never lost**: a dropped operation might have been undefined, a dropped recursion endless.
//! So a proof for the slice is one for the program, and a counterexample counts only after it was replayed on the
//! original. The havoc edges that are dropped get made-up values then; see [`super::Mapping::replay`].

use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};

use super::super::expr::Expr;
use super::super::graph::{CallGraph, ControlTree, Loops, Members, live_writes, may_block, postdominators};
use super::super::program::*;
use super::Passed;
use super::draft::{Draft, DraftEdge};

/// Drops what the obligations do not depend on. Dead code should be removed before, and afterwards again.
pub fn slice(program: &Program) -> Passed {
    let calls = CallGraph::new(program);
    let tree = postdominators(program, &Members::new(program), &calls, &Loops::new(program));
    let mut slicer = Slicer::new(program, &calls, &tree);
    slicer.seed();
    slicer.run();
    slicer.finish()
}

enum Work {
    Var(VarId),
    Loc(LocId),
}

struct Slicer<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    tree: &'a ControlTree,
    /// The edges that write a variable which is read later.
    live: EntitySet<EdgeId>,
    /// The locations whose branches decide whether a location is reached.
    deciders: SecondaryMap<LocId, Vec<LocId>>,
    /// The edges that change a variable and are not dead stores.
    writers: PrimaryMap<VarId, Vec<EdgeId>>,
    vars: EntitySet<VarId>,
    locs: EntitySet<LocId>,
    /// Locations all of whose outgoing edges stay as they are.
    branches: EntitySet<LocId>,
    edges: EntitySet<EdgeId>,
    procs: EntitySet<ProcId>,
    work: Vec<Work>,
}

impl<'a> Slicer<'a> {
    fn new(program: &'a Program, calls: &'a CallGraph, tree: &'a ControlTree) -> Self {
        let live = live_writes(program, calls);
        let mut writers: PrimaryMap<VarId, Vec<EdgeId>> = program.vars.keys().map(|_| Vec::new()).collect();
        for (id, edge) in program.edges.iter() {
            if let Some(var) = edge.op.target()
                && live.contains(id)
            {
                writers[var].push(id);
            }
        }
        Slicer {
            program,
            calls,
            tree,
            live,
            deciders: deciders(program, tree),
            writers,
            vars: EntitySet::new(),
            locs: EntitySet::new(),
            branches: EntitySet::new(),
            edges: EntitySet::new(),
            procs: EntitySet::new(),
            work: Vec::new(),
        }
    }

    fn seed(&mut self) {
        let program = self.program;
        for (id, loc) in program.locs.iter() {
            let unsupported = loc.outgoing.iter().any(|&e| matches!(program.edges[e].op, Op::Unsupported(_)));
            if loc.error.is_some() || unsupported {
                self.add_loc(id);
            }
            // Where ways part for good there is no location to go on from, so that the branch has to stay.
            let parts = loc.outgoing.len() > 1 && self.tree.immediate(id).is_none();
            if unsupported || parts || may_block(program, id) {
                self.add_branch(id);
            }
        }
    }

    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Var(var) => self.close_var(var),
                Work::Loc(loc) => self.close_loc(loc),
            }
        }
    }

    fn add_var(&mut self, var: VarId) {
        if self.vars.insert(var) {
            self.work.push(Work::Var(var));
        }
    }

    fn add_loc(&mut self, loc: LocId) {
        if self.locs.insert(loc) {
            self.work.push(Work::Loc(loc));
        }
    }

    fn add_vars_of(&mut self, expr: &Expr) {
        expr.for_each_var(&mut |v| self.add_var(v));
    }

    /// What decides here is relevant: the conditions, and whether calls return.
    fn add_branch(&mut self, loc: LocId) {
        if !self.branches.insert(loc) {
            return;
        }
        self.add_loc(loc);
        let program = self.program;
        for (id, edge) in program.outgoing(loc) {
            match &edge.op {
                Op::Assume(condition) => {
                    self.edges.insert(id);
                    self.add_vars_of(condition);
                }
                Op::Call { callee, .. } => {
                    self.add_edge(id);
                    self.add_loc(program.procs[*callee].exit);
                }
                Op::Skip | Op::Assign(..) | Op::Havoc(..) | Op::Store(..) | Op::Memory(_) | Op::Unsupported(_) => {}
            }
        }
    }

    /// An edge whose effect is relevant.
    fn add_edge(&mut self, id: EdgeId) {
        if !self.edges.insert(id) {
            return;
        }
        let program = self.program;
        let edge = &program.edges[id];
        self.add_loc(edge.src);
        if program.locs[edge.src].outgoing.len() > 1 {
            // Which edge is taken decides whether this one is.
            self.add_branch(edge.src);
        }
        match &edge.op {
            Op::Assume(e) | Op::Assign(_, e) => self.add_vars_of(e),
            Op::Store(_, index, value) => index.iter().chain([value]).for_each(|e| self.add_vars_of(e)),
            Op::Call { callee, args, .. } => {
                for (&param, arg) in program.procs[*callee].params.iter().zip(args) {
                    if self.vars.contains(param) {
                        self.add_vars_of(arg);
                    }
                }
            }
            Op::Memory(op) => op.for_each_expr(&mut |e| self.add_vars_of(e)),
            Op::Skip | Op::Havoc(..) | Op::Unsupported(_) => {}
        }
    }

    fn close_var(&mut self, var: VarId) {
        let program = self.program;
        for id in std::mem::take(&mut self.writers[var]) {
            self.add_edge(id);
            if let Op::Call { callee, .. } = program.edges[id].op {
                let result = program.procs[callee].result.expect("a call that gives a result has one");
                self.add_var(result);
                self.add_loc(program.procs[callee].exit);
            }
        }
        let Var { kind: VarKind::Param, owner: Some(owner), .. } = program.vars[var] else { return };
        let place = program.procs[owner].params.iter().position(|&p| p == var).expect("it is a parameter");
        for &call in self.calls.callers(owner) {
            if self.edges.contains(call)
                && let Op::Call { args, .. } = &program.edges[call].op
            {
                self.add_vars_of(&args[place]);
            }
        }
    }

    fn close_loc(&mut self, loc: LocId) {
        for decider in std::mem::take(&mut self.deciders[loc]) {
            self.add_branch(decider);
        }
        let proc = self.program.proc_of(loc);
        if self.procs.insert(proc) {
            for &call in self.calls.callers(proc) {
                self.add_edge(call);
            }
        }
    }

    fn finish(self) -> Passed {
        let program = self.program;
        let mut draft = Draft::new(program);
        for (id, loc) in program.locs.iter() {
            if loc.outgoing.len() > 1 && !self.branches.contains(id) {
                // Nothing relevant happens before the ways meet again.
                let meet = self.tree.immediate(id).expect("branches that part for good are relevant");
                let (old, span) = (loc.outgoing[0], program.edges[loc.outgoing[0]].span);
                draft.edges.push(DraftEdge { src: id, dst: meet, op: Op::Skip, span, old });
                continue;
            }
            for (old, edge) in program.outgoing(id) {
                draft.edges.push(DraftEdge::with_op(old, edge, self.sliced(old, edge)));
            }
        }
        // In the order of the old edges, as far as they are left.
        draft.edges.sort_by_key(|e| e.old);
        draft.finish("slicing")
    }

    fn sliced(&self, id: EdgeId, edge: &Edge) -> Op {
        match &edge.op {
            Op::Assume(_) if self.edges.contains(id) => edge.op.clone(),
            Op::Unsupported(_) => edge.op.clone(),
            Op::Assign(..) | Op::Havoc(..) | Op::Store(..) if self.edges.contains(id) => edge.op.clone(),
            Op::Call { callee, args, result } if self.edges.contains(id) => {
                let params = self.program.procs[*callee].params.iter().zip(args);
                let args = params.map(|(&param, arg)| {
                    let ty = self.program.vars[param].ty.scalar();
                    // The callee does not look at it.
                    if self.vars.contains(param) { arg.clone() } else { Expr::Int(0, ty) }
                });
                let wanted = |v: &VarId| self.vars.contains(*v) && self.live.contains(id);
                Op::Call { callee: *callee, args: args.collect(), result: result.filter(wanted) }
            }
            _ => Op::Skip,
        }
    }
}

/// For each location, those on which it is control dependent: one of their edges leads to it for sure, another may avoid it.
fn deciders(program: &Program, tree: &ControlTree) -> SecondaryMap<LocId, Vec<LocId>> {
    let mut deciders: SecondaryMap<LocId, Vec<LocId>> = SecondaryMap::with_capacity(program.locs.len());
    for (id, loc) in program.locs.iter() {
        let stop = tree.immediate(id);
        // With one edge and a postdominator behind it nothing is decided; without one, whether execution goes on is.
        if loc.outgoing.len() < 2 && stop.is_some() {
            continue;
        }
        for (_, edge) in program.outgoing(id) {
            let mut at = Some(edge.dst);
            while let Some(dependent) = at
                && at != stop
            {
                let list = &mut deciders[dependent];
                if list.last() != Some(&id) {
                    list.push(id);
                }
                at = tree.immediate(dependent);
            }
        }
    }
    deciders
}

#[cfg(test)]
mod tests {
    use super::super::tests::{edges, read};
    use super::super::{contract_skips, remove_dead};
    use super::*;

    fn sliced(text: &str) -> Vec<String> {
        let passed = Passed::unchanged(read(text)).then(slice).then(remove_dead).then(contract_skips);
        edges(&passed.program)
    }

    #[test]
    fn irrelevant_variables_go_and_the_exits_of_loops_stay() {
        let text = "proc main() entry l0 exit l1 { local x: i32; local y: i32; local i: i32; local dead: i32;
            l0 -> l2: x = 1; l2 -> l3: i = 0; l3 -> l4: assume i < 9; l4 -> l5: i = i + 1; l5 -> l6: y = y + i;
            l6 -> l3: havoc dead input \"n\";
            l3 -> l7: assume 9 <= i; l7 -> l8: assume x == 0; loc l8 error label \"E\"; l7 -> l1: assume x != 0; }";
        assert_eq!(
            sliced(text),
            [
                "l0 -> l2: x = 1",
                "l2 -> l3: i = 0",
                "l3 -> l4: assume i < 9",
                "l4 -> l3: i = i + 1",
                "l3 -> l5: assume 9 <= i",
                "l5 -> l6: assume x == 0",
            ]
        );
    }

    #[test]
    fn deciding_loops_and_assumptions_stay() {
        let text = "proc main() entry l0 exit l1 { local x: i32; local i: i32; local z: i32; local w: i32;
            l0 -> l2: havoc z input \"n\"; l2 -> l3: assume 5 < z; l3 -> l4: w = z;
            l4 -> l5: assume i < 9; l5 -> l6: i = i + 1; l6 -> l4: x = x + 2;
            l4 -> l7: assume 9 <= i; l7 -> l8: assume x == 5; loc l8 error label \"E\"; l7 -> l1: assume x != 5; }";
        assert_eq!(
            sliced(text),
            [
                "l0 -> l2: havoc z input \"n\"",
                "l2 -> l3: assume 5 < z",
                "l3 -> l4: assume i < 9",
                "l4 -> l5: i = i + 1",
                "l5 -> l3: x = x + 2",
                "l3 -> l6: assume 9 <= i",
                "l6 -> l7: assume x == 5",
            ]
        );
    }

    #[test]
    fn dead_stores_go() {
        let text = "proc main() entry l0 exit l1 { local x: i32; local y: i32;
            l0 -> l2: x = y; l2 -> l3: x = 2; l3 -> l4: assume x == 5; loc l4 error label \"E\"; }";
        assert_eq!(sliced(text), ["l0 -> l2: x = 2", "l2 -> l3: assume x == 5"]);
    }

    #[test]
    fn calls_stay_where_they_matter() {
        let text = "entry main; global g: i32; global h: i32;
            proc main() entry l0 exit l1 { local a: i32; local b: i32;
                l0 -> l2: a = call f(3, g); l2 -> l3: b = call count(7); l3 -> l4: assume a == 1;
                loc l4 error label \"E\"; }
            proc f(n: i32, m: i32) -> n entry l5 exit l6 { l5 -> l6: n = call f(n - 1, m + 1); l5 -> l6: h = m; }
            proc count(k: i32) -> k entry l7 exit l8 { l7 -> l8: k = call count(k); l7 -> l8: skip; }";
        assert_eq!(
            sliced(text),
            [
                "l0 -> l2: a = call f(3, 0)",
                "l2 -> l3: assume a == 1",
                "l4 -> l5: n = call f(n - 1, 0)",
                "l4 -> l5: skip",
            ]
        );
    }
}
