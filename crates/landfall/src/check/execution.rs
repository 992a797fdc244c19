//! Replays executions on the program as the front end made it.

use std::collections::BTreeMap;

use crate::budget::Budget;
use crate::cfa::passes::{Filler, Mapping};
use crate::cfa::shape::{Part, Shape};
use crate::cfa::{EdgeId, IntType, LocId, MemoryOp, Op, Program};
use crate::exec::{HavocRequest, Limits, Machine, Outcome, Path};
use crate::verdict::{Doubt, Execution, Input, Reason};

/// Edges between two looks at the budget.
const CHUNK: u64 = 5_000_000;

/// Edges that are replayed one by one; what comes behind may cross loops in one step.
const PLAIN: u64 = 200_000_000;

/// Edges that the path of an execution holds at most.
const MAX_PATH: u64 = 1_000_000;

/// Runs `program` with the inputs of `execution`. If that reaches an error, the execution with its path, its error and the
/// inputs that were really read (a value that is not given is zero: nothing depended on it); else why not.
pub fn check_execution(program: &Program, execution: &Execution, budget: &Budget) -> Result<Execution, Doubt> {
    let plain = Machine::new(program).accelerate(false);
    let accelerated = Machine::new(program);
    let mut state = plain.initial();
    let mut steps = 0;
    let mut reader = Reader::new(program, execution);
    let outcome = loop {
        let machine = if steps < PLAIN { &plain } else { &accelerated };
        let run =
            machine.run(&mut state, &mut |request: &HavocRequest<'_>| reader.read(request), &Limits::steps(CHUNK));
        steps += run.steps;
        if run.outcome != Outcome::StepLimit {
            break run.outcome;
        }
        budget.poll().map_err(|reason| Doubt::from(reason.to_string()))?;
    };
    match outcome {
        Outcome::Error(loc) => {
            let path = beginning(&plain, execution, steps.min(MAX_PATH));
            Ok(Execution { inputs: reader.inputs, path, steps, error: Some(loc) })
        }
        other => Err(end_of(program, other)),
    }
}

/// How a run of `program` ended that was expected to reach an error, and where.
fn end_of(program: &Program, outcome: Outcome) -> Doubt {
    let edge = |edge: EdgeId| program.edges[edge].span;
    let loc = |loc: LocId| program.locs[loc].span;
    let (end, span) = match outcome {
        Outcome::Error(at) => ("reaches an error".to_string(), loc(at)),
        Outcome::Exited => ("ends without one".to_string(), None),
        Outcome::Stuck(at) => ("stops before it".to_string(), loc(at)),
        Outcome::Undefined { edge: at, kind } => (format!("does something undefined before it: {kind}"), edge(at)),
        Outcome::Unsupported { edge: at } => ("comes to code that is not modelled".to_string(), edge(at)),
        Outcome::NeedsInput { edge: at } => ("needs an input that is not given".to_string(), edge(at)),
        Outcome::NeedsChoice { loc: at } => ("comes to a choice that is open".to_string(), loc(at)),
        Outcome::StackLimit { edge: at } => ("has too many calls that do not return".to_string(), edge(at)),
        Outcome::StepLimit | Outcome::Stopped(_) => ("was not finished".to_string(), None),
    };
    Doubt { what: format!("an error was expected with the inputs found, but the run with them {end}"), span }
}

/// The first edges of an execution.
fn beginning(machine: &Machine<'_>, execution: &Execution, steps: u64) -> Vec<EdgeId> {
    let mut reader = Reader::new(machine.program(), execution);
    let mut state = machine.initial();
    let mut path = Path::from(&state);
    let mut host = |request: &HavocRequest<'_>| reader.read(request);
    machine.run_recording(&mut state, &mut host, &Limits::steps(steps), &mut path);
    path.edges(machine.program()).take(steps as usize).collect()
}

/// Gives the inputs of an execution, and keeps what was read.
struct Reader<'a> {
    program: &'a Program,
    given: std::slice::Iter<'a, Input>,
    inputs: Vec<Input>,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, execution: &'a Execution) -> Self {
        Reader { program, given: execution.inputs.iter(), inputs: Vec::new() }
    }

    fn read(&mut self, request: &HavocRequest<'_>) -> Option<i128> {
        let value = request.ty.wrap(self.given.next().map_or(0, |input| input.value));
        let span = self.program.edges[request.edge].span;
        self.inputs.push(Input { value, kind: request.kind.clone(), span });
        Some(value)
    }
}

/// Why values from a transformed program do not reach an error in the original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayFailure {
    /// The execution ended otherwise.
    Ended(Doubt),
    Stopped(Reason),
}

/// Runs `original` with the values that an execution of a program made from it read: its havoc edges in order, with the value of
/// each. Values that the passes found irrelevant are made up, in a few ways. Inputs that do not lead to an error are given to
/// `missed`.
pub fn replay(
    original: &Program,
    mapping: &Mapping,
    values: &[(EdgeId, i128)],
    budget: &Budget,
    missed: &mut dyn FnMut(Vec<i128>),
) -> Result<Execution, ReplayFailure> {
    let machine = Machine::new(original);
    let mut failure = None;
    for filler in [Filler::Zero, Filler::One, Filler::Mixed(1), Filler::Mixed(2)] {
        let (outcome, execution, made_up) = replay_filling(&machine, mapping, values, filler, budget)?;
        if let Outcome::Error(error) = outcome {
            return Ok(Execution { error: Some(error), ..execution });
        }
        missed(execution.inputs.iter().map(|input| input.value).collect());
        failure.get_or_insert_with(|| ReplayFailure::Ended(end_of(original, outcome)));
        if made_up == 0 {
            break;
        }
    }
    Err(failure.expect("at least one filler was tried"))
}

/// The inputs that make memory hold these bytes.
fn memory_inputs(shape: Option<&Shape>, rest: u8, bytes: &BTreeMap<u64, u8>) -> Vec<i128> {
    let Some(shape) = shape else {
        let pairs = bytes.iter().flat_map(|(at, byte)| [i128::from(*at), i128::from(*byte)]);
        return [i128::from(rest), bytes.len() as i128].into_iter().chain(pairs).collect();
    };
    let bit = |at: u64| i128::from(bytes.get(&(at / 8)).copied().unwrap_or(rest) >> (at % 8) & 1);
    let value = |part: &Part| {
        let bits = u64::from(part.bits.min(part.ty.bits.into()));
        part.ty.wrap((0..bits).fold(0, |value, i| value | bit(part.bit + i) << i))
    };
    shape.parts.iter().map(value).collect()
}

fn replay_filling(
    machine: &Machine<'_>,
    mapping: &Mapping,
    values: &[(EdgeId, i128)],
    filler: Filler,
    budget: &Budget,
) -> Result<(Outcome, Execution, u64), ReplayFailure> {
    let program = machine.program();
    let mut replay = mapping.replay(values.iter().copied(), filler);
    let mut state = machine.initial();
    let mut execution = Execution::default();
    let mut nothing = |_: &HavocRequest<'_>| None;
    loop {
        budget.poll().map_err(ReplayFailure::Stopped)?;
        let outcome = machine.run(&mut state, &mut nothing, &Limits::steps(CHUNK)).outcome;
        match outcome {
            Outcome::StepLimit => {}
            Outcome::NeedsInput { edge } => {
                let (var, kind) = match &program.edges[edge].op {
                    Op::Havoc(var, kind) => (var, kind),
                    Op::Memory(MemoryOp::Havoc { size, kind, .. }) => {
                        let size = machine.eval(size, &state).ok().and_then(|size| u64::try_from(size).ok());
                        let calls: Vec<EdgeId> = state.calls().collect();
                        let (rest, bytes) = replay.read_memory(calls, edge, size.unwrap_or(0));
                        let span = program.edges[edge].span;
                        let mut values =
                            memory_inputs(machine.parts_read(&state, edge).as_deref(), rest, &bytes).into_iter();
                        let next = |ty: IntType| {
                            let value = ty.wrap(values.next()?);
                            execution.inputs.push(Input { value, kind: kind.clone(), span });
                            Some(value)
                        };
                        if let Err(outcome) = machine.step_reading(&mut state, edge, next) {
                            return Ok((outcome, execution, replay.made_up()));
                        }
                        continue;
                    }
                    _ => unreachable!("only havoc edges need inputs"),
                };
                let (cell, span) = (program.vars[*var].ty, program.edges[edge].span);
                // How many cells of a region differ from the others is nothing to make up.
                let made_up_count = cell.is_array() && !replay.has(state.calls(), edge);
                let calls: Vec<EdgeId> = state.calls().collect();
                let mut first = true;
                let next = |ty: IntType| {
                    let is_count = !std::mem::take(&mut first);
                    let value = match is_count && made_up_count {
                        true => 0,
                        false => ty.wrap(replay.read(calls.iter().copied(), edge)),
                    };
                    execution.inputs.push(Input { value, kind: kind.clone(), span });
                    Some(value)
                };
                if let Err(outcome) = machine.step_reading(&mut state, edge, next) {
                    return Ok((outcome, execution, replay.made_up()));
                }
            }
            ended => return Ok((ended, execution, replay.made_up())),
        }
    }
}
