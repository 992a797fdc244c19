//! The common end of most passes: a set of edges, over the indices of the old program, becomes a new program.

use std::sync::Arc;

use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};

use super::super::memory::{ObjId, Object};
use super::super::program::*;
use super::super::verify::debug_verify;
use super::Passed;
use super::mapping::{FrameId, Mapping};
use crate::front::source::Span;

/// An edge between old locations that stems from an old edge.
#[derive(Clone, Debug)]
pub(super) struct DraftEdge {
    pub src: LocId,
    pub dst: LocId,
    pub op: Op,
    pub span: Option<Span>,
    pub old: EdgeId,
}

impl DraftEdge {
    pub fn copy(old: EdgeId, edge: &Edge) -> DraftEdge {
        DraftEdge::with_op(old, edge, edge.op.clone())
    }

    /// The edge with another operation.
    pub fn with_op(old: EdgeId, edge: &Edge, op: Op) -> DraftEdge {
        DraftEdge { src: edge.src, dst: edge.dst, op, span: edge.span, old }
    }
}

/// The next program. Locations without edges, procedures that are not called and variables that are not mentioned disappear
/// from it by themselves; entries, exits, parameters and results stay.
pub(super) struct Draft<'p> {
    pub old: &'p Program,
    pub edges: Vec<DraftEdge>,
    /// Where a location takes its loop mark and span from, if not from itself.
    pub source_of: SecondaryMap<LocId, Option<LocId>>,
}

impl<'p> Draft<'p> {
    pub fn new(old: &'p Program) -> Self {
        Draft { old, edges: Vec::with_capacity(old.edges.len()), source_of: SecondaryMap::new() }
    }

    pub fn finish(self, maker: &str) -> Passed {
        let old = self.old;
        let procs = self.called_procs();
        let edges: Vec<DraftEdge> = self.edges.into_iter().filter(|e| procs.contains(old.proc_of(e.src))).collect();
        let mut locs: EntitySet<LocId> = EntitySet::new();
        let mut vars: EntitySet<VarId> = EntitySet::new();
        let mut objects: EntitySet<ObjId> = EntitySet::new();
        for edge in &edges {
            locs.insert(edge.src);
            locs.insert(edge.dst);
            edge.op.for_each_expr(&mut |e| e.for_each_var(&mut |v| _ = vars.insert(v)));
            edge.op.target().map(|v| vars.insert(v));
            edge.op.for_each_object(&mut |o| _ = objects.insert(o));
        }
        for (id, proc) in old.procs.iter().filter(|(id, _)| procs.contains(*id)) {
            locs.insert(proc.entry);
            locs.insert(proc.exit);
            old.procs[id].params.iter().chain(&proc.result).for_each(|&v| _ = vars.insert(v));
        }
        let mut renamer = Renamer::new(old, &procs, &locs, &vars, &objects, &self.source_of);
        for edge in edges {
            renamer.edge(edge);
        }
        let passed = renamer.finish();
        debug_verify(&passed.program, maker);
        passed
    }

    /// The procedures that the new edges still call from the entry.
    fn called_procs(&self) -> EntitySet<ProcId> {
        let mut callees: PrimaryMap<ProcId, Vec<ProcId>> = self.old.procs.keys().map(|_| Vec::new()).collect();
        for edge in &self.edges {
            if let Op::Call { callee, .. } = edge.op {
                callees[self.old.proc_of(edge.src)].push(callee);
            }
        }
        let mut called = EntitySet::new();
        called.insert(self.old.entry);
        let mut work = vec![self.old.entry];
        while let Some(proc) = work.pop() {
            for &callee in &callees[proc] {
                if called.insert(callee) {
                    work.push(callee);
                }
            }
        }
        called
    }
}

/// Moves entities over in the order of their old indices.
struct Renamer {
    program: Program,
    mapping: Mapping,
    loc_of: SecondaryMap<LocId, Option<LocId>>,
    var_of: SecondaryMap<VarId, Option<VarId>>,
    proc_of: SecondaryMap<ProcId, Option<ProcId>>,
    object_of: SecondaryMap<ObjId, Option<ObjId>>,
}

impl Renamer {
    fn new(
        old: &Program,
        procs: &EntitySet<ProcId>,
        locs: &EntitySet<LocId>,
        vars: &EntitySet<VarId>,
        objects: &EntitySet<ObjId>,
        source_of: &SecondaryMap<LocId, Option<LocId>>,
    ) -> Renamer {
        let mut mapping = Mapping::empty();
        mapping.procs.extend(old.procs.keys().filter(|&p| procs.contains(p)));
        mapping.locs.extend(old.locs.keys().filter(|&l| locs.contains(l)));
        let kept_vars: PrimaryMap<VarId, VarId> = old.vars.keys().filter(|&v| vars.contains(v)).collect();
        let kept_objects: PrimaryMap<ObjId, ObjId> = old.objects.keys().filter(|&o| objects.contains(o)).collect();
        let object_of = super::mapping::invert(&kept_objects);
        let (loc_of, var_of) = (super::mapping::invert(&mapping.locs), super::mapping::invert(&kept_vars));
        let proc_of = super::mapping::invert(&mapping.procs);
        let kept = |p: ProcId| proc_of[p].expect("the procedure was kept");
        let new_locs = mapping.locs.values().map(|&l| {
            let (loc, source) = (&old.locs[l], &old.locs[source_of[l].unwrap_or(l)]);
            Loc {
                proc: loc.proc.map(kept),
                error: loc.error.clone(),
                span: source.span,
                is_loop: source.is_loop,
                ..Loc::default()
            }
        });
        let new_vars = kept_vars.values().map(|&v| Var { owner: old.vars[v].owner.map(kept), ..old.vars[v].clone() });
        let kept_var = |v: VarId| var_of[v].expect("the variable was kept");
        let kept_loc = |l: LocId| loc_of[l].expect("the location was kept");
        let new_procs = mapping.procs.values().map(|&p| {
            let proc = &old.procs[p];
            Proc {
                name: Arc::clone(&proc.name),
                params: proc.params.iter().map(|&v| kept_var(v)).collect(),
                result: proc.result.map(kept_var),
                entry: kept_loc(proc.entry),
                exit: kept_loc(proc.exit),
                span: proc.span,
            }
        });
        let program = Program {
            procs: new_procs.collect(),
            vars: new_vars.collect(),
            locs: new_locs.collect(),
            edges: PrimaryMap::new(),
            objects: kept_objects
                .values()
                .map(|&o| Object { owner: old.objects[o].owner.map(kept), ..old.objects[o].clone() })
                .collect(),
            entry: kept(old.entry),
            semantics: old.semantics,
            externs: old.externs.clone(),
        };
        Renamer { program, mapping, loc_of, var_of, proc_of, object_of }
    }

    fn var(&self, var: VarId) -> VarId {
        self.var_of[var].expect("every mentioned variable was kept")
    }

    fn object(&self, object: ObjId) -> ObjId {
        self.object_of[object].expect("every mentioned object was kept")
    }

    fn loc(&self, loc: LocId) -> LocId {
        self.loc_of[loc].expect("the ends of edges were kept")
    }

    fn edge(&mut self, edge: DraftEdge) {
        let mut op = edge.op;
        let object = |o| self.object(o);
        let has_objects = !self.program.objects.is_empty();
        op.rename(&|v| self.var(v), if has_objects { Some(&object) } else { None });
        if let Op::Call { callee, .. } = &mut op {
            *callee = self.proc_of[*callee].expect("a called procedure was kept");
        }
        let (src, dst) = (self.loc(edge.src), self.loc(edge.dst));
        let id = self.program.edges.push(Edge { src, dst, op, span: edge.span });
        self.program.locs[src].outgoing.push(id);
        self.program.locs[dst].incoming.push(id);
        self.mapping.push_edge(edge.old, FrameId::ROOT);
    }

    fn finish(self) -> Passed {
        Passed { program: self.program, mapping: self.mapping }
    }
}
