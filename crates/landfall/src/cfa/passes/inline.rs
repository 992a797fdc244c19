//! Inlining: the bodies of procedures that are not recursive replace their calls.
//!
//! Calls inside recursive sets of procedures, and calls of those, stay. Each inlined body gets its own copy of the callee's
//! variables (kind `Local`, name and span kept) and of its locations, errors included. A copied variable keeps the value of the
//! last time, where a new frame's is arbitrary: those that the callee may read before writing them are made arbitrary again
//! on entry.
//!
//! Recursive calls may be unfolded instead, to a depth: a deeper one is then code that is not modelled, so that a proof has to show
//! that nobody comes to it.
//!
//! If the result would be larger than the limit, the procedures that would contribute most are left as they are. Those without
//! loops may have a limit of their own: who makes one formula of everything between two loops gains nothing from their calls.

use std::collections::BTreeMap;
use std::rc::Rc;

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::super::expr::Expr;
use super::super::graph::{CallGraph, Liveness, Loops, Members};
use super::super::memory::{ObjId, Object};
use super::super::program::*;
use super::super::verify::debug_verify;
use super::Passed;
use super::mapping::{FrameId, Mapping};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineOptions {
    /// The number of edges of the result from which on procedures with loops, their own or of callees, stay.
    pub max_edges: usize,
    /// The largest number of edges that the result may have: from here on the others stay too.
    pub max_edges_without_loops: usize,
    /// How many frames of a recursive procedure there may be at once; without, calls of these stay.
    pub unfold: Option<u32>,
}

/// What stands for a recursive call that is deeper than it is unfolded.
pub const TOO_DEEP: &str = "a recursive call, deeper than calls are unfolded";

impl InlineOptions {
    /// One limit for all.
    pub fn up_to(max_edges: usize) -> Self {
        InlineOptions { max_edges, max_edges_without_loops: max_edges, unfold: None }
    }

    /// No call stays: recursive procedures have at most so many frames, and the result about that many edges.
    pub fn unfolding(frames: u32, max_edges: usize) -> Self {
        InlineOptions { unfold: Some(frames), ..InlineOptions::up_to(max_edges) }
    }
}

impl Default for InlineOptions {
    fn default() -> Self {
        InlineOptions::up_to(300_000)
    }
}

/// Inlines every call of a procedure that is not recursive, as far as the limit allows, and recursive ones to the depth asked for.
pub fn inline(program: &Program, options: &InlineOptions) -> Passed {
    let calls = CallGraph::new(program);
    let members = Members::new(program);
    let stays = procs_that_stay(program, &calls, &members, options);
    let mut inliner = Inliner::new(program, &members, &stays, options);
    inliner.stale = stale_locals(program, &calls, &members, &stays);
    inliner.run();
    let passed = Passed { program: inliner.program, mapping: inliner.mapping };
    debug_verify(&passed.program, "inlining");
    passed
}

/// The procedures whose calls stay calls: the recursive ones, and as many of the largest as it takes to keep the limit.
fn procs_that_stay(
    program: &Program,
    calls: &CallGraph,
    members: &Members,
    options: &InlineOptions,
) -> PrimaryMap<ProcId, bool> {
    if options.unfold.is_some() {
        return program.procs.keys().map(|p| p == program.entry).collect();
    }
    let with_loops = procs_with_loops(program, calls);
    let mut stays: PrimaryMap<ProcId, bool> =
        program.procs.keys().map(|p| p == program.entry || calls.is_recursive(p)).collect();
    loop {
        let sizes = Sizes::new(calls, members, &stays);
        let total = stays.iter().filter(|(_, s)| **s).fold(0f64, |sum, (p, _)| sum + sizes.flat[p]);
        if total <= options.max_edges as f64 {
            return stays;
        }
        let too_large = total > options.max_edges_without_loops as f64;
        let saving = |p: ProcId| (sizes.copies[p] - 1.0) * sizes.flat[p];
        let may_stay = |p: ProcId| !stays[p] && sizes.copies[p] > 1.0 && (too_large || with_loops[p]);
        let candidates = program.procs.keys().filter(|&p| may_stay(p));
        match candidates.max_by(|&a, &b| saving(a).total_cmp(&saving(b)).then(b.cmp(&a))) {
            Some(proc) => stays[proc] = true,
            None => return stays,
        }
    }
}

/// Whether each procedure has a loop, itself or below.
fn procs_with_loops(program: &Program, calls: &CallGraph) -> PrimaryMap<ProcId, bool> {
    let mut with_loops: PrimaryMap<ProcId, bool> = program.procs.keys().map(|_| false).collect();
    for head in Loops::new(program).heads() {
        with_loops[program.proc_of(head)] = true;
    }
    for &proc in calls.bottom_up().flatten() {
        let below = calls.callees(proc).iter().any(|(_, callee)| with_loops[*callee] || calls.is_recursive(*callee));
        with_loops[proc] |= below;
    }
    with_loops
}

/// Edges of each procedure after inlining, and how often each is copied. Exponential numbers fit a float well enough.
struct Sizes {
    flat: PrimaryMap<ProcId, f64>,
    copies: PrimaryMap<ProcId, f64>,
}

impl Sizes {
    fn new(calls: &CallGraph, members: &Members, stays: &PrimaryMap<ProcId, bool>) -> Sizes {
        let mut flat: PrimaryMap<ProcId, f64> = members.edges.values().map(|e| e.len() as f64).collect();
        let mut copies: PrimaryMap<ProcId, f64> = stays.values().map(|&s| if s { 1.0 } else { 0.0 }).collect();
        let inlined = |proc: ProcId| calls.callees(proc).iter().filter(|(_, callee)| !stays[*callee]);
        for &proc in calls.bottom_up().flatten() {
            flat[proc] += inlined(proc).map(|&(_, callee)| flat[callee] + 1.0).sum::<f64>();
        }
        for &proc in calls.bottom_up().rev().flatten() {
            for &(_, callee) in inlined(proc) {
                copies[callee] += copies[proc];
            }
        }
        Sizes { flat, copies }
    }
}

/// The variables of each inlined procedure, parameters aside, that may be read before they are written.
fn stale_locals(
    program: &Program,
    calls: &CallGraph,
    members: &Members,
    stays: &PrimaryMap<ProcId, bool>,
) -> PrimaryMap<ProcId, Vec<VarId>> {
    if members.locs.values().zip(stays.values()).all(|(_, &s)| s) {
        return program.procs.keys().map(|_| Vec::new()).collect();
    }
    let liveness = Liveness::new(program, calls);
    let stale = program.procs.iter().map(|(id, proc)| {
        let at_entry = liveness.at(proc.entry).iter().copied();
        at_entry.filter(|&v| program.vars[v].owner == Some(id) && program.vars[v].kind != VarKind::Param).collect()
    });
    stale.collect()
}

/// A body that is still to be copied.
struct Instance {
    /// The procedure whose body it is.
    body: ProcId,
    /// The procedure of the new program that it becomes a part of.
    into: ProcId,
    frame: FrameId,
    /// The call that it replaces; `None` for a procedure that stays.
    call: Option<CallSite>,
    /// The procedures whose frames are open around it, by number of frames, itself included.
    open: Rc<BTreeMap<ProcId, u32>>,
}

/// A call of the new program that is being replaced; expressions and variables are new ones already.
struct CallSite {
    edge: EdgeId,
    src: LocId,
    dst: LocId,
    args: Vec<Expr>,
    result: Option<VarId>,
}

struct Inliner<'p> {
    old: &'p Program,
    members: &'p Members,
    stays: &'p PrimaryMap<ProcId, bool>,
    stale: PrimaryMap<ProcId, Vec<VarId>>,
    new_proc: SecondaryMap<ProcId, Option<ProcId>>,
    /// The copies of the instance at hand; those of globals stay.
    new_var: SecondaryMap<VarId, Option<VarId>>,
    new_loc: SecondaryMap<LocId, Option<LocId>>,
    new_object: SecondaryMap<ObjId, Option<ObjId>>,
    program: Program,
    mapping: Mapping,
    options: &'p InlineOptions,
}

impl<'p> Inliner<'p> {
    fn new(
        old: &'p Program,
        members: &'p Members,
        stays: &'p PrimaryMap<ProcId, bool>,
        options: &'p InlineOptions,
    ) -> Self {
        let program = Program {
            procs: PrimaryMap::new(),
            vars: PrimaryMap::new(),
            locs: PrimaryMap::new(),
            edges: PrimaryMap::new(),
            objects: PrimaryMap::new(),
            entry: old.entry,
            semantics: old.semantics,
            externs: old.externs.clone(),
        };
        Inliner {
            old,
            members,
            stays,
            stale: PrimaryMap::new(),
            new_proc: SecondaryMap::new(),
            new_var: SecondaryMap::new(),
            new_loc: SecondaryMap::new(),
            new_object: SecondaryMap::new(),
            program,
            mapping: Mapping::empty(),
            options,
        }
    }

    fn run(&mut self) {
        for (id, var) in self.old.vars.iter().filter(|(_, v)| v.owner.is_none()) {
            self.new_var[id] = Some(self.program.vars.push(var.clone()));
        }
        for (id, object) in self.old.objects.iter().filter(|(_, o)| o.owner.is_none()) {
            self.new_object[id] = Some(self.program.objects.push(object.clone()));
        }
        // Calls of procedures that stay may come before their bodies: all get their indices first.
        let staying: Vec<ProcId> = self.old.procs.keys().filter(|&p| self.stays[p]).collect();
        for (i, &proc) in staying.iter().enumerate() {
            self.new_proc[proc] = Some(ProcId::from_u32(i as u32));
            self.mapping.procs.push(proc);
        }
        for &proc in &staying {
            self.declare(proc);
        }
        self.program.entry = self.new_proc[self.old.entry].expect("the entry procedure stays");
        for &proc in &staying {
            let into = self.new_proc[proc].expect("it was declared");
            let mut work = vec![Instance {
                body: proc,
                into,
                frame: FrameId::ROOT,
                call: None,
                open: Rc::new(BTreeMap::from([(proc, 1)])),
            }];
            while let Some(instance) = work.pop() {
                self.copy(instance, &mut work);
            }
        }
    }

    fn push_loc(&mut self, old: LocId, into: ProcId) -> LocId {
        let loc = &self.old.locs[old];
        self.mapping.locs.push(old);
        self.program.locs.push(Loc {
            proc: Some(into),
            error: loc.error.clone(),
            span: loc.span,
            is_loop: loc.is_loop,
            ..Loc::default()
        })
    }

    fn push_var(&mut self, old: VarId, into: ProcId, kind: VarKind) -> VarId {
        self.program.vars.push(Var { owner: Some(into), kind, ..self.old.vars[old].clone() })
    }

    /// The objects of a procedure, once more in the frames of `into`.
    fn push_objects(&mut self, proc: ProcId, into: ProcId) {
        let members = self.members;
        for &object in &members.objects[proc] {
            let copy = Object { owner: Some(into), ..self.old.objects[object].clone() };
            self.new_object[object] = Some(self.program.objects.push(copy));
        }
    }

    fn push_edge(&mut self, src: LocId, dst: LocId, op: Op, old: EdgeId, frame: FrameId) {
        let id = self.program.edges.push(Edge { src, dst, op, span: self.old.edges[old].span });
        self.program.locs[src].outgoing.push(id);
        self.program.locs[dst].incoming.push(id);
        self.mapping.push_edge(old, frame);
    }

    /// A procedure that stays, with its variables and its entry and exit.
    fn declare(&mut self, proc: ProcId) {
        let into = self.new_proc[proc].expect("it has an index");
        let members = self.members;
        for &var in &members.vars[proc] {
            self.new_var[var] = Some(self.push_var(var, into, self.old.vars[var].kind));
        }
        self.push_objects(proc, into);
        let old = &self.old.procs[proc];
        let entry = self.push_loc(old.entry, into);
        let exit = self.push_loc(old.exit, into);
        self.program.procs.push(Proc {
            name: old.name.clone(),
            params: old.params.iter().map(|&v| self.var(v)).collect(),
            result: old.result.map(|v| self.var(v)),
            entry,
            exit,
            span: old.span,
        });
    }

    fn var(&self, old: VarId) -> VarId {
        self.new_var[old].expect("the variable belongs to the instance or is global")
    }

    fn object(&self, old: ObjId) -> ObjId {
        self.new_object[old].expect("the object belongs to the instance or is static")
    }

    fn loc(&self, old: LocId) -> LocId {
        self.new_loc[old].expect("the location belongs to the instance")
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let mut copy = expr.clone();
        copy.rename_vars(&|v| self.var(v));
        copy.rename_objects(&|o| self.object(o));
        copy
    }

    fn copy(&mut self, instance: Instance, work: &mut Vec<Instance>) {
        let Instance { body, into, frame, call, open } = instance;
        let members = self.members;
        if call.is_some() {
            for &var in &members.vars[body] {
                let kind = match self.old.vars[var].kind {
                    VarKind::Temp => VarKind::Temp,
                    _ => VarKind::Local,
                };
                self.new_var[var] = Some(self.push_var(var, into, kind));
            }
            self.push_objects(body, into);
        }
        let proc = &self.old.procs[body];
        for &loc in &members.locs[body] {
            let new = match &call {
                None if loc == proc.entry => self.program.procs[into].entry,
                None if loc == proc.exit => self.program.procs[into].exit,
                _ => self.push_loc(loc, into),
            };
            self.new_loc[loc] = Some(new);
        }
        if let Some(call) = call {
            self.enter_and_leave(body, into, call, frame);
        }
        for &id in &members.edges[body] {
            let edge = &self.old.edges[id];
            let (src, dst) = (self.loc(edge.src), self.loc(edge.dst));
            let op = match &edge.op {
                Op::Call { callee, args, result } => {
                    let args = args.iter().map(|a| self.expr(a)).collect();
                    let result = result.map(|v| self.var(v));
                    if !self.stays[*callee] {
                        let Some(open) = self.opened(&open, *callee) else {
                            self.push_edge(src, dst, Op::Unsupported(TOO_DEEP.into()), id, frame);
                            continue;
                        };
                        let call = CallSite { edge: id, src, dst, args, result };
                        let frame = self.mapping.enter_call(frame, id);
                        work.push(Instance { body: *callee, into, frame, call: Some(call), open });
                        continue;
                    }
                    let callee = self.new_proc[*callee].expect("a procedure that stays was declared");
                    Op::Call { callee, args, result }
                }
                other => other
                    .map(&|v| self.var(v), &|o| self.object(o), &|e| self.expr(e))
                    .expect("other operations are no calls"),
            };
            self.push_edge(src, dst, op, id, frame);
        }
    }

    /// The open frames after one more call, unless that is too deep.
    fn opened(&self, open: &Rc<BTreeMap<ProcId, u32>>, callee: ProcId) -> Option<Rc<BTreeMap<ProcId, u32>>> {
        let Some(most) = self.options.unfold else { return Some(open.clone()) };
        let frames = open.get(&callee).map_or(1, |frames| frames + 1);
        let fits = frames <= most && self.program.edges.len() <= self.options.max_edges;
        fits.then(|| {
            let mut opened = BTreeMap::clone(open);
            opened.insert(callee, frames);
            Rc::new(opened)
        })
    }

    /// The edges that pass the arguments to a copied body and its result back.
    fn enter_and_leave(&mut self, body: ProcId, into: ProcId, call: CallSite, frame: FrameId) {
        let proc = &self.old.procs[body];
        let params = proc.params.iter().map(|&p| self.var(p)).zip(call.args);
        let mut ops: Vec<Op> = params.map(|(param, arg)| Op::Assign(param, arg)).collect();
        ops.extend(self.stale[body].iter().map(|&v| Op::Havoc(self.var(v), HavocKind::Uninitialised)));
        if ops.is_empty() {
            ops.push(Op::Skip);
        }
        let entry = self.loc(proc.entry);
        let old_src = self.old.edges[call.edge].src;
        let (mut at, count) = (call.src, ops.len());
        for (i, op) in ops.into_iter().enumerate() {
            let next = if i + 1 == count { entry } else { self.push_plain_loc(old_src, into) };
            self.push_edge(at, next, op, call.edge, frame);
            at = next;
        }
        let op = match (call.result, proc.result) {
            (Some(result), Some(value)) => Op::Assign(result, Expr::Var(self.var(value))),
            _ => Op::Skip,
        };
        let exit = self.loc(proc.exit);
        self.push_edge(exit, call.dst, op, call.edge, frame);
    }

    /// A location between two edges that stand for one call.
    fn push_plain_loc(&mut self, old: LocId, into: ProcId) -> LocId {
        self.mapping.locs.push(old);
        self.program.locs.push(Loc { proc: Some(into), span: self.old.locs[old].span, ..Loc::default() })
    }
}
