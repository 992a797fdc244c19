//! Programs with recursive procedures: summaries of procedures by a fixpoint over the call graph, and tests that unroll the calls.
//!
//! Each point of a procedure has a polyhedron over the values that parameters and globals had at the procedure's entry and the
//! values that variables have now; at the exit that is the procedure's summary, which the callers use. What comes out
//! over-approximates all executions and is inductive: if it excludes the errors it is the proof, with contracts. If not, tests look
//! for an error: symbolic execution through the calls.

use landfall_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::super::kit::certificate::at_points;
use super::super::kit::points::{Action, Graph, Target, as_ensures};
use super::super::{Context, EngineKind, EngineOptions, Task};
use super::Gps;
use super::contexts::Contexts;
use crate::budget::Budget;
use crate::cfa::graph::{Liveness, Loops};
use crate::cfa::{ProcId, VarId};
use crate::encode::{Encoder, Ranges, Transition};
use crate::predicates::PointId;
use crate::report::Event;
use crate::solving::Solving;
use crate::summary::{Flow, polyhedral_invariants};
use crate::verdict::{Contract, Proof, Reason, Verdict};

impl Gps {
    /// Decides a program with calls.
    pub(super) fn decide_recursive(
        &self,
        task: &Task,
        cx: &mut Context<'_>,
        solving: &Solving,
    ) -> Result<Verdict, Reason> {
        if self.summaries {
            cx.emit(Event::Phase("summaries of procedures"));
            let started = std::time::Instant::now();
            let proof = prove(task, cx, solving);
            cx.statistics.time("summaries", started.elapsed());
            if let Some(proof) = proof? {
                return Ok(Verdict::Safe(proof));
            }
        }
        if !self.tests || self.summary_only {
            return Err(Reason::Incomplete("the summaries of recursive procedures do not exclude the error".into()));
        }
        Ok(EngineKind::Se.engine(&EngineOptions::default()).run(task, cx))
    }
}

/// First with one polyhedron a point; if that does not suffice, with one for each context in which the point's procedure is called.
fn prove(task: &Task, cx: &Context<'_>, solving: &Solving) -> Result<Option<Proof>, Reason> {
    let loops = Loops::new(&task.program);
    let graph = Graph::new(Encoder::new(&task.program).with_ranges(Ranges::All), &loops);
    let plain = ProcedureFlow::new(&graph, &loops, Contexts::of_procedures(&graph));
    let Some(known) = plain.fixpoint(solving, &cx.budget)? else { return Ok(None) };
    if plain.excludes_errors(solving, &known) {
        return Ok(Some(plain.proof(task, &known)));
    }
    let Some(contexts) = Contexts::by_values(&graph, &plain.by_point(&known), solving, &cx.budget)? else {
        return Ok(None);
    };
    let flow = ProcedureFlow::new(&graph, &loops, contexts);
    let Some(known) = flow.fixpoint(solving, &cx.budget)? else { return Ok(None) };
    Ok(flow.excludes_errors(solving, &known).then(|| flow.proof(task, &known)))
}

/// A way between two nodes, or into a procedure.
enum Way {
    Step(usize),
    /// Into the callee's context, by the step that calls it.
    Into(usize),
    /// Over the call: needs the callee's exit, which is a node.
    Over {
        step: usize,
        exit: usize,
    },
}

struct Edge {
    way: Way,
    source: usize,
    target: usize,
}

/// The points of each procedure, once for each of its contexts.
struct ProcedureFlow<'g> {
    graph: &'g Graph<'g>,
    contexts: Contexts,
    /// Contexts and points.
    nodes: Vec<(usize, PointId)>,
    edges: Vec<Edge>,
    incoming: Vec<Vec<usize>>,
    /// By point: variables whose value at entry matters, and whose value now does; their symbols in this order.
    remembered: Vec<Vec<VarId>>,
    now: Vec<Vec<VarId>>,
    symbols: Vec<Vec<Term>>,
    widens: Vec<bool>,
}

impl<'g> ProcedureFlow<'g> {
    fn new(graph: &'g Graph<'g>, loops: &Loops, contexts: Contexts) -> Self {
        let program = graph.program();
        let names = graph.encoder.symbols();
        let liveness = Liveness::new(program, &graph.calls);
        let is_int = |v: &VarId| names.state(*v).sort() == Sort::Int;
        let (mut remembered, mut now, mut symbols, mut widens) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (point, data) in graph.points.iter().enumerate() {
            let boundary = graph.is_exit(point) || graph.entry_of[&data.proc] == point;
            let live = liveness.at(data.loc);
            let all = || program.vars.keys().filter(is_int);
            let entry: Vec<VarId> = all().filter(|&v| graph.may_remember(point, v)).collect();
            let speaks = |v: VarId| graph.may_speak_of(point, v) && (boundary || live.binary_search(&v).is_ok());
            let current: Vec<VarId> = all().filter(|&v| speaks(v)).collect();
            let mut all_symbols: Vec<Term> = current.iter().map(|&v| names.state(v)).collect();
            all_symbols.extend(entry.iter().map(|&v| names.entry(v)));
            symbols.push(all_symbols);
            remembered.push(entry);
            now.push(current);
            widens.push(boundary || loops.is_head(data.loc));
        }
        let mut nodes: Vec<(usize, PointId)> = Vec::new();
        for (index, context) in contexts.all.iter().enumerate() {
            let points = (0..graph.points.len()).filter(|&p| graph.points[p].proc == context.proc);
            nodes.extend(points.map(|p| (index, p)));
        }
        let incoming = vec![Vec::new(); nodes.len()];
        let edges = Vec::new();
        let mut flow = ProcedureFlow { graph, contexts, nodes, edges, incoming, remembered, now, symbols, widens };
        flow.connect();
        flow
    }

    fn connect(&mut self) {
        let place: FxHashMap<(usize, PointId), usize> = self.nodes.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        let program = self.graph.program();
        for (source, &(context, point)) in self.nodes.iter().enumerate() {
            for &index in &self.graph.points[point].steps {
                let step = &self.graph.steps[index];
                let Target::Point(target) = step.target else { continue };
                let target = place[&(context, target)];
                let Action::Call { callee, .. } = step.action else {
                    self.edges.push(Edge { way: Way::Step(index), source, target });
                    continue;
                };
                let exit = self.graph.point_of(program.procs[callee].exit).expect("exits are points");
                for &called in &self.contexts.callees[&(context, index)] {
                    let entry = place[&(called, self.graph.entry_of[&callee])];
                    let exit = place[&(called, exit)];
                    self.edges.push(Edge { way: Way::Into(index), source, target: entry });
                    self.edges.push(Edge { way: Way::Over { step: index, exit }, source, target });
                }
            }
        }
        for (index, edge) in self.edges.iter().enumerate() {
            self.incoming[edge.target].push(index);
        }
    }

    /// What holds at each node.
    fn fixpoint(&self, solving: &Solving, budget: &Budget) -> Result<Option<Vec<Term>>, Reason> {
        let order: Vec<usize> = (0..self.nodes.len()).collect();
        let conditions: Vec<Term> = self.graph.steps.iter().map(|s| s.transition.guard).collect();
        let program = self.graph.program();
        let start = (0, self.graph.entry_of[&program.entry]);
        let source = self.nodes.iter().position(|n| *n == start).expect("the program has an entry");
        polyhedral_invariants(solving, budget, self, &order, source, &conditions)
    }

    fn excludes_errors(&self, solving: &Solving, known: &[Term]) -> bool {
        self.nodes.iter().zip(known).all(|(&(_, point), known)| {
            let steps = self.graph.points[point].steps.iter().map(|&s| &self.graph.steps[s]);
            let mut goals = steps.filter(|s| !matches!(s.target, Target::Point(_)));
            goals.all(|step| solving.check("error", Term::and(&[*known, step.transition.guard])).is_unsat())
        })
    }

    /// The values of the parameters by which a node's context is told apart, at entry.
    fn entered_with(&self, node: usize) -> Term {
        let names = self.graph.encoder.symbols();
        self.contexts.all[self.nodes[node].0].condition(|v| names.entry(v))
    }

    /// What holds at each point: in one of its contexts.
    fn by_point(&self, known: &[Term]) -> Vec<Term> {
        let mut cases = vec![Vec::new(); self.graph.points.len()];
        for (node, &(_, point)) in self.nodes.iter().enumerate() {
            cases[point].push(Term::and(&[self.entered_with(node), known[node]]));
        }
        cases.iter().map(|cases| Term::or(cases)).collect()
    }

    /// The values of a point's dimensions behind a transition.
    fn values(&self, node: usize, transition: &Transition, entering: bool) -> Vec<Term> {
        let names = self.graph.encoder.symbols();
        let target = self.nodes[node].1;
        let mut values: Vec<Term> = self.now[target].iter().map(|&v| transition.value(v)).collect();
        let entry = self.remembered[target].iter();
        values.extend(entry.map(|&v| if entering { transition.value(v) } else { names.entry(v) }));
        values
    }

    fn proof(&self, task: &Task, known: &[Term]) -> Proof {
        let names = self.graph.encoder.symbols();
        let at_point = self.by_point(known);
        let contract = |proc: ProcId| {
            let entry = self.graph.entry_of[&proc];
            let now = self.remembered[entry].iter().map(|&v| (names.entry(v), names.state(v))).collect();
            let exit = self.graph.point_of(task.program.procs[proc].exit).expect("exits are points");
            let ends = (0..self.nodes.len()).filter(|&n| self.nodes[n].1 == exit);
            let ensured: Vec<Term> = ends.map(|n| self.ensured(n, known[n])).collect();
            Contract { requires: at_point[entry].substitute(&now), ensures: Term::or(&ensured) }
        };
        at_points(task, self.graph, |point| at_point[point], contract)
    }

    /// What callers in its context learn from what is known at the exit of a procedure.
    fn ensured(&self, exit: usize, known: Term) -> Term {
        let proc = self.contexts.all[self.nodes[exit].0].proc;
        as_ensures(self.graph, proc, Term::and(&[self.entered_with(exit), known]))
    }
}

impl Flow for ProcedureFlow<'_> {
    fn copies(&self) -> usize {
        self.contexts.all.len().div_ceil(self.graph.program().procs.len())
    }

    fn dimensions(&self, node: usize) -> &[Term] {
        &self.symbols[self.nodes[node].1]
    }

    fn incoming(&self, node: usize) -> Vec<usize> {
        self.incoming[node].clone()
    }

    fn needs(&self, edge: usize) -> Vec<usize> {
        let edge = &self.edges[edge];
        match edge.way {
            Way::Step(_) | Way::Into(_) => vec![edge.source],
            Way::Over { exit, .. } => vec![edge.source, exit],
        }
    }

    fn effect(&self, edge: usize, known: &[Term]) -> (Term, Vec<Term>) {
        let edge = &self.edges[edge];
        match edge.way {
            Way::Step(step) => {
                let transition = &self.graph.steps[step].transition;
                (Term::and(&[known[0], transition.guard]), self.values(edge.target, transition, false))
            }
            Way::Into(step) => {
                let transition = &self.graph.steps[step].transition;
                let context = &self.contexts.all[self.nodes[edge.target].0];
                let enters = context.condition(|v| transition.value(v));
                (Term::and(&[known[0], transition.guard, enters]), self.values(edge.target, transition, true))
            }
            Way::Over { step, exit } => {
                let Action::Call { edge: call, .. } = self.graph.steps[step].action else {
                    unreachable!("only calls are passed over")
                };
                let ensures = self.ensured(exit, known[1]);
                let call = self.graph.typed(&self.graph.encoder.call(call, Some(ensures)));
                (Term::and(&[known[0], call.guard]), self.values(edge.target, &call, false))
            }
        }
    }

    fn widens(&self, node: usize) -> bool {
        self.widens[self.nodes[node].1]
    }
}
