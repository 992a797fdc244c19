//! Fuzzing guided by coverage: inputs that take new edges, or edges more often than before, are kept and varied (as in AFL, and as
//! VeriFuzz does for C programs: Basak Chowdhury, Medicherla, Venkatesh, TACAS 2019).
//!
//! The program as the front end made it is executed, memory and all, a hundred thousand tests a second where they are short. It finds
//! errors and proves nothing. The numbers that look random are the same each time.

use cranelift_entity::SecondaryMap;

use super::{Context, Engine, Task};
use crate::burst::{Feeder, Random, dictionary, is_candidate};
use crate::cfa::{EdgeId, MemoryOp, Op, Program};
use crate::check::check_execution;
use crate::exec::{Limits, Machine, Outcome, Path};
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::{Execution, Input, Reason, Verdict};

#[derive(Clone, Copy, Debug, Default)]
pub struct Fuzz;

impl Engine for Fuzz {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let program = &*task.original;
        let reads = |op: &Op| matches!(op, Op::Havoc(..) | Op::Memory(MemoryOp::Havoc { .. }));
        if !program.edges.values().any(|edge| reads(&edge.op)) {
            return Verdict::Unknown(Reason::Incomplete("the program reads no inputs".into()));
        }
        let mut fuzzer = Fuzzer::new(program);
        let verdict = loop {
            if let Err(reason) = cx.budget.poll() {
                break Verdict::Unknown(reason);
            }
            if fuzzer.is_exhausted() {
                break Verdict::Unknown(Reason::Incomplete("tests take no new ways any more".into()));
            }
            let steps = fuzzer.steps;
            let found = fuzzer.round();
            cx.budget.ran(fuzzer.steps - steps);
            if let Some(inputs) = found {
                let execution = Execution { inputs, ..Execution::default() };
                if check_execution(program, &execution, &cx.budget).is_ok() {
                    break Verdict::Unsafe(execution);
                }
            }
        };
        cx.statistics.add("tests", fuzzer.tests);
        cx.statistics.add("tests kept", fuzzer.kept.len() as u64);
        cx.statistics.add("steps", fuzzer.steps);
        if matches!(verdict, Verdict::Unknown(_)) {
            cx.emit(Event::Note(format!("{} tests, of which {} took new ways", fuzzer.tests, fuzzer.kept.len())));
        }
        verdict
    }
}

struct Fuzzer<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    dictionary: Vec<i128>,
    random: Random,
    /// Inputs that took new ways, oldest first, with the edges that each test took.
    kept: Vec<(Vec<i128>, u64)>,
    /// For each edge the numbers of times, by magnitude, that tests took it: one bit each.
    seen: SecondaryMap<EdgeId, u8>,
    /// How often the present test takes each edge.
    counts: SecondaryMap<EdgeId, u32>,
    /// Edges of one test.
    limit: u64,
    /// Tests since one took a new way.
    in_vain: u64,
    tests: u64,
    steps: u64,
}

impl<'p> Fuzzer<'p> {
    fn new(program: &'p Program) -> Self {
        Fuzzer {
            program,
            machine: Machine::new(program).with_memory(limits().burst.memory),
            dictionary: dictionary(program),
            random: Random(0x2545_f491_4f6c_dd1d),
            kept: Vec::new(),
            seen: SecondaryMap::new(),
            counts: SecondaryMap::new(),
            limit: limits().fuzz.steps,
            in_vain: 0,
            tests: 0,
            steps: 0,
        }
    }

    /// Whether many tests took no new way, however long they were.
    fn is_exhausted(&self) -> bool {
        self.limit >= limits().fuzz.most_steps && self.in_vain >= limits().fuzz.in_vain
    }

    /// Some tests. The inputs of one that reaches an error.
    fn round(&mut self) -> Option<Vec<Input>> {
        (0..limits().fuzz.round).find_map(|_| {
            let inputs = self.varied();
            self.test(inputs)
        })
    }

    /// Runs once; keeps the inputs if they take a new way.
    fn test(&mut self, inputs: Vec<i128>) -> Option<Vec<Input>> {
        let mut state = self.machine.initial();
        let mut path = Path::from(&state);
        let mut feeder = Feeder::new(self.program, inputs);
        let end = [Beyond::Zero, Beyond::Dictionary, Beyond::Range, Beyond::Again][self.random.below(4)];
        let mut steps = 0;
        let outcome = loop {
            let rest = Limits { steps: self.limit.saturating_sub(steps), depth: limits().burst.depth };
            let run = self.machine.run_recording(&mut state, &mut feeder, &rest, &mut path);
            steps += run.steps;
            match run.outcome {
                Outcome::NeedsInput { .. } if steps < self.limit && feeder.read.len() < limits().fuzz.inputs => {
                    feeder.next = Some(match end {
                        Beyond::Zero => 0,
                        Beyond::Dictionary => self.value(),
                        Beyond::Range => i128::from(self.random.next() as i64),
                        Beyond::Again => feeder.read.last().map_or(1, |input| input.value),
                    });
                }
                outcome => break outcome,
            }
        };
        self.tests += 1;
        self.steps += steps + self.program.vars.len() as u64;
        if matches!(outcome, Outcome::Error(_)) && !is_candidate(self.program, &feeder.read, &path) {
            return Some(feeder.read);
        }
        if self.is_new(&path) {
            self.in_vain = 0;
            self.kept.push((feeder.read.iter().map(|input| input.value).collect(), steps));
        } else {
            self.in_vain += 1;
            if self.in_vain >= limits().fuzz.patience && self.limit < limits().fuzz.most_steps {
                // Perhaps something happens later.
                self.in_vain = 0;
                self.limit *= 4;
            }
        }
        None
    }

    /// Whether a path takes an edge that none took, or more often by an order of magnitude; notes what it takes.
    fn is_new(&mut self, path: &Path) -> bool {
        let mut taken = Vec::new();
        for edge in path.edges(self.program) {
            if self.counts[edge] == 0 {
                taken.push(edge);
            }
            self.counts[edge] += 1;
        }
        let mut is_new = false;
        for edge in taken {
            let magnitude = 1 << (32 - self.counts[edge].leading_zeros()).min(8).saturating_sub(1);
            self.counts[edge] = 0;
            is_new |= self.seen[edge] & magnitude == 0;
            self.seen[edge] |= magnitude;
        }
        is_new
    }

    fn value(&mut self) -> i128 {
        match self.random.below(8) {
            0..=3 => self.dictionary[self.random.below(self.dictionary.len())],
            4 | 5 => self.random.below(21) as i128 - 4,
            6 => i128::from(self.random.next() as i8),
            _ => i128::from(self.random.next() as i64),
        }
    }

    /// The inputs of a kept test, rather a recent and a short one, varied in a few ways.
    fn varied(&mut self) -> Vec<i128> {
        if self.kept.is_empty() {
            return Vec::new();
        }
        let last = self.kept.len() - 1;
        let recent = self.random.below(2) == 0;
        let mut any = || if recent { last - self.random.below(last.min(15) + 1) } else { self.random.below(last + 1) };
        let chosen = [any(), any(), any()].into_iter().min_by_key(|position| self.kept[*position].1).unwrap_or(last);
        let mut inputs = self.kept[chosen].0.clone();
        for _ in 0..1 << self.random.below(4) {
            self.vary(&mut inputs);
        }
        inputs
    }

    fn vary(&mut self, inputs: &mut Vec<i128>) {
        let length = inputs.len();
        if length == 0 {
            let value = self.value();
            return inputs.push(value);
        }
        let at = self.random.below(length);
        let size = 1 + self.random.below(8.min(length - at));
        match self.random.below(10) {
            0..=3 => inputs[at] = self.value(),
            4 => inputs[at] = inputs[at].wrapping_add(self.random.below(9) as i128 - 4),
            5 => inputs[at] ^= 1 << self.random.below(32),
            6 => drop(inputs.drain(at..at + size)),
            7 => {
                let part = inputs[at..at + size].to_vec();
                inputs.splice(at..at, part);
            }
            8 => {
                let other = &self.kept[self.random.below(self.kept.len())].0;
                if !other.is_empty() {
                    let from = self.random.below(other.len());
                    let part = other[from..other.len().min(from + size)].to_vec();
                    inputs.splice(at..at + size, part);
                }
            }
            _ => inputs.truncate(at + 1),
        }
    }
}

/// Where inputs come from that a test reads beyond those it was given.
#[derive(Clone, Copy)]
enum Beyond {
    Zero,
    Dictionary,
    /// From the whole range of their types.
    Range,
    /// The one before.
    Again,
}

#[cfg(test)]
mod tests {
    use super::super::tests::{alone, loaded};
    use super::*;
    use crate::analysis::prepare;
    use crate::budget::Budget;

    fn verdict(text: &str) -> Verdict {
        let task = prepare(&loaded(text));
        let effort = Budget::effort_of(std::time::Duration::from_secs(3));
        alone(Budget::unlimited().counted(effort), |cx| Fuzz.run(&task, cx))
    }

    #[test]
    fn ways_are_found_one_after_the_other() {
        let text = "void reach_error(void); char in(void); int main(void) { char s[9]; int depth = 0;
            for (int i = 0; i < 8; i++) s[i] = in(); s[8] = 0;
            if (s[0] == '<') if (s[1] == 'k') if (s[2] == 'e') if (s[3] == 'y') if (s[4] == '>') depth = 1;
            for (int i = 5; s[i] == '('; i++) depth++;
            if (depth == 3) reach_error(); return 0; }";
        assert!(matches!(verdict(text), Verdict::Unsafe(_)));
        assert!(matches!(verdict(&text.replace("depth == 3", "depth == 5")), Verdict::Unknown(_)));
    }
}
