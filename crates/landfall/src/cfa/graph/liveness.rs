//! Live variables: those whose value at a location some way from there may still read.
//!
//! Every operand of an expression counts as read, whether its result matters or not, and so do the arguments of calls. A call
//! reads what its callee and the procedures below may read of the globals and overwrites its result only. At a procedure's exit
//! its result and, unless it is the entry procedure, the globals that anything reads are live. Error locations read nothing.
//!
//! Computed one variable at a time, backwards from its reads, so that the time is the sum of the live ranges.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};

use super::super::program::*;
use super::CallGraph;

/// The live variables of every location.
#[derive(Clone, Debug)]
pub struct Liveness {
    live: SecondaryMap<LocId, Vec<VarId>>,
}

impl Liveness {
    pub fn new(program: &Program, calls: &CallGraph) -> Liveness {
        let uses = Uses::new(program, calls);
        let ways = Ways::new(program);
        let mut live: SecondaryMap<LocId, Vec<VarId>> = SecondaryMap::with_capacity(program.locs.len());
        let mut work: Vec<LocId> = Vec::new();
        for var in program.vars.keys() {
            // Variables come in order, so that a location's list is sorted and its last entry says whether it has this one.
            let mut add = |loc: LocId, work: &mut Vec<LocId>| {
                let list = &mut live[loc];
                if list.last() != Some(&var) {
                    list.push(var);
                    work.push(loc);
                }
            };
            for &loc in &uses.read_at[var] {
                add(loc, &mut work);
            }
            while let Some(loc) = work.pop() {
                for &(before, overwritten) in ways.leading_to(loc) {
                    if overwritten != var.into() {
                        add(before, &mut work);
                    }
                }
            }
        }
        Liveness { live }
    }

    /// The variables that are live at `loc`, in ascending order.
    pub fn at(&self, loc: LocId) -> &[VarId] {
        &self.live[loc]
    }

    pub fn is_live(&self, loc: LocId, var: VarId) -> bool {
        self.live[loc].binary_search(&var).is_ok()
    }
}

/// The edges that write a variable that is live behind them. The same as asking [`Liveness`], without a list for every location.
pub fn live_writes(program: &Program, calls: &CallGraph) -> EntitySet<EdgeId> {
    let uses = Uses::new(program, calls);
    let ways = Ways::new(program);
    let mut writers: PrimaryMap<VarId, Vec<EdgeId>> = program.vars.keys().map(|_| Vec::new()).collect();
    for (id, edge) in program.edges.iter() {
        if let Some(var) = edge.op.target() {
            writers[var].push(id);
        }
    }
    let mut found = EntitySet::new();
    // The last variable that was seen to be live.
    let mut seen: PrimaryMap<LocId, PackedOption<VarId>> = program.locs.keys().map(|_| None.into()).collect();
    let mut work: Vec<LocId> = Vec::new();
    for (var, writers) in writers.iter().filter(|(_, writers)| !writers.is_empty()) {
        let mut see = |loc: LocId, work: &mut Vec<LocId>| {
            if seen[loc] != var.into() {
                seen[loc] = var.into();
                work.push(loc);
            }
        };
        uses.read_at[var].iter().for_each(|loc| see(*loc, &mut work));
        while let Some(loc) = work.pop() {
            for &(before, overwritten) in ways.leading_to(loc) {
                if overwritten != var.into() {
                    see(before, &mut work);
                }
            }
        }
        found.extend(writers.iter().copied().filter(|&id| seen[program.edges[id].dst] == var.into()));
    }
    found
}

/// Edges backwards, close together in memory: where each begins, and the variable that it overwrites.
struct Ways {
    all: Vec<(LocId, PackedOption<VarId>)>,
    /// By location: which of them lead there.
    ranges: SecondaryMap<LocId, (u32, u32)>,
}

impl Ways {
    fn new(program: &Program) -> Ways {
        let mut ways = Ways { all: Vec::with_capacity(program.edges.len()), ranges: SecondaryMap::new() };
        for loc in program.locs.keys() {
            let start = ways.all.len() as u32;
            let overwritten = |op: &Op| op.target().filter(|&var| op.overwrites(var));
            ways.all.extend(program.incoming(loc).map(|(_, edge)| (edge.src, overwritten(&edge.op).into())));
            ways.ranges[loc] = (start, ways.all.len() as u32);
        }
        ways
    }

    fn leading_to(&self, loc: LocId) -> &[(LocId, PackedOption<VarId>)] {
        let (start, end) = self.ranges[loc];
        &self.all[start as usize..end as usize]
    }
}

/// Where each variable is read: the sources of reading edges, and exits.
struct Uses {
    read_at: PrimaryMap<VarId, Vec<LocId>>,
}

impl Uses {
    fn new(program: &Program, calls: &CallGraph) -> Uses {
        let mut read_at: PrimaryMap<VarId, Vec<LocId>> = program.vars.keys().map(|_| Vec::new()).collect();
        let read_globals = calls.read_globals(program);
        for edge in program.edges.values() {
            edge.op.for_each_expr(&mut |e| e.for_each_var(&mut |v| read_at[v].push(edge.src)));
            if let Op::Call { callee, .. } = edge.op {
                for &v in &read_globals[callee] {
                    read_at[v].push(edge.src);
                }
            }
        }
        let globals = program.vars.iter().filter(|&(v, info)| info.owner.is_none() && !read_at[v].is_empty());
        let globals: Vec<VarId> = globals.map(|(v, _)| v).collect();
        for (id, proc) in program.procs.iter() {
            if let Some(result) = proc.result {
                read_at[result].push(proc.exit);
            }
            if id != program.entry {
                for &global in &globals {
                    read_at[global].push(proc.exit);
                }
            }
        }
        Uses { read_at }
    }
}
