//! A burst of tests: the program runs with inputs from a dictionary of its own constants, at random, and with variations of those that
//! came nearest to an error. Costs milliseconds, and finds what is easy to find before anybody starts a solver.
//!
//! No clock decides anything: what is done depends on the program and the seeds alone.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use cranelift_entity::SecondaryMap;

use crate::budget::Budget;
use crate::cfa::{IntType, LocId, MemoryOp, Op, Program};
use crate::check::{approximation_needed, check_execution};
use crate::exec::{HavocRequest, Host, Limits, Machine, Outcome, Path};
use crate::limits::limits;
use crate::verdict::{Execution, Input};

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub tests: usize,
    /// Edges of one test.
    pub steps: u64,
    /// Edges of all tests together.
    pub all_steps: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { tests: 200, steps: 2_000, all_steps: 150_000 }
    }
}

/// An execution that reaches an error, if the burst finds one. `seeds` are inputs that are worth varying, for instance near misses.
pub fn burst(program: &Program, seeds: &[Vec<i128>], effort: Effort, budget: &Budget) -> Option<Execution> {
    let distance = distances(program);
    // Nothing can fail.
    distance[program.procs[program.entry].entry]?;
    let mut burst = Burst {
        program,
        machine: Machine::new(program).with_memory(limits().burst.memory),
        distance,
        dictionary: dictionary(program),
        random: Random(0x9e37_79b9_7f4a_7c15),
        best: Vec::new(),
    };
    let mut left = effort.all_steps;
    let (mut run, mut cut) = (0, 0);
    for number in 0..effort.tests {
        budget.poll().ok()?;
        let limit = effort.steps.min(left);
        if limit == 0 {
            break;
        }
        let prefix = burst.prefix(number, seeds);
        let (inputs, steps, end) = burst.test(prefix, Values::of(number), limit);
        // Setting a test up costs about as much as running through its variables.
        left = left.saturating_sub(steps + program.vars.len() as u64);
        if end == End::Error {
            let execution = Execution { inputs: burst.simplified(inputs, effort), ..Execution::default() };
            return check_execution(program, &execution, budget).ok();
        }
        (run, cut) = (run + 1, cut + usize::from(end == End::Cut));
        if burst.reads_nothing(&inputs) {
            break;
        }
    }
    if cut * 8 > run { burst.long(budget) } else { None }
}

/// An execution that was checked, with inputs that are easier on people if there are any: zero or one wherever that leads to the same
/// error.
pub fn plainer(program: &Program, execution: &Execution, budget: &Budget) -> Option<Execution> {
    let error = execution.error?;
    let mut alone = program.clone();
    for (loc, data) in alone.locs.iter_mut() {
        data.error = data.error.take().filter(|_| loc == error);
    }
    let mut burst = Burst {
        program: &alone,
        machine: Machine::new(&alone).with_memory(limits().burst.memory),
        distance: distances(&alone),
        dictionary: Vec::new(),
        random: Random(1),
        best: Vec::new(),
    };
    let inputs = burst.simplified(execution.inputs.clone(), Effort::default());
    let found = check_execution(program, &Execution { inputs, ..Execution::default() }, budget).ok()?;
    let same = found.error == Some(error) && approximation_needed(program, found.path.iter().copied()).is_none();
    same.then_some(found)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Error,
    /// Too many edges, or calls that nest too deeply.
    Cut,
    Other,
}

/// Where the values of a test come from, but for a given beginning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Always(i128),
    Dictionary,
    /// From the whole range of their types.
    Range,
}

impl Values {
    /// The first two tests are the plainest there are.
    fn of(test: usize) -> Values {
        if test < 2 { Values::Always(test as i128) } else { Values::Dictionary }
    }
}

struct Burst<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    /// Edges to the nearest error, calls and returns included.
    distance: SecondaryMap<LocId, Option<u32>>,
    dictionary: Vec<i128>,
    random: Random,
    /// The nearest misses with their distances, nearest first.
    best: Vec<(u32, Vec<i128>)>,
}

impl Burst<'_> {
    /// The inputs with which a test begins; what follows is up to chance.
    fn prefix(&mut self, number: usize, seeds: &[Vec<i128>]) -> Vec<i128> {
        if let Some(seed) = seeds.get(number) {
            return seed.clone();
        }
        let varies = number % 2 == 1 && !self.best.is_empty();
        if !varies {
            return Vec::new();
        }
        let chosen = self.random.below(self.best.len());
        let mut inputs = self.best[chosen].1.clone();
        if !inputs.is_empty() {
            let at = self.random.below(inputs.len());
            inputs[at] = match self.random.below(4) {
                0 => inputs[at].wrapping_add(1),
                1 => inputs[at].wrapping_sub(1),
                _ => self.value(),
            };
            if self.random.below(4) == 0 {
                inputs.truncate(at + 1);
            }
        }
        inputs
    }

    fn value(&mut self) -> i128 {
        match self.random.below(8) {
            0..=4 => self.dictionary[self.random.below(self.dictionary.len())],
            5 | 6 => self.random.below(21) as i128 - 10,
            _ => i128::from(self.random.next() as i64),
        }
    }

    /// Long tests, each with values of another kind.
    fn long(&mut self, budget: &Budget) -> Option<Execution> {
        let limit = if self.program.has_arrays() || self.program.has_memory() {
            limits().burst.long_with_arrays
        } else {
            limits().burst.long
        };
        let mut tests = vec![(Values::Always(0), limit), (Values::Range, limit), (Values::Dictionary, limit)];
        let mut constants: Vec<i128> = self.dictionary.iter().copied().filter(|c| c.abs() > 1).collect();
        constants.sort_by_key(|c| c.unsigned_abs());
        tests.extend(
            constants.into_iter().take(limits().burst.constants).map(|c| (Values::Always(c), limits().burst.long)),
        );
        for (values, limit) in tests {
            budget.poll().ok()?;
            let (inputs, steps, end) = self.test(Vec::new(), values, limit);
            if end == End::Error {
                let inputs = self.flattened(inputs, limit, limits().burst.long_with_arrays / steps.max(1));
                let execution = Execution { inputs, ..Execution::default() };
                return check_execution(self.program, &execution, budget).ok();
            }
            if self.reads_nothing(&inputs) {
                break;
            }
        }
        None
    }

    /// Runs once. The inputs, how many edges were taken, and how it ended.
    fn test(&mut self, prefix: Vec<i128>, values: Values, limit: u64) -> (Vec<Input>, u64, End) {
        let mut state = self.machine.initial();
        let mut path = Path::from(&state);
        let mut feeder = Feeder::new(self.program, prefix);
        let limits =
            Limits { steps: limit, depth: if limit < limits().burst.long { 500 } else { limits().burst.depth } };
        let mut steps = 0;
        let outcome = loop {
            let rest = Limits { steps: limit.saturating_sub(steps), ..limits };
            let run = self.machine.run_recording(&mut state, &mut feeder, &rest, &mut path);
            steps += run.steps;
            match run.outcome {
                Outcome::NeedsInput { .. } if steps < limit => {
                    feeder.next = Some(match values {
                        Values::Always(value) => value,
                        Values::Dictionary => self.value(),
                        Values::Range => i128::from(self.random.next() as i64),
                    });
                }
                outcome => break outcome,
            }
        };
        let near = path.edges(self.program).filter_map(|edge| self.distance[self.program.edges[edge].dst]).min();
        if let Some(near) = near.filter(|_| !matches!(outcome, Outcome::Error(_))) {
            self.keep(near, feeder.read.iter().map(|input| input.value).collect());
        }
        let end = match outcome {
            Outcome::Error(_) if is_candidate(self.program, &feeder.read, &path) => End::Other,
            Outcome::Error(_) => End::Error,
            Outcome::StackLimit { .. } => End::Cut,
            _ if steps >= limit => End::Cut,
            _ => End::Other,
        };
        (feeder.read, steps, end)
    }

    fn keep(&mut self, near: u32, inputs: Vec<i128>) {
        let at = self.best.partition_point(|(other, _)| *other <= near);
        if at < limits().burst.varied && !self.best.iter().any(|(_, known)| *known == inputs) {
            self.best.insert(at, (near, inputs));
            self.best.truncate(limits().burst.varied);
        }
    }

    /// Inputs that lead to an error with values that are easier on people: zero or one wherever that does as well.
    fn simplified(&mut self, mut inputs: Vec<Input>, effort: Effort) -> Vec<Input> {
        let mut left = effort.all_steps;
        for at in 0..inputs.len() {
            for plain in [0, 1] {
                if inputs.get(at).is_none_or(|input| input.value == plain) {
                    break;
                }
                let mut values: Vec<i128> = inputs.iter().map(|input| input.value).collect();
                values[at] = plain;
                // What is read beyond the given values is zero.
                let (read, steps, end) = self.test(values, Values::Always(0), effort.steps.min(left));
                left = left.saturating_sub(steps + self.program.vars.len() as u64);
                if end == End::Error {
                    inputs = read;
                    break;
                }
                if left == 0 {
                    return inputs;
                }
            }
        }
        inputs
    }

    /// As [`Self::simplified`], for many inputs: halves, quarters and so on of them are zero wherever that does as well.
    fn flattened(&mut self, mut inputs: Vec<Input>, limit: u64, mut tests: u64) -> Vec<Input> {
        let mut size = inputs.len();
        while size > 0 {
            for start in (0..inputs.len()).step_by(size) {
                let end = inputs.len().min(start + size);
                let Some(part) = inputs.get(start..end) else { break };
                if part.iter().all(|input| input.value == 0) {
                    continue;
                }
                if tests == 0 {
                    return inputs;
                }
                tests -= 1;
                let mut values: Vec<i128> = inputs.iter().map(|input| input.value).collect();
                values[start..end].fill(0);
                let (read, _, end) = self.test(values, Values::Always(0), limit);
                if end == End::Error {
                    inputs = read;
                }
            }
            size /= 2;
        }
        inputs
    }

    /// Whether all tests would be the same.
    fn reads_nothing(&self, inputs: &[Input]) -> bool {
        inputs.is_empty()
            && !self
                .program
                .edges
                .values()
                .any(|edge| matches!(edge.op, Op::Havoc(..) | Op::Memory(MemoryOp::Havoc { .. })))
    }
}

/// Whether an error at the end of a path depends on something that is not modelled exactly.
pub(crate) fn is_candidate(program: &Program, inputs: &[Input], path: &Path) -> bool {
    inputs.iter().any(|input| input.kind.as_approximation().is_some())
        && approximation_needed(program, path.edges(program)).is_some()
}

/// Gives what is left of the prefix, then one value at a time. Regions of memory are given the value that all their cells have, and
/// that no cell has another; parts of memory behind the first are given values that were given before.
pub(crate) struct Feeder<'p> {
    program: &'p Program,
    prefix: std::vec::IntoIter<i128>,
    pub next: Option<i128>,
    pub read: Vec<Input>,
}

impl Host for Feeder<'_> {
    fn input(&mut self, request: &HavocRequest<'_>) -> Option<i128> {
        let value = match self.next.take().or_else(|| self.prefix.next()) {
            _ if request.is_whole && request.number > 0 => 0,
            None if request.is_whole => 0,
            None if request.number > 0 => self.again(request.number),
            value => value?,
        };
        let value = request.ty.wrap(value);
        let span = self.program.edges[request.edge].span;
        self.read.push(Input { value, kind: request.kind.clone(), span });
        Some(value)
    }
}

impl<'p> Feeder<'p> {
    pub fn new(program: &'p Program, prefix: Vec<i128>) -> Self {
        Feeder { program, prefix: prefix.into_iter(), read: Vec::new(), next: None }
    }

    /// A value for a part of memory: zero, or one that was read before.
    fn again(&self, number: usize) -> i128 {
        let mixed = (number + self.read.len()).wrapping_mul(0x9e37_79b9) >> 7;
        match self.read.len() {
            0 => 0,
            _ if mixed.is_multiple_of(3) => 0,
            read => self.read[mixed % read].value,
        }
    }
}

/// For each location the least number of edges to an error; `None` if there is no way.
fn distances(program: &Program) -> SecondaryMap<LocId, Option<u32>> {
    let mut found: SecondaryMap<LocId, Option<u32>> = SecondaryMap::with_default(None);
    let mut callers: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
    for edge in program.edges.values() {
        if let Op::Call { callee, .. } = &edge.op {
            callers.entry(program.procs[*callee].entry).or_default().push(edge.src);
        }
    }
    let mut queue: VecDeque<LocId> = program.errors().map(|(loc, _)| loc).collect();
    queue.iter().for_each(|loc| found[*loc] = Some(0));
    while let Some(loc) = queue.pop_front() {
        let near = found[loc].unwrap_or(0) + 1;
        let mut before: Vec<LocId> = program.incoming(loc).map(|(_, edge)| edge.src).collect();
        before.extend(callers.get(&loc).into_iter().flatten());
        for source in before {
            if found[source].is_none() {
                found[source] = Some(near);
                queue.push_back(source);
            }
        }
    }
    found
}

/// Values that are worth trying: the program's constants and their neighbours, and the ends of the types.
pub(crate) fn dictionary(program: &Program) -> Vec<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::from([0, 1, -1, 2, 10]);
    for edge in program.edges.values() {
        let mut near = |value: i128| found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
        edge.op.for_each_expr(&mut |expr| expr.for_each_constant(&mut near));
    }
    for edge in program.edges.values() {
        if let Op::Havoc(var, _) = &edge.op
            && let Some(ty) = program.vars[*var].ty.as_int()
        {
            found.extend(ends(ty));
        }
    }
    found.into_iter().collect()
}

fn ends(ty: IntType) -> [i128; 2] {
    [ty.min(), ty.max()]
}

/// Numbers that look random and are the same each time (xorshift64*).
pub(crate) struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::DataModel;
    use crate::front::{FrontOptions, load_text};

    fn tried(body: &str, seeds: &[Vec<i128>]) -> Option<Vec<i128>> {
        let text = format!("void reach_error(void); int in(void); int main(void) {{ {body} }}");
        let loaded = load_text("t.c", &text, &FrontOptions::new(DataModel::Lp64)).expect("the text is C");
        let found = burst(&loaded.program, seeds, Effort::default(), &Budget::unlimited())?;
        assert!(found.error.is_some());
        Some(found.inputs.iter().map(|input| input.value).collect())
    }

    #[test]
    fn keys_are_found_in_the_dictionary_one_after_the_other() {
        let locks = "int a = in(); if (a != 4711) return 0; int b = in(); if (b != -815) return 0; reach_error();";
        assert_eq!(tried(locks, &[]), Some(vec![4711, -815]));
        let junk = "int a = in(), b = in(), c = in(); if (b > 1000 && a != c) reach_error();";
        let found = tried(junk, &[]).expect("easy");
        assert!(found.iter().filter(|value| (0..=1).contains(*value)).count() >= 2, "{found:?}");
        // The same each time.
        assert_eq!(tried(locks, &[]), tried(locks, &[]));
    }

    #[test]
    fn near_misses_are_varied() {
        let far = "int a = in(), b = in(); if (a * 3 + 1 == 100000 && b == a + 1) reach_error();";
        assert_eq!(tried(far, &[]), None);
        assert_eq!(tried(far, &[vec![33333, 33333]]), Some(vec![33333, 33334]));
    }

    #[test]
    fn what_cannot_fail_is_not_run() {
        assert_eq!(tried("while (1) in();", &[]), None);
        assert_eq!(tried("int i = 0; while (i < 1000000) i++; if (i != 1000000) reach_error();", &[]), None);
    }

    #[test]
    fn long_tests_run_through_arrays() {
        let unsorted = "int a[5000]; for (int i = 0; i < 5000; i++) a[i] = in();
            for (int i = 1; i < 5000; i++) if (a[i] < a[i - 1]) reach_error();";
        assert!(tried(unsorted, &[]).is_some_and(|inputs| inputs.len() >= 5000));
        let uninitialised = "int a[5000]; for (int i = 0; i < 4999; i++) a[i] = 7;
            for (int i = 0; i < 5000; i++) if (a[i] != 7) reach_error();";
        assert!(tried(uninitialised, &[]).is_some());
    }

    #[test]
    fn long_tests_nest_calls_deeply() {
        let text = "void reach_error(void); int in(void); int same(int n) { return n <= 0 ? 0 : same(n - 1) + 1; }
            int main(void) { if (same(in()) == 1500) reach_error(); }";
        let loaded = load_text("t.c", text, &FrontOptions::new(DataModel::Lp64)).expect("the text is C");
        let found = burst(&loaded.program, &[], Effort::default(), &Budget::unlimited()).expect("it is a constant");
        assert_eq!(found.inputs.iter().map(|input| input.value).collect::<Vec<_>>(), [1500]);
    }
}
