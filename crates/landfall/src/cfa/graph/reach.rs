//! Reachability through calls, disregarding conditions.

use cranelift_entity::EntitySet;

use super::super::program::*;
use super::CallGraph;

/// The locations that a way from the program's entry reaches; a call goes on behind it only if its callee's exit is reached,
/// an unsupported edge never.
pub fn reachable_from_entry(program: &Program, calls: &CallGraph) -> EntitySet<LocId> {
    let mut search = Forward { reached: EntitySet::new(), work: Vec::new() };
    search.add(program.procs[program.entry].entry);
    while let Some(loc) = search.work.pop() {
        for (_, edge) in program.outgoing(loc) {
            match edge.op {
                Op::Unsupported(_) => {}
                Op::Call { callee, .. } => {
                    search.add(program.procs[callee].entry);
                    if search.reached.contains(program.procs[callee].exit) {
                        search.add(edge.dst);
                    }
                }
                _ => search.add(edge.dst),
            }
        }
        let proc = program.proc_of(loc);
        if program.procs[proc].exit == loc {
            for &call in calls.callers(proc) {
                if search.reached.contains(program.edges[call].src) {
                    search.add(program.edges[call].dst);
                }
            }
        }
    }
    search.reached
}

struct Forward {
    reached: EntitySet<LocId>,
    work: Vec<LocId>,
}

impl Forward {
    fn add(&mut self, loc: LocId) {
        if self.reached.insert(loc) {
            self.work.push(loc);
        }
    }
}

/// The locations from which some way, through calls and returns, leads to an error or an unsupported edge.
///
/// First the ways that end inside the procedure or its callees, then those that return to a caller which can get there.
pub fn can_reach_obligation(program: &Program, calls: &CallGraph) -> EntitySet<LocId> {
    let mut search = Backward { program, calls, alive: EntitySet::new(), work: Vec::new() };
    for obligation in program.obligations() {
        search.add(match obligation {
            Obligation::Error(loc) => loc,
            Obligation::Unsupported(edge) => program.edges[edge].src,
        });
    }
    search.run(true);
    // What can be reached behind a call makes the callee's exit worth reaching.
    for edge in program.edges.values() {
        if let Op::Call { callee, .. } = edge.op
            && search.alive.contains(edge.dst)
        {
            search.add(program.procs[callee].exit);
        }
    }
    search.run(false);
    search.alive
}

struct Backward<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    alive: EntitySet<LocId>,
    work: Vec<LocId>,
}

impl Backward<'_> {
    fn add(&mut self, loc: LocId) {
        if self.alive.insert(loc) {
            self.work.push(loc);
        }
    }

    /// Goes back along edges; in the first phase (`inside`), from a procedure's entry to its calls; in the second, from behind
    /// a call to the callee's exit.
    fn run(&mut self, inside: bool) {
        while let Some(loc) = self.work.pop() {
            for (_, edge) in self.program.incoming(loc) {
                self.add(edge.src);
                if let Op::Call { callee, .. } = edge.op
                    && !inside
                {
                    self.add(self.program.procs[callee].exit);
                }
            }
            let proc = self.program.proc_of(loc);
            if inside && self.program.procs[proc].entry == loc {
                for &call in self.calls.callers(proc) {
                    self.add(self.program.edges[call].src);
                }
            }
        }
    }
}
