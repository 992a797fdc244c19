//! Replays executions on the program as the front end made it.

use crate::budget::Budget;
use crate::cfa::Program;
use crate::exec::{HavocRequest, Limits, Machine, Outcome, Path};
use crate::verdict::{Execution, Input};

/// Edges between two looks at the budget.
const CHUNK: u64 = 5_000_000;

/// Runs `program` with the inputs of `execution`. If that reaches an error, the execution with its path, its error and the
/// inputs that were really read (a value that is not given is zero: nothing depended on it); else why not.
pub fn check_execution(program: &Program, execution: &Execution, budget: &Budget) -> Result<Execution, String> {
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let mut path = Path::from(&state);
    let mut given = execution.inputs.iter().map(|input| input.value);
    let mut inputs = Vec::new();
    let mut host = |request: &HavocRequest<'_>| {
        let value = request.ty.wrap(given.next().unwrap_or(0));
        let span = program.edges[request.edge].span;
        inputs.push(Input { value, kind: request.kind.clone(), span });
        Some(value)
    };
    let outcome = loop {
        let run = machine.run_recording(&mut state, &mut host, &Limits::steps(CHUNK), &mut path);
        if run.outcome != Outcome::StepLimit {
            break run.outcome;
        }
        budget.poll().map_err(|reason| reason.to_string())?;
    };
    match outcome {
        Outcome::Error(loc) => Ok(Execution { inputs, path: path.edges(program).collect(), error: Some(loc) }),
        Outcome::Exited => Err("the program ends without an error".to_string()),
        Outcome::Stuck(loc) => Err(format!("the execution ends at {loc}")),
        Outcome::Undefined { edge, kind } => Err(format!("{kind} at {edge}")),
        Outcome::Unsupported { edge } => Err(format!("{edge} is not supported")),
        Outcome::NeedsInput { edge } => Err(format!("no input for {edge}")),
        Outcome::NeedsChoice { loc } => Err(format!("an open choice at {loc}")),
        Outcome::StackLimit { .. } => Err("the calls nest too deeply".to_string()),
        Outcome::StepLimit | Outcome::Stopped(_) => Err("the execution was not finished".to_string()),
    }
}
