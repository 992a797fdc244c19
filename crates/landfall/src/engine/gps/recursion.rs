//! Programs with recursive procedures: summaries of procedures by a fixpoint over the call graph, and tests that unroll the calls.
//!
//! Each point of a procedure has a polyhedron over the values that parameters and globals had at the procedure's entry and the
//! values that variables have now; at the exit that is the procedure's summary, which the callers use. What comes out
//! over-approximates all executions and is inductive: if it excludes the errors it is the proof, with contracts. If not, tests look
//! for an error: symbolic execution through the calls.

use std::collections::BTreeMap;

use landfall_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::super::kit::points::{Action, Graph, Target, as_ensures};
use super::super::{Context, EngineKind, EngineOptions, Task};
use super::Gps;
use crate::cfa::VarId;
use crate::cfa::graph::{Liveness, Loops};
use crate::encode::{Encoder, Ranges, Transition};
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

fn prove(task: &Task, cx: &Context<'_>, solving: &Solving) -> Result<Option<Proof>, Reason> {
    let loops = Loops::new(&task.program);
    let graph = Graph::new(Encoder::new(&task.program).with_ranges(Ranges::All), &loops);
    let flow = ProcedureFlow::new(&graph, &loops);
    let order: Vec<usize> = (0..graph.points.len()).collect();
    let conditions: Vec<Term> = graph.steps.iter().map(|s| s.transition.guard).collect();
    let source = graph.entry_of[&task.program.entry];
    let Some(known) = polyhedral_invariants(solving, &cx.budget, &flow, &order, source, &conditions)? else {
        return Ok(None);
    };
    for step in graph.steps.iter().filter(|s| !matches!(s.target, Target::Point(_))) {
        let reached = Term::and(&[known[step.source], step.transition.guard]);
        if !solving.check("error", reached).is_unsat() {
            return Ok(None);
        }
    }
    Ok(Some(flow.proof(task, &known)))
}

/// A way between two points, or into a procedure.
enum Way {
    Step(usize),
    /// Into the callee, by the step that calls it.
    Into(usize),
    /// Over the call: needs the callee's exit.
    Over {
        step: usize,
        exit: usize,
    },
}

struct ProcedureFlow<'g> {
    graph: &'g Graph<'g>,
    ways: Vec<(Way, usize)>,
    /// By point: variables whose value at entry matters, and whose value now does; their symbols in this order.
    remembered: Vec<Vec<VarId>>,
    now: Vec<Vec<VarId>>,
    symbols: Vec<Vec<Term>>,
    widens: Vec<bool>,
}

impl<'g> ProcedureFlow<'g> {
    fn new(graph: &'g Graph<'g>, loops: &Loops) -> Self {
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
        let mut flow = ProcedureFlow { graph, ways: Vec::new(), remembered, now, symbols, widens };
        for (index, step) in graph.steps.iter().enumerate() {
            let Target::Point(target) = step.target else { continue };
            match step.action {
                Action::Call { callee, .. } => {
                    flow.ways.push((Way::Into(index), graph.entry_of[&callee]));
                    let exit = graph.point_of(program.procs[callee].exit).expect("exits are points");
                    flow.ways.push((Way::Over { step: index, exit }, target));
                }
                _ => flow.ways.push((Way::Step(index), target)),
            }
        }
        flow
    }

    /// The values of a point's dimensions behind a transition.
    fn values(&self, target: usize, transition: &Transition, entering: bool) -> Vec<Term> {
        let names = self.graph.encoder.symbols();
        let mut values: Vec<Term> = self.now[target].iter().map(|&v| transition.value(v)).collect();
        let entry = self.remembered[target].iter();
        values.extend(entry.map(|&v| if entering { transition.value(v) } else { names.entry(v) }));
        values
    }

    fn proof(&self, task: &Task, known: &[Term]) -> Proof {
        let program = &task.program;
        let names = self.graph.encoder.symbols();
        let mut invariants = BTreeMap::new();
        let mut contracts = BTreeMap::new();
        for (point, data) in self.graph.points.iter().enumerate() {
            let is_entry = self.graph.entry_of[&data.proc] == point;
            if is_entry && data.proc != program.entry {
                let now: FxHashMap<Term, Term> =
                    self.remembered[point].iter().map(|&v| (names.entry(v), names.state(v))).collect();
                let exit = self.graph.point_of(program.procs[data.proc].exit).expect("exits are points");
                let ensures = as_ensures(self.graph, data.proc, known[exit]);
                contracts.insert(data.proc, Contract { requires: known[point].substitute(&now), ensures });
            } else if !is_entry {
                invariants.insert(data.loc, known[point]);
            }
        }
        Proof::inductive(task, invariants, contracts)
    }
}

impl Flow for ProcedureFlow<'_> {
    fn dimensions(&self, node: usize) -> &[Term] {
        &self.symbols[node]
    }

    fn incoming(&self, node: usize) -> Vec<usize> {
        (0..self.ways.len()).filter(|&w| self.ways[w].1 == node).collect()
    }

    fn needs(&self, edge: usize) -> Vec<usize> {
        match self.ways[edge].0 {
            Way::Step(step) | Way::Into(step) => vec![self.graph.steps[step].source],
            Way::Over { step, exit } => vec![self.graph.steps[step].source, exit],
        }
    }

    fn effect(&self, edge: usize, known: &[Term]) -> (Term, Vec<Term>) {
        let (way, target) = &self.ways[edge];
        match *way {
            Way::Step(step) | Way::Into(step) => {
                let transition = &self.graph.steps[step].transition;
                let values = self.values(*target, transition, matches!(way, Way::Into(_)));
                (Term::and(&[known[0], transition.guard]), values)
            }
            Way::Over { step, .. } => {
                let Action::Call { edge, callee } = self.graph.steps[step].action else {
                    unreachable!("only calls are passed over")
                };
                let ensures = as_ensures(self.graph, callee, known[1]);
                let call = self.graph.typed(&self.graph.encoder.call(edge, Some(ensures)));
                (Term::and(&[known[0], call.guard]), self.values(*target, &call, false))
            }
        }
    }

    fn widens(&self, node: usize) -> bool {
        self.widens[node]
    }
}
