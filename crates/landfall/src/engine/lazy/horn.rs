//! A source of contracts for recursive programs: a solution of the program's constrained Horn clauses.
//!
//! A predicate for each point relates the state there to the state at the entry of its procedure; the one at an entry is what
//! the procedure requires, the one at an exit what it ensures. A step is a clause; a call is two, one that enters and one, with
//! the callee's exit in its body, that comes back. Where counterexamples one by one give predicates that do not
//! generalise, the solver of the clauses often finds those that do. It is asked now and then, with growing effort, and what it
//! says is a proof only after `check` has passed it.

use landfall_smt::Term;
use landfall_smt::interpolate::horn::{Applied, Node, System};
use rustc_hash::FxHashMap;

use super::super::kit::certificate::{at_points, certified};
use super::super::kit::points::as_ensures;
use super::super::kit::points::{Action, Target};
use super::explore::{Explorer, index};
use crate::cfa::graph::Liveness;
use crate::cfa::{EdgeId, Op, ProcId, VarId};
use crate::encode::Transition;
use crate::predicates::PointId;
use crate::report::Event;
use crate::verdict::{Contract, Proof, Reason};

/// After how many refinements the clauses are looked at, and with which limit on the solver's effort.
const SCHEDULE: [(u64, u32); 4] = [(3, 4_000_000), (12, 20_000_000), (40, 100_000_000), (120, 400_000_000)];

impl Explorer<'_, '_> {
    /// Looks at the clauses if it is time to.
    pub fn ask_horn(&mut self) -> Result<Option<Proof>, Reason> {
        let due = SCHEDULE.iter().find(|(after, _)| *after == self.refinements);
        match due {
            Some((_, effort)) if self.graph.is_recursive() => self.solve_clauses(*effort),
            _ => Ok(None),
        }
    }

    /// Looks at the clauses as the last resort.
    pub fn ask_horn_at_last(&mut self) -> Result<Option<Proof>, Reason> {
        if self.graph.is_recursive() { self.solve_clauses(SCHEDULE[3].1) } else { Ok(None) }
    }

    fn solve_clauses(&mut self, effort: u32) -> Result<Option<Proof>, Reason> {
        self.cx.emit(Event::Phase("solving Horn clauses"));
        self.cx.statistics.add("horn systems", 1);
        let started = std::time::Instant::now();
        let clauses = Clauses::new(self);
        let solution = clauses.system.solve_within(self.solving, effort);
        self.cx.statistics.time("horn clauses", started.elapsed());
        self.cx.budget.poll()?;
        let Some(solution) = solution else { return Ok(None) };
        certified(self.proof_from(&solution), self.cx).map(Result::ok)
    }

    /// The predicates, one a point, as invariants and contracts.
    fn proof_from(&self, solution: &[Term]) -> Proof {
        let graph = self.graph;
        let contract = |proc: ProcId| {
            let exit = graph.point_of(graph.program().procs[proc].exit);
            let ensured = exit.map_or_else(Term::tt, |exit| solution[exit]);
            Contract { requires: solution[graph.entry_of[&proc]], ensures: as_ensures(graph, proc, ensured) }
        };
        at_points(self.task, graph, |point| solution[point], contract)
    }
}

/// The clauses of a program; the nodes of the system are the points, in order.
struct Clauses<'e, 's, 'c> {
    explorer: &'e Explorer<'s, 'c>,
    system: System,
    nodes: Vec<Node>,
    /// The variables of each node: those whose current value it speaks of, and those whose value at entry.
    vars: Vec<(Vec<VarId>, Vec<VarId>)>,
}

impl<'e, 's, 'c> Clauses<'e, 's, 'c> {
    fn new(explorer: &'e Explorer<'s, 'c>) -> Self {
        let graph = explorer.graph;
        let liveness = Liveness::new(graph.program(), &graph.calls);
        let mut clauses = Clauses { explorer, system: System::default(), nodes: Vec::new(), vars: Vec::new() };
        for point in 0..graph.points.len() {
            clauses.declare(point, &liveness);
        }
        let first = graph.entry_of[&graph.program().entry];
        let state = clauses.own(first);
        clauses.system.clause(Vec::new(), Term::tt(), Some(state));
        for step in 0..graph.steps.len() {
            clauses.step(step);
        }
        clauses
    }

    fn declare(&mut self, point: PointId, liveness: &Liveness) {
        let graph = self.explorer.graph;
        let data = &graph.points[point];
        let proc = &graph.program().procs[data.proc];
        let globals = &self.explorer.globals[index(data.proc)];
        let is_entry = self.is_entry(point);
        let now: Vec<VarId> = if is_entry {
            proc.params.iter().chain(globals).copied().collect()
        } else {
            let is_touched = |v: &VarId| globals.contains(v) || graph.program().vars[*v].owner.is_some();
            let live = liveness.at(data.loc).iter().copied();
            live.filter(|v| is_touched(v) && graph.may_speak_of(point, *v)).collect()
        };
        let at_entry: Vec<VarId> = if data.proc == graph.program().entry || is_entry {
            Vec::new()
        } else {
            proc.params.iter().chain(globals).copied().collect()
        };
        let symbols = graph.encoder.symbols();
        let state = now.iter().map(|v| symbols.state(*v));
        let arguments: Vec<Term> = state.chain(at_entry.iter().map(|v| symbols.entry(*v))).collect();
        self.nodes.push(self.system.node(&arguments));
        self.vars.push((now, at_entry));
    }

    /// Whether a point is the entry of a procedure that is called.
    fn is_entry(&self, point: PointId) -> bool {
        let graph = self.explorer.graph;
        let proc = graph.points[point].proc;
        proc != graph.program().entry && graph.entry_of[&proc] == point
    }

    /// The predicate of a point over its own variables.
    fn own(&self, point: PointId) -> Applied {
        let symbols = self.explorer.graph.encoder.symbols();
        let (now, at_entry) = &self.vars[point];
        let state = now.iter().map(|v| symbols.state(*v));
        (self.nodes[point], state.chain(at_entry.iter().map(|v| symbols.entry(*v))).collect())
    }

    /// The predicate of a point behind a transition that leaves another. At the entry of a procedure its state is the one
    /// that is remembered.
    fn behind(&self, source: PointId, transition: &Transition, target: PointId) -> Applied {
        let symbols = self.explorer.graph.encoder.symbols();
        let (now, at_entry) = &self.vars[target];
        let remembered = |v: &VarId| if self.is_entry(source) { symbols.state(*v) } else { symbols.entry(*v) };
        let state = now.iter().map(|v| transition.value(*v));
        (self.nodes[target], state.chain(at_entry.iter().map(remembered)).collect())
    }

    fn step(&mut self, step: usize) {
        let graph = self.explorer.graph;
        let data = &graph.steps[step];
        let body = vec![self.own(data.source)];
        match (&data.action, data.target) {
            (Action::Call { edge, callee }, Target::Point(target)) => {
                let entry = graph.entry_of[callee];
                let arguments = self.vars[entry].0.iter().map(|v| data.transition.value(*v)).collect();
                self.system.clause(body, data.transition.guard, Some((self.nodes[entry], arguments)));
                self.come_back(data.source, &data.transition, *edge, *callee, target);
            }
            (_, Target::Point(target)) => {
                let head = self.behind(data.source, &data.transition, target);
                self.system.clause(body, data.transition.guard, Some(head));
            }
            (_, Target::Error | Target::Unsupported) => self.system.clause(body, data.transition.guard, None),
        }
    }

    /// The clause of a call that comes back, with the state at the callee's exit in its body.
    fn come_back(&mut self, source: PointId, enter: &Transition, edge: EdgeId, callee: ProcId, target: PointId) {
        let graph = self.explorer.graph;
        let (program, symbols) = (graph.program(), graph.encoder.symbols());
        let Some(exit) = graph.point_of(program.procs[callee].exit) else { return };
        let mut after: FxHashMap<VarId, Term> = FxHashMap::default();
        let mut facts = vec![enter.guard];
        for &var in graph.modified[callee].iter().chain(&program.procs[callee].result) {
            let symbol = Term::fresh(&program.vars[var].name, symbols.state(var).sort());
            facts.push(graph.encoder.in_type_range(var, symbol));
            after.insert(var, symbol);
        }
        let (at_exit, at_entry) = &self.vars[exit];
        // A global that the callee does not change has its value from before.
        let left = at_exit.iter().map(|v| after.get(v).copied().unwrap_or_else(|| symbols.state(*v)));
        let known: Vec<Term> = left.chain(at_entry.iter().map(|v| enter.value(*v))).collect();
        let mut post = std::collections::BTreeMap::new();
        for &global in &graph.modified[callee] {
            post.insert(global, after[&global]);
        }
        if let Op::Call { result: Some(var), .. } = program.edges[edge].op
            && let Some(returned) = program.procs[callee].result
        {
            post.insert(var, after[&returned]);
        }
        let back = Transition::new(symbols, Term::tt(), post, Vec::new());
        let head = self.behind(source, &back, target);
        let body = vec![self.own(source), (self.nodes[exit], known)];
        self.system.clause(body, Term::and(&facts), Some(head));
    }
}
