//! Crossing loops in one step, where that gives exactly what running them would.
//!
//! From the instruction where a run pauses, the code is run ahead until it comes back there a few times. If the same
//! instructions repeat and every cell grows by the same amount in each period, one period is run once more with *lines* in place
//! of numbers: `value + slope·k` for the k-th period. Sums, products with constants and comparisons of lines bound the k up to
//! which nothing changes: the same branches are taken, nothing overflows or wraps anew. If at the end every cell is again on
//! its line, all periods up to the bound are crossed by adding `slope·k` to each cell.
//!
//! What reads inputs, touches memory, is nondeterministic, recursive or not affine is not crossed.

use super::code::{Code, Inst, Pc, Test};
use super::operate::{binary, holds, unary, wrap};
use super::state::{Cell, State};
use crate::cfa::{BinaryOp, IntType, Overflow};

/// Instructions that are run ahead at most.
const MAX_AHEAD: usize = 4_000;
/// Returns to the first instruction that are looked at.
const MAX_RETURNS: usize = 48;
/// Edges that a crossing must save at least.
const MIN_SAVED: i64 = 2_000;

/// Tries to cross what begins at `pc`. Returns the edges that were saved, at most `most`; the state is then that many edges on.
pub(super) fn cross(code: &Code, overflow: Overflow, state: &mut State, pc: Pc, most: i64) -> Option<i64> {
    let mut ahead = Tracer::new(code, overflow, &state.cells, pc);
    let mut snapshots = vec![state.cells.clone()];
    let mut segments: Vec<u64> = Vec::new();
    while segments.len() < MAX_RETURNS {
        let Some(segment) = ahead.until_return() else { break };
        segments.push(segment);
        snapshots.push(ahead.cells.clone());
        // A period is seen twice before it is believed.
        let period = segments.len() / 2;
        let even = segments.len() == 2 * period;
        if even && segments[..period] == segments[period..] && grows_evenly(&snapshots, period) {
            let slopes = snapshots[0].iter().zip(&snapshots[period]);
            let slopes: Vec<i64> = slopes.map(|(a, b)| b.checked_sub(*a)).collect::<Option<_>>()?;
            let Some((count, steps)) = periods(code, overflow, state, pc, &slopes, period) else { continue };
            let count = count.min(most / steps.max(1));
            if count.saturating_mul(steps) >= MIN_SAVED {
                for (cell, slope) in state.cells.iter_mut().zip(&slopes) {
                    *cell += slope * count;
                }
                return Some(count * steps);
            }
        }
    }
    None
}

fn grows_evenly(snapshots: &[Vec<i64>], period: usize) -> bool {
    let (first, second, third) = (&snapshots[0], &snapshots[period], &snapshots[2 * period]);
    first.iter().zip(second).zip(third).all(|((a, b), c)| b.wrapping_sub(*a) == c.wrapping_sub(*b))
}

/// How many periods go the same way, and the edges of one.
fn periods(
    code: &Code,
    overflow: Overflow,
    state: &State,
    pc: Pc,
    slopes: &[i64],
    returns: usize,
) -> Option<(i64, i64)> {
    let mut line = Tracer::new(code, overflow, &state.cells, pc);
    line.slopes.copy_from_slice(slopes);
    for _ in 0..returns {
        line.until_return()?;
    }
    let on_line = |i: usize| line.slopes[i] == slopes[i] && line.cells[i] == state.cells[i] + slopes[i];
    (0..slopes.len()).all(on_line).then_some((line.bound, line.steps))
}

/// Runs code on lines. With all slopes zero that is plain execution.
struct Tracer<'a> {
    code: &'a Code,
    overflow: Overflow,
    start: Pc,
    pc: Pc,
    cells: Vec<i64>,
    slopes: Vec<i64>,
    /// Open calls, as indices of call sites.
    calls: Vec<u32>,
    steps: i64,
    executed: usize,
    /// The largest k for which everything so far holds.
    bound: i64,
}

impl<'a> Tracer<'a> {
    fn new(code: &'a Code, overflow: Overflow, cells: &[i64], pc: Pc) -> Self {
        let (cells, slopes) = (cells.to_vec(), vec![0; cells.len()]);
        Tracer {
            code,
            overflow,
            start: pc,
            pc,
            cells,
            slopes,
            calls: Vec::new(),
            steps: 0,
            executed: 0,
            bound: i64::MAX,
        }
    }

    /// Runs until the first instruction is reached again. A hash of the instructions on the way; `None` if that does not happen
    /// soon or cannot be told of lines.
    fn until_return(&mut self) -> Option<u64> {
        let mut hash = 0u64;
        loop {
            if self.executed == MAX_AHEAD {
                return None;
            }
            self.executed += 1;
            hash = (hash.rotate_left(5) ^ u64::from(self.pc)).wrapping_mul(0x517c_c1b7_2722_0a95);
            self.step()?;
            if self.pc == self.start && self.calls.is_empty() {
                return Some(hash);
            }
        }
    }

    fn line(&self, cell: Cell) -> (i128, i128) {
        (i128::from(self.cells[cell as usize]), i128::from(self.slopes[cell as usize]))
    }

    fn constant(&self, cell: Cell) -> bool {
        self.slopes[cell as usize] == 0
    }

    /// Keeps k small enough for `value + slope·k` to lie between `low` and `high`.
    fn restrict(&mut self, value: i128, slope: i128, low: i128, high: i128) -> Option<()> {
        if value < low || value > high {
            return None;
        }
        let most = match slope {
            0 => return Some(()),
            1.. => (high - value) / slope,
            _ => (value - low) / -slope,
        };
        self.bound = self.bound.min(i64::try_from(most).unwrap_or(i64::MAX));
        Some(())
    }

    fn set(&mut self, dst: Cell, value: i64, slope: i64) {
        self.cells[dst as usize] = value;
        self.slopes[dst as usize] = slope;
    }

    /// The line of a result that has to fit into `ty`, or wraps around it.
    fn fit(&mut self, dst: Cell, value: i128, slope: i128, ty: IntType, wraps: bool) -> Option<()> {
        let (low, high) = (ty.min(), ty.max());
        let kept = if wraps { ty.wrap(value) } else { value };
        self.restrict(kept, slope, low, high)?;
        self.set(dst, i64::try_from(kept).ok()?, i64::try_from(slope).ok()?);
        Some(())
    }

    fn sum(&mut self, dst: Cell, a: Cell, b: Cell, sign: i128, ty: IntType, wraps: bool) -> Option<()> {
        let ((va, sa), (vb, sb)) = (self.line(a), self.line(b));
        self.fit(dst, va + sign * vb, sa + sign * sb, ty, wraps)
    }

    fn product(&mut self, dst: Cell, a: Cell, b: Cell, ty: IntType, wraps: bool) -> Option<()> {
        let ((va, sa), (vb, sb)) = (self.line(a), self.line(b));
        if sa != 0 && sb != 0 {
            return None;
        }
        self.fit(dst, va * vb, va * sb + sa * vb, ty, wraps)
    }

    /// Whether the test holds, for all k up to the bound.
    fn test(&mut self, test: Test, a: Cell, b: Cell) -> Option<bool> {
        let ((va, sa), (vb, sb)) = (self.line(a), self.line(b));
        let outcome = holds(test, self.cells[a as usize], self.cells[b as usize]);
        if sa == 0 && sb == 0 {
            return Some(outcome);
        }
        if matches!(test, Test::LtU | Test::LeU) {
            // Patterns and numbers agree where nothing is negative.
            self.restrict(va, sa, 0, i128::from(i64::MAX))?;
            self.restrict(vb, sb, 0, i128::from(i64::MAX))?;
        }
        let (difference, slope) = (va - vb, sa - sb);
        let (low, high) = match (test, outcome) {
            (Test::Lt | Test::LtU, true) => (i128::MIN / 2, -1),
            (Test::Lt | Test::LtU, false) => (0, i128::MAX / 2),
            (Test::Le | Test::LeU, true) => (i128::MIN / 2, 0),
            (Test::Le | Test::LeU, false) => (1, i128::MAX / 2),
            (Test::Eq, true) | (Test::Ne, false) => (0, 0),
            (Test::Eq, false) | (Test::Ne, true) if difference < 0 => (i128::MIN / 2, -1),
            (Test::Eq, false) | (Test::Ne, true) => (1, i128::MAX / 2),
        };
        self.restrict(difference, slope, low, high)?;
        Some(outcome)
    }

    /// Whether a truth value holds.
    fn truth(&self, cell: Cell) -> Option<bool> {
        self.constant(cell).then(|| self.cells[cell as usize] != 0)
    }

    /// Quotients and remainders of lines whose slope the divisor divides.
    fn division(&mut self, op: BinaryOp, ty: IntType, dst: Cell, a: Cell, b: Cell) -> Option<()> {
        let ((value, slope), (divisor, _)) = (self.line(a), self.line(b));
        if !self.constant(b) || divisor <= 0 || value < 0 || slope % divisor != 0 {
            return None;
        }
        self.restrict(value, slope, 0, ty.max().min(i128::from(i64::MAX)))?;
        match op {
            BinaryOp::Div => self.fit(dst, value / divisor, slope / divisor, ty, false),
            _ => self.fit(dst, value % divisor, 0, ty, false),
        }
    }

    fn step(&mut self) -> Option<()> {
        let mut next = self.pc + 1;
        let (i32s, i64s, u32s) = (IntType::new(32, true), IntType::new(64, true), IntType::new(32, false));
        match self.code.insts[self.pc as usize] {
            Inst::Move { dst, a } => self.set(dst, self.cells[a as usize], self.slopes[a as usize]),
            Inst::AddI32 { dst, a, b } => self.sum(dst, a, b, 1, i32s, false)?,
            Inst::SubI32 { dst, a, b } => self.sum(dst, a, b, -1, i32s, false)?,
            Inst::MulI32 { dst, a, b } => self.product(dst, a, b, i32s, false)?,
            Inst::AddI64 { dst, a, b } => self.sum(dst, a, b, 1, i64s, false)?,
            Inst::SubI64 { dst, a, b } => self.sum(dst, a, b, -1, i64s, false)?,
            Inst::MulI64 { dst, a, b } => self.product(dst, a, b, i64s, false)?,
            Inst::AddU32 { dst, a, b } => self.sum(dst, a, b, 1, u32s, true)?,
            Inst::SubU32 { dst, a, b } => self.sum(dst, a, b, -1, u32s, true)?,
            Inst::MulU32 { dst, a, b } => self.product(dst, a, b, u32s, true)?,
            Inst::AddWrap { dst, a, b } => self.sum(dst, a, b, 1, i64s, true)?,
            Inst::SubWrap { dst, a, b } => self.sum(dst, a, b, -1, i64s, true)?,
            Inst::MulWrap { dst, a, b } => self.product(dst, a, b, i64s, true)?,
            Inst::And { dst, a, b } if self.constant(a) && self.constant(b) => {
                self.set(dst, self.cells[a as usize] & self.cells[b as usize], 0);
            }
            Inst::Or { dst, a, b } if self.constant(a) && self.constant(b) => {
                self.set(dst, self.cells[a as usize] | self.cells[b as usize], 0);
            }
            Inst::Xor { dst, a, b } if self.constant(a) && self.constant(b) => {
                self.set(dst, self.cells[a as usize] ^ self.cells[b as usize], 0);
            }
            Inst::Compare { test, dst, a, b } => {
                let outcome = self.test(test, a, b)?;
                self.set(dst, i64::from(outcome), 0);
            }
            Inst::Wrap { to, dst, a } => {
                let (value, slope) = self.line(a);
                if to.bits == 64 {
                    // Patterns stay as they are.
                    self.set(dst, self.cells[a as usize], self.slopes[a as usize]);
                } else {
                    debug_assert_eq!(i128::from(wrap(to, self.cells[a as usize])), to.wrap(value));
                    self.fit(dst, value, slope, to, true)?;
                }
            }
            Inst::Binary { op, ty, dst, a, b } => {
                if self.constant(a) && self.constant(b) {
                    binary(&mut self.cells, op, ty, self.overflow, dst, a, b).ok()?;
                    self.slopes[dst as usize] = 0;
                } else if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                    self.division(op, ty, dst, a, b)?;
                } else {
                    return None;
                }
            }
            Inst::Unary { op, ty, dst, a } if self.constant(a) => {
                unary(&mut self.cells, op, ty, self.overflow, dst, a).ok()?;
                self.slopes[dst as usize] = 0;
            }
            Inst::Unless { a, target } if !self.truth(a)? => next = target,
            Inst::When { a, target } if self.truth(a)? => next = target,
            Inst::Unless { .. } | Inst::When { .. } => {}
            Inst::Hop { target } => next = target,
            Inst::Branch { test, steps, a, b, target } => {
                if !self.test(test, a, b)? {
                    next = target;
                }
                self.steps += i64::from(steps);
            }
            Inst::BranchIf { steps, a, target } => {
                if !self.truth(a)? {
                    next = target;
                }
                self.steps += i64::from(steps);
            }
            Inst::Jump { steps, target, .. } => {
                next = target;
                self.steps += i64::from(steps);
            }
            Inst::Call { index, steps } => {
                next = self.enter(index)?;
                self.steps += i64::from(steps);
            }
            Inst::Return { steps } => {
                next = self.leave()?;
                self.steps += i64::from(steps);
            }
            _ => return None,
        }
        self.pc = next;
        Some(())
    }

    fn enter(&mut self, index: u32) -> Option<Pc> {
        let site = &self.code.calls[index as usize];
        if self.code.layout.recursive[site.callee] || !self.code.layout.locals[site.callee].is_empty() {
            return None;
        }
        for &(from, to) in &site.args {
            self.set(to, self.cells[from as usize], self.slopes[from as usize]);
        }
        self.calls.push(index);
        Some(site.entry)
    }

    fn leave(&mut self) -> Option<Pc> {
        let site = &self.code.calls[self.calls.pop()? as usize];
        let result = match site.result {
            Some((_, _, ty)) if ty.bits > 64 => return None,
            Some((from, to, _)) => Some((to, self.cells[from as usize], self.slopes[from as usize])),
            None => None,
        };
        for cell in self.code.layout.frame(site.callee) {
            self.set(cell as Cell, 0, 0);
        }
        if let Some((to, value, slope)) = result {
            self.set(to, value, slope);
        }
        Some(site.back)
    }
}

#[cfg(test)]
mod tests {
    use crate::cfa::{DataModel, Program};
    use crate::exec::{Limits, Machine, Outcome, Run, State};
    use crate::front::{FrontOptions, load_text};

    fn program(text: &str) -> Program {
        load_text("t.c", text, &FrontOptions::new(DataModel::Lp64)).expect("the text is right").program
    }

    fn run(program: &Program, accelerate: bool, steps: u64) -> (Run, State) {
        let machine = Machine::new(program).accelerate(accelerate);
        let mut state = machine.initial();
        (machine.advance(&mut state, &Limits::steps(steps)), state)
    }

    /// Bodies of `main` with loops of a million rounds, to be run with and without crossing.
    const BODIES: &[&str] = &[
        "unsigned x = 0; while (x < 3000000) x += 3; if (x % 2) reach_error();",
        "int x = 0, y = 5; while (x != 1000001) { x++; y += x & 1 ? 2 : 1; } if (y > 9) reach_error();",
        "unsigned x = 10, n = 0; while (x < 4000000000u) { x -= 7; n++; } if (n == 2) reach_error();",
        "unsigned char c = 0; int n = 0; while (n < 500000) { c++; n++; } if (c == 32) reach_error();",
        "unsigned x = 0, y; while (x < 200000) { for (y = 0; y < 10; y++) ; x++; } if (y == 10) reach_error();",
        "int x = 2000000000; while (1) { x += 5; if (x == 7) reach_error(); }",
        "long long a = 0; unsigned long long b = 1; while (b < 90000) { a = 3 * (long long)b - a; b += 2; } if (a > 5) reach_error();",
        "int i = 0, s = 0; while (i < 300000) { s = s + i % 3; i++; } if (s == 300000) reach_error();",
        "int i = 0, q = 0; while (i < 300000) { q = i / 4; i += 8; } if (q) reach_error();",
        "int i = 0, t = 0; while (i < 100000) { int j = twice(i); t = j - i; i++; } if (t == 99999) reach_error();",
    ];

    #[test]
    fn crossing_gives_what_running_gives() {
        for body in BODIES {
            let text =
                format!("void reach_error(void);\nint twice(int x) {{ return x + x; }}\nint main(void) {{ {body} }}");
            let program = program(&text);
            for steps in [u64::MAX, 123_457, 50_000] {
                assert_eq!(run(&program, true, steps), run(&program, false, steps), "{body} with {steps} steps");
            }
        }
    }

    #[test]
    fn a_loop_that_nobody_could_run_is_crossed() {
        let text = "void reach_error(void); int main(void) { unsigned long long x = 0, y = 0;
            while (x < 0x1000000000000000) { x += 2; y = x + 1; } if (y % 2) reach_error(); }";
        let (run, _) = run(&program(text), true, u64::MAX);
        assert!(matches!(run.outcome, Outcome::Error(_)), "{run:?}");
        assert!(run.steps > 1 << 60);
    }
}
