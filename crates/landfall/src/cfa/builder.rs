//! Builds programs: keeps adjacency in step and hands out typed indices.

use std::sync::Arc;

use cranelift_entity::PrimaryMap;

use super::expr::Type;
use super::memory::{ObjId, Object};
use super::program::*;
use crate::front::source::Span;

/// Collects the parts of a [`Program`]. Nothing is checked here: the verifier does that once, on the finished program.
#[derive(Debug)]
pub struct ProgramBuilder {
    procs: PrimaryMap<ProcId, Proc>,
    vars: PrimaryMap<VarId, Var>,
    locs: PrimaryMap<LocId, Loc>,
    edges: PrimaryMap<EdgeId, Edge>,
    objects: PrimaryMap<ObjId, Object>,
    semantics: Semantics,
    externs: Vec<Arc<str>>,
}

impl ProgramBuilder {
    pub fn new(semantics: Semantics) -> Self {
        ProgramBuilder {
            procs: PrimaryMap::new(),
            vars: PrimaryMap::new(),
            locs: PrimaryMap::new(),
            edges: PrimaryMap::new(),
            objects: PrimaryMap::new(),
            semantics,
            externs: Vec::new(),
        }
    }

    /// A new procedure with fresh entry and exit locations.
    pub fn proc(&mut self, name: &str, span: Option<Span>) -> ProcId {
        let proc = self.procs.next_key();
        let entry = self.loc(proc, span);
        let exit = self.loc(proc, span);
        self.procs.push(Proc { name: name.into(), params: Vec::new(), result: None, entry, exit, span })
    }

    pub fn proc_mut(&mut self, proc: ProcId) -> &mut Proc {
        &mut self.procs[proc]
    }

    pub fn proc_ref(&self, proc: ProcId) -> &Proc {
        &self.procs[proc]
    }

    pub fn var(&mut self, name: &str, ty: Type, kind: VarKind, owner: Option<ProcId>, span: Option<Span>) -> VarId {
        self.vars.push(Var { name: name.into(), ty, kind, owner, span })
    }

    pub fn object(&mut self, object: Object) -> ObjId {
        self.objects.push(object)
    }

    /// Forgets the objects: what they were is in variables now.
    pub fn drop_objects(&mut self) {
        self.objects.clear();
    }

    pub fn object_ref(&self, object: ObjId) -> &Object {
        &self.objects[object]
    }

    pub fn var_ref(&self, var: VarId) -> &Var {
        &self.vars[var]
    }

    pub fn loc(&mut self, proc: ProcId, span: Option<Span>) -> LocId {
        self.locs.push(Loc { proc: Some(proc), span, ..Loc::default() })
    }

    pub fn loc_mut(&mut self, loc: LocId) -> &mut Loc {
        &mut self.locs[loc]
    }

    pub fn loc_ref(&self, loc: LocId) -> &Loc {
        &self.locs[loc]
    }

    pub fn edge(&mut self, src: LocId, dst: LocId, op: Op, span: Option<Span>) -> EdgeId {
        let edge = self.edges.push(Edge { src, dst, op, span });
        self.locs[src].outgoing.push(edge);
        self.locs[dst].incoming.push(edge);
        edge
    }

    /// A fresh error location of `proc`.
    pub fn error_loc(&mut self, proc: ProcId, error: ErrorInfo) -> LocId {
        let loc = self.loc(proc, error.span);
        self.locs[loc].error = Some(error);
        loc
    }

    /// Notes that a function without a body is called. Names are kept once, in order of first mention.
    pub fn note_extern(&mut self, name: &Arc<str>) {
        if !self.externs.contains(name) {
            self.externs.push(name.clone());
        }
    }

    /// Takes over procedures, variables, locations and externs of a program, with their numbers, but no edges.
    pub fn copy_declarations(&mut self, program: &Program) {
        self.procs = program.procs.clone();
        self.vars = program.vars.clone();
        self.locs = program.locs.clone();
        for loc in self.locs.values_mut() {
            loc.outgoing.clear();
            loc.incoming.clear();
        }
        self.objects = program.objects.clone();
        self.externs = program.externs.clone();
    }

    pub fn finish(self, entry: ProcId) -> Program {
        Program {
            procs: self.procs,
            vars: self.vars,
            locs: self.locs,
            edges: self.edges,
            objects: self.objects,
            entry,
            semantics: self.semantics,
            externs: self.externs,
        }
    }
}
