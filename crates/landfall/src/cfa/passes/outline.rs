//! Outlining, the reverse of inlining: loops of the entry procedure become procedures, so that what is kept of procedures is
//! kept of loops too.
//!
//! A loop becomes a procedure without parameters whose entry is its head, if it is entered at its head alone and left towards
//! one location alone, errors aside: the procedure gets its own copies of these. Loops inside it become procedures of their own.
//! Other loops stay as they are.
//!
//! Only the entry procedure is looked at, which is never called: it has one frame, so that its variables may become globals,
//! which all the new procedures share.

use std::collections::{BTreeMap, BTreeSet};

use super::super::graph::{Component, ComponentId, Loops};
use super::super::program::*;
use super::super::verify::debug_verify;
use super::Passed;
use super::mapping::{FrameId, Mapping};

/// The loop whose procedure a location belongs to; `None` for the entry procedure itself.
type Region = Option<ComponentId>;

/// What a loop becomes.
struct Outlined {
    proc: ProcId,
    exit: LocId,
    /// Where it is called.
    call: LocId,
    /// The location that it is left towards, and an edge that does so.
    target: LocId,
    leaving: EdgeId,
}

struct Outliner<'p> {
    old: &'p Program,
    loops: Loops,
    outlined: BTreeMap<ComponentId, Outlined>,
    /// The copies of errors.
    errors: BTreeMap<(Region, LocId), LocId>,
    program: Program,
    mapping: Mapping,
}

/// Makes procedures of the loops of the entry procedure.
pub fn outline_loops(program: &Program) -> Passed {
    let mut outliner = Outliner {
        old: program,
        loops: Loops::new(program),
        outlined: BTreeMap::new(),
        errors: BTreeMap::new(),
        program: program.clone(),
        mapping: Mapping::identity(program),
    };
    outliner.choose();
    if outliner.outlined.is_empty() {
        return Passed::unchanged(program.clone());
    }
    outliner.move_locations();
    outliner.redirect();
    outliner.share_variables();
    outliner.list_edges();
    debug_verify(&outliner.program, "outlining");
    Passed { program: outliner.program, mapping: outliner.mapping }
}

impl Outliner<'_> {
    /// Decides which loops become procedures, and declares them. Outer loops come first.
    fn choose(&mut self) {
        let all: Vec<(ComponentId, Component)> = self.loops.components().map(|(id, c)| (id, c.clone())).collect();
        for (id, component) in all.into_iter().filter(|(_, c)| c.proc == self.old.entry) {
            let Some((target, leaving)) = self.only_way_out(id, component.head) else { continue };
            let around = self.parent(id).map_or(self.old.entry, |outer| self.outlined[&outer].proc);
            let proc = self.program.procs.next_key();
            let exit = self.push_loc(component.head, proc);
            let call = self.push_loc(component.head, around);
            let span = self.old.locs[component.head].span;
            let name = format!("{}:loop{}", self.old.procs[self.old.entry].name, self.outlined.len() + 1).into();
            let entry = component.head;
            self.program.procs.push(Proc { name, params: Vec::new(), result: None, entry, exit, span });
            self.mapping.procs.push(self.old.entry);
            self.outlined.insert(id, Outlined { proc, exit, call, target, leaving });
        }
    }

    /// The only location outside of a loop that it leads to, errors aside, with an edge there; `None` also where the loop is
    /// entered elsewhere than at its head.
    fn only_way_out(&self, id: ComponentId, head: LocId) -> Option<(LocId, EdgeId)> {
        let body: BTreeSet<LocId> = self.loops.body(id).iter().copied().collect();
        let enters = |loc: LocId| self.old.incoming(loc).any(|(_, edge)| !body.contains(&edge.src));
        if head == self.old.procs[self.old.entry].entry || body.iter().any(|&loc| loc != head && enters(loc)) {
            return None;
        }
        let leaving = body.iter().flat_map(|&loc| self.old.outgoing(loc));
        let mut out = leaving.filter(|(_, edge)| !body.contains(&edge.dst) && self.old.locs[edge.dst].error.is_none());
        let (first, edge) = out.next()?;
        out.all(|(_, other)| other.dst == edge.dst).then_some((edge.dst, first))
    }

    fn parent(&self, id: ComponentId) -> Region {
        self.chosen(self.loops.component(id).parent)
    }

    fn region(&self, loc: LocId) -> Region {
        self.chosen(self.loops.innermost(loc))
    }

    /// The innermost loop that became a procedure, from one outwards.
    fn chosen(&self, mut at: Region) -> Region {
        while let Some(id) = at {
            if self.outlined.contains_key(&id) {
                return Some(id);
            }
            at = self.loops.component(id).parent;
        }
        None
    }

    fn proc_of(&self, region: Region) -> ProcId {
        region.map_or(self.old.entry, |id| self.outlined[&id].proc)
    }

    /// A new location that stems from an old one.
    fn push_loc(&mut self, old: LocId, proc: ProcId) -> LocId {
        self.mapping.locs.push(old);
        let Loc { error, span, .. } = &self.old.locs[old];
        self.program.locs.push(Loc { proc: Some(proc), error: error.clone(), span: *span, ..Loc::default() })
    }

    fn move_locations(&mut self) {
        for loc in self.old.locs.keys().filter(|&loc| self.old.proc_of(loc) == self.old.entry) {
            let proc = self.proc_of(self.region(loc));
            self.program.locs[loc].proc = Some(proc);
        }
    }

    /// Lets edges lead into procedures and out of them, and adds the calls.
    fn redirect(&mut self) {
        for (id, edge) in self.old.edges.iter().filter(|(_, edge)| self.old.proc_of(edge.src) == self.old.entry) {
            let dst = self.destination(self.region(edge.src), edge.dst);
            self.program.edges[id].dst = dst;
        }
        for id in self.outlined.keys().copied().collect::<Vec<_>>() {
            let Outlined { proc, call, target, leaving, .. } = self.outlined[&id];
            let dst = self.destination(self.parent(id), target);
            let span = self.old.locs[self.loops.component(id).head].span;
            let op = Op::Call { callee: proc, args: Vec::new(), result: None };
            self.program.edges.push(Edge { src: call, dst, op, span });
            self.mapping.push_edge(leaving, FrameId::ROOT);
        }
    }

    /// Where an edge leads in the new program that leads from a region to an old location.
    fn destination(&mut self, from: Region, dst: LocId) -> LocId {
        let home = self.region(dst);
        if self.old.locs[dst].error.is_some() && home != from {
            return match self.errors.get(&(from, dst)) {
                Some(&copy) => copy,
                None => {
                    let copy = self.push_loc(dst, self.proc_of(from));
                    self.errors.insert((from, dst), copy);
                    copy
                }
            };
        }
        let is_inside = |outer: ComponentId| from.is_some_and(|inner| self.loops.contains(outer, inner));
        let (home, place) = match home {
            Some(id) if self.loops.component(id).head == dst && !is_inside(id) => {
                (self.parent(id), self.outlined[&id].call)
            }
            _ => (home, dst),
        };
        match from {
            Some(id) if home != from => self.outlined[&id].exit,
            _ => place,
        }
    }

    /// The variables of the entry procedure become globals.
    fn share_variables(&mut self) {
        let entry = self.old.entry;
        for var in self.program.vars.values_mut().filter(|var| var.owner == Some(entry)) {
            var.owner = None;
            var.kind = VarKind::Global;
        }
        self.program.procs[entry].result = None;
    }

    fn list_edges(&mut self) {
        for loc in self.program.locs.values_mut() {
            loc.outgoing.clear();
            loc.incoming.clear();
        }
        for (id, edge) in self.program.edges.iter() {
            self.program.locs[edge.src].outgoing.push(id);
            self.program.locs[edge.dst].incoming.push(id);
        }
    }
}
