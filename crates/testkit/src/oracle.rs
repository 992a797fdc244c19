//! Decides programs with few states by looking at all of them.
//!
//! Inputs of at most eight bits are enumerated completely. States are remembered where several edges meet, where an input is read
//! and where there is a choice; between these points the interpreter runs. Independent of every encoding and every engine.

use std::collections::HashSet;

use landfall::cfa::{EdgeId, LocId, Program};
use landfall::exec::{Deterministic, HavocRequest, Limits, Machine, Outcome, State};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Safe,
    /// These inputs lead to an error.
    Unsafe(Vec<i128>),
    /// There are more states than allowed, an input of too many values, deep recursion, or code that is not modelled.
    TooBig,
}

/// The widest input that is enumerated.
const INPUT_BITS: u8 = 8;

/// A state that was reached, and how.
struct Node {
    parent: Option<usize>,
    input: Option<i128>,
    state: State,
}

struct Search<'p> {
    machine: Machine<'p>,
    domain: &'p Domain,
    limit: usize,
    nodes: Vec<Node>,
    seen: HashSet<State>,
}

/// The values that are tried for an input; none if there are too many.
pub type Domain = dyn Fn(&HavocRequest<'_>) -> Option<Vec<i128>>;

/// Whether an error of `program` can be reached, if that takes at most `limit` remembered states.
pub fn decide(program: &Program, limit: usize) -> Answer {
    decide_in(program, limit, &|request| {
        let values = request.ty.min()..=request.ty.max();
        (request.ty.bits <= INPUT_BITS).then(|| values.collect())
    })
}

/// As [`decide`], where inputs are taken from a domain.
pub fn decide_in(program: &Program, limit: usize, domain: &Domain) -> Answer {
    let stops = |l: LocId| program.locs[l].incoming.len() > 1;
    let machine = Machine::stopping_at(program, &stops);
    let initial = machine.initial();
    let mut search = Search { machine, domain, limit, nodes: Vec::new(), seen: HashSet::new() };
    search.nodes.push(Node { parent: None, input: None, state: initial });
    let mut next = 0;
    while next < search.nodes.len() {
        if let Some(answer) = search.expand(next) {
            return answer;
        }
        next += 1;
    }
    Answer::Safe
}

impl Search<'_> {
    /// Follows the executions from one node to the next points that are remembered.
    fn expand(&mut self, index: usize) -> Option<Answer> {
        let mut state = self.nodes[index].state.clone();
        let run = self.machine.run(&mut state, &mut Deterministic, &Limits { steps: 10_000_000, depth: 50 });
        match run.outcome {
            Outcome::Error(_) => Some(Answer::Unsafe(self.inputs(index))),
            Outcome::Exited | Outcome::Stuck(_) | Outcome::Undefined { .. } => None,
            Outcome::Stopped(_) => self.remember(index, None, state),
            Outcome::NeedsInput { edge } => self.enumerate(index, edge, &state),
            Outcome::NeedsChoice { .. } => self.choose(index, &state),
            Outcome::Unsupported { .. } | Outcome::StepLimit | Outcome::StackLimit { .. } => Some(Answer::TooBig),
        }
    }

    fn enumerate(&mut self, index: usize, edge: EdgeId, state: &State) -> Option<Answer> {
        let request = self.machine.request(edge).expect("the machine stopped at this havoc edge");
        let Some(values) = (self.domain)(&request) else { return Some(Answer::TooBig) };
        for value in values {
            let mut successor = state.clone();
            self.machine.step(&mut successor, edge, Some(value)).expect("a havoc edge with a value passes");
            if let Some(answer) = self.remember(index, Some(value), successor) {
                return Some(answer);
            }
        }
        None
    }

    fn choose(&mut self, index: usize, state: &State) -> Option<Answer> {
        let enabled = self.machine.enabled(state).expect("the machine has looked at the guards");
        for edge in enabled {
            if self.machine.request(edge).is_some() {
                if let Some(answer) = self.enumerate(index, edge, state) {
                    return Some(answer);
                }
                continue;
            }
            let mut successor = state.clone();
            match self.machine.step(&mut successor, edge, None) {
                Ok(()) => {
                    if let Some(answer) = self.remember(index, None, successor) {
                        return Some(answer);
                    }
                }
                Err(Outcome::Unsupported { .. }) => return Some(Answer::TooBig),
                Err(_) => {}
            }
        }
        None
    }

    fn remember(&mut self, parent: usize, input: Option<i128>, state: State) -> Option<Answer> {
        if self.seen.insert(state.clone()) {
            self.nodes.push(Node { parent: Some(parent), input, state });
        }
        (self.nodes.len() > self.limit).then_some(Answer::TooBig)
    }

    /// The inputs on the way to a node.
    fn inputs(&self, index: usize) -> Vec<i128> {
        let mut inputs = Vec::new();
        let mut at = Some(index);
        while let Some(i) = at {
            inputs.extend(self.nodes[i].input);
            at = self.nodes[i].parent;
        }
        inputs.reverse();
        inputs
    }
}
