//! `landfall run`: executes a program with given inputs and tells what happened.

mod world;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use landfall::budget::Budget;
use landfall::cfa::{EdgeId, HavocKind, Op, Program, VarId};
use landfall::exec::{HavocRequest, Host, Limits, Machine, Outcome, Path, State};
use landfall::front::diagnostic::Diagnostic;
use landfall::verdict::Reason;

use crate::evidence::speak::Speaker;
use crate::evidence::{explained, property_violated};
use crate::exit::Status;
use crate::output::style::{PROVED, UNKNOWN, VIOLATED, styled};
use crate::output::{print, tell};
use crate::program::{Loaded, ProgramOptions};
use crate::supervise::{self, Signals};
use world::World;

/// Execute a program with given inputs and tell what happens.
///
/// The execution is exact: C's rules as gcc applies them, undefined behaviour detected. Inputs are read in order by whatever
/// the program leaves open: input functions, uninitialised variables, functions without a body, parameters of the entry
/// function.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// A C file, or an SV-COMP task definition (.yml) that names one.
    #[arg(value_name = "FILE", required_unless_present_any = ["database", "harness"])]
    file: Option<PathBuf>,

    /// The values to read, separated by commas or spaces; @FILE reads them from a file.
    #[arg(long, value_name = "1,2,3|@FILE", allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    inputs: String,

    /// Show each line that is executed, and each variable that changes.
    #[arg(long)]
    trace: bool,

    /// Library functions do what they do in reality: what the program prints is printed, files are read and written, clocks run.
    #[arg(long)]
    real_io: bool,

    /// Arguments of the program, with --real-io.
    #[arg(last = true, value_name = "ARGUMENT", requires = "real_io")]
    arguments: Vec<String>,

    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = crate::check::parse_seconds)]
    timeout: Option<Duration>,

    #[command(flatten)]
    program: ProgramOptions,
}

const EXAMPLES: &str = "\
Examples:
  landfall run program.c --inputs 3,-1,0x10
  landfall run program.c --inputs @values.txt --trace
  landfall run program.c --real-io -- input.txt";

pub fn command(mut options: Options) -> Status {
    options.program.real = options.real_io;
    let prepared = options
        .program
        .job(options.file.as_deref())
        .and_then(|job| Ok((crate::program::load(&job, &options.program)?, parse_inputs(&options.inputs)?, job)));
    let (loaded, inputs, job) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            tell(&message);
            return Status::BadInput;
        }
    };
    let Ok(signals) = Signals::install() else { return Status::Internal };
    let budget = Budget::unlimited();
    let shared = budget.clone();
    let trace = options.trace;
    let mut arguments = vec![job.source.display().to_string()];
    arguments.extend(options.arguments);
    let work = move || {
        let world = World::new(&loaded.program, arguments);
        let (report, status) = execute(&loaded, &job.name, &inputs, trace, world, &shared);
        print(&report, status);
        status
    };
    let limits = supervise::Limits { time: options.timeout, ..supervise::Limits::default() };
    match supervise::supervise(limits, &signals, &budget, &mut |_| {}, work) {
        supervise::Outcome::Done(status) => status,
        supervise::Outcome::Abandoned(reason) => {
            tell(&format!("landfall: {reason}"));
            Status::Unknown
        }
        supervise::Outcome::Panicked => Status::Internal,
    }
}

/// Integers in decimal or, after `0x`, hexadecimal.
fn parse_inputs(text: &str) -> Result<Vec<i128>, String> {
    let from_file;
    let text = match text.strip_prefix('@') {
        None => text,
        Some(path) => {
            from_file =
                std::fs::read_to_string(path).map_err(|e| format!("error: cannot read the inputs {path}: {e}"))?;
            &from_file
        }
    };
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    words
        .map(|word| {
            parse_integer(word).ok_or_else(|| format!("error: `{word}` is no integer; inputs look like 3,-1,0x10"))
        })
        .collect()
}

fn parse_integer(word: &str) -> Option<i128> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    };
    let magnitude = magnitude.filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()))?;
    Some(if negative { -magnitude } else { magnitude })
}

/// Gives the inputs in order. When there are no more, what was never set holds zeros, and of what C leaves open the first choice is
/// made.
struct Given<'a> {
    inputs: &'a [i128],
    used: usize,
    /// All that was given, if it is kept.
    values: Vec<i128>,
    keep: bool,
    world: World,
}

impl Host for Given<'_> {
    fn input(&mut self, request: &HavocRequest<'_>) -> Option<i128> {
        if World::is_asked(request) {
            return self.world.answer();
        }
        let value = match self.inputs.get(self.used) {
            Some(value) => {
                self.used += 1;
                *value
            }
            None if *request.kind == HavocKind::Uninitialised => 0,
            None if self.world.is_real() => self.world.decide(request)?,
            None if matches!(request.kind, HavocKind::Unspecified(_)) => 0,
            None => return None,
        };
        if self.keep {
            self.values.push(value);
        }
        Some(value)
    }
}

/// Edges between two looks at the budget.
const SLICE: u64 = 1 << 20;

/// What happened as text, and the exit status for it.
fn execute(
    loaded: &Loaded,
    name: &str,
    inputs: &[i128],
    trace: bool,
    world: World,
    budget: &Budget,
) -> (String, Status) {
    let machine = Machine::new(&loaded.program);
    let mut state = machine.initial();
    let mut path = Path::from(&state);
    let mut host = Given { inputs, used: 0, values: Vec::new(), keep: trace, world };
    let mut steps = 0;
    let ended = loop {
        let limits = Limits::steps(SLICE);
        let run = if trace {
            machine.run_recording(&mut state, &mut host, &limits, &mut path)
        } else {
            machine.run(&mut state, &mut host, &limits)
        };
        steps += run.steps;
        match (run.outcome, budget.poll()) {
            (Outcome::StepLimit, Ok(())) => {}
            (Outcome::NeedsInput { .. }, Ok(())) if host.world.is_waiting() => {
                host.world.ask(&|var| machine.value(&state, var));
            }
            (Outcome::StepLimit, Err(reason)) => break Err(reason),
            (outcome, _) => break Ok(outcome),
        }
    };
    host.world.flush();
    let mut report = String::new();
    if trace {
        Tracer::new(loaded, &machine).write(&mut report, &path, &host.values);
    }
    if host.used < inputs.len() {
        tell(&format!("warning: only {} of {} inputs were read", host.used, inputs.len()));
    }
    let reason = match ended {
        Ok(Outcome::Error(_)) => Speaker::new(loaded, &machine).reason(&state),
        _ => None,
    };
    let end = describe(loaded, ended, reason, host.used);
    report.push_str(&format!("{name}: {} ({steps} steps)\n", end.headline));
    if let Some(place) = end.place {
        report.push_str(&format!("\n{}\n", loaded.render(&place)));
    }
    report.push_str(&format!("\n{}\n", end.last_line));
    (report, end.status)
}

/// The end of an execution, for people.
struct End {
    headline: String,
    place: Option<Diagnostic>,
    last_line: String,
    status: Status,
}

impl End {
    fn quiet(what: &str) -> End {
        let headline = format!("{}, {what}", styled(PROVED, "ENDED"));
        End { headline, place: None, last_line: "ended".into(), status: Status::Proved }
    }

    fn stopped(what: &str, place: Option<Diagnostic>, last_line: &str) -> End {
        let headline = format!("{}, {what}", styled(UNKNOWN, "STOPPED"));
        End { headline, place, last_line: last_line.into(), status: Status::Unknown }
    }
}

/// `reason` is why an access is invalid, if that is how it ended.
fn describe(loaded: &Loaded, ended: Result<Outcome, Reason>, reason: Option<String>, inputs_used: usize) -> End {
    let program = &*loaded.program;
    let at = |edge: EdgeId, what: &str| {
        let diagnostic = Diagnostic::warning(what);
        match program.edges[edge].span {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        }
    };
    match ended {
        Err(reason) => End::stopped(&reason.to_string(), None, "unknown"),
        Ok(Outcome::Error(loc)) => {
            let error = program.locs[loc].error.as_ref();
            let message = error.map_or("an error is reached", |e| &*e.message);
            let message = explained(message, error.map(|e| e.kind), reason);
            let diagnostic = Diagnostic::error(message.clone());
            let place = error.and_then(|e| e.span).map(|span| diagnostic.at(span));
            let headline = format!("{}, {message}", styled(VIOLATED, "VIOLATED"));
            let property = property_violated(loaded, error.map(|error| error.kind));
            End { headline, place, last_line: format!("false({property})"), status: Status::Violated }
        }
        Ok(Outcome::Exited) => End::quiet("the entry function returned"),
        Ok(Outcome::Stuck(loc)) => {
            let line = program.locs[loc].span.map(|span| format!(" at {}", loaded.sources.locate(span)));
            let line = line.unwrap_or_default();
            End::quiet(&format!("the program left silently{line} (exit, abort or a false assumption)"))
        }
        Ok(Outcome::Undefined { edge, kind }) => {
            End::stopped("undefined behaviour", Some(at(edge, &format!("undefined behaviour: {kind}"))), "undefined")
        }
        Ok(Outcome::Unsupported { edge }) => {
            let what = match &program.edges[edge].op {
                Op::Unsupported(what) => format!("unsupported: {what}"),
                _ => "unsupported code".to_string(),
            };
            End::stopped("unsupported code", Some(at(edge, &what)), "unknown")
        }
        Ok(Outcome::NeedsInput { edge }) => {
            let what = format!("input {} is read here", inputs_used + 1);
            let help = "give more values with --inputs";
            End::stopped("more inputs are needed", Some(at(edge, &what).with_help(help)), "unknown")
        }
        Ok(Outcome::StackLimit { edge }) => {
            End::stopped("the calls are nested too deeply", Some(at(edge, "this call was not made")), "unknown")
        }
        Ok(Outcome::NeedsChoice { .. } | Outcome::StepLimit | Outcome::Stopped(_)) => {
            End::stopped("the interpreter stopped early", None, "unknown")
        }
    }
}

/// Executes a recorded path again, edge by edge, and writes what it does.
struct Tracer<'a> {
    loaded: &'a Loaded,
    program: &'a Program,
    machine: &'a Machine<'a>,
    speaker: Speaker<'a>,
    /// File and line written last.
    line: Option<(String, u32)>,
}

impl<'a> Tracer<'a> {
    fn new(loaded: &'a Loaded, machine: &'a Machine<'a>) -> Self {
        Tracer { loaded, program: &loaded.program, machine, speaker: Speaker::new(loaded, machine), line: None }
    }

    fn write(mut self, out: &mut String, path: &Path, inputs: &[i128]) {
        let mut state: State = self.machine.initial();
        let mut inputs = inputs.iter();
        for edge in path.edges(self.program) {
            self.write_line(out, edge);
            let op = &self.program.edges[edge].op;
            let caller = state.calls().last();
            let depth = state.depth();
            let written = self.speaker.about_to(&state, edge);
            let mut read = Vec::new();
            let next = |_| inputs.next().copied().inspect(|value| read.push(*value));
            if self.machine.step_reading(&mut state, edge, next).is_err() {
                break;
            }
            if let Some(written) = written {
                out.push_str(&format!("    {} = {}\n", written.name, written.value(&read)));
            }
            self.write_change(out, &state, op);
            if state.depth() < depth {
                self.write_result(out, &state, caller);
            }
        }
    }

    fn write_line(&mut self, out: &mut String, edge: EdgeId) {
        let Some(span) = self.program.edges[edge].span else { return };
        let at = self.loaded.sources.locate(span);
        let line = (at.file.to_string(), at.line);
        if self.line.as_ref() != Some(&line) {
            let text = self.loaded.source_line(span);
            out.push_str(&format!("{}:{}: {text}\n", line.0, line.1));
            self.line = Some(line);
        }
    }

    fn write_change(&self, out: &mut String, state: &State, op: &Op) {
        match op {
            Op::Assign(var, _) | Op::Havoc(var, _) => self.write_value(out, state, *var),
            Op::Store(var, Some(index), _) => {
                if let Ok(index) = self.machine.eval(index, state) {
                    let value = self.machine.contents(state, *var).get(index as i64);
                    out.push_str(&format!("    {}[{index}] = {value}\n", self.program.vars[*var].name));
                }
            }
            Op::Call { callee, .. } => {
                self.program.procs[*callee].params.iter().for_each(|var| self.write_value(out, state, *var));
            }
            Op::Store(_, None, _) | Op::Skip | Op::Assume(_) | Op::Memory(_) | Op::Unsupported(_) => {}
        }
    }

    /// A call has returned: the variable that took its result.
    fn write_result(&self, out: &mut String, state: &State, call: Option<EdgeId>) {
        if let Some(Op::Call { result: Some(var), .. }) = call.map(|edge| &self.program.edges[edge].op) {
            self.write_value(out, state, *var);
        }
    }

    fn write_value(&self, out: &mut String, state: &State, id: VarId) {
        if let Some(value) = self.speaker.variable(state, id) {
            out.push_str(&format!("    {} = {value}\n", self.program.vars[id].name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_integers() {
        assert_eq!(parse_inputs("1, -2 0x10,\n+7"), Ok(vec![1, -2, 16, 7]));
        assert_eq!(parse_inputs(""), Ok(vec![]));
        for bad in ["a", "1.5", "--1", "0x", "-", "1-2", "+-3"] {
            assert!(parse_inputs(bad).is_err(), "{bad}");
        }
    }
}
