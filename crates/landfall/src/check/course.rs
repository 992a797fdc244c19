//! Programs of which one execution tells all, since nothing arbitrary decides where it goes.
//!
//! The program is run. Values that are arbitrary (inputs, what was never set, what is not modelled) are *open*, and so is what is
//! computed from them. If no open value decides a branch, an address, a size, or whether an operation is defined, every execution
//! takes the same edges. Of memory each byte is open that counts as never set.
//!
//! Up to the first arbitrary value compiled code runs, behind it the plain interpreter.

use super::Failure;
use super::marks::Marks;
use crate::budget::Budget;
use crate::cfa::float;
use crate::cfa::fold::Folder;
use crate::cfa::{EdgeId, Expr, FloatOp, MemoryExpr, MemoryOp, Op, Program};
use crate::exec::{Limits, Machine, Outcome, State};
use crate::limits::limits;
use crate::verdict::Doubt;

/// Edges between two looks at the budget.
const CHUNK: u64 = 1 << 16;

/// How all executions of a program end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// Without an error.
    Ended,
    Error,
}

/// How all executions of `program` end, if they take the same edges; else why that is not known.
pub fn only_course(program: &Program, budget: &Budget) -> Result<Course, Failure> {
    let machine = Machine::new(program).with_memory(limits().course.memory);
    let mut state = machine.initial();
    // Which NaN an operation gives is open: compiled code does not tell.
    let mut has_floats = false;
    program.edges.values().for_each(|edge| edge.op.for_each_expr(&mut |expr| has_floats |= expr.has_float()));
    if !has_floats && let Some(course) = compiled(&machine, &mut state, budget)? {
        return Ok(course);
    }
    Follower { program, machine, state, open: Marks::new(program) }.run(budget)
}

/// Runs up to the first arbitrary value; how the execution ends if there is none.
fn compiled(machine: &Machine<'_>, state: &mut State, budget: &Budget) -> Result<Option<Course>, Failure> {
    let program = machine.program();
    let mut left = limits().course.compiled;
    loop {
        budget.poll().map_err(Failure::Stopped)?;
        let run = machine.advance(state, &Limits::steps(left.min(CHUNK)));
        left = left.saturating_sub(run.steps.max(1));
        match run.outcome {
            Outcome::Error(_) => return Ok(Some(Course::Error)),
            Outcome::Exited | Outcome::Stuck(_) => return Ok(Some(Course::Ended)),
            Outcome::NeedsInput { .. } => return Ok(None),
            Outcome::StepLimit if left > 0 => {}
            Outcome::StepLimit => return Err(undecided("it ends soon", program, None)),
            Outcome::NeedsChoice { .. } => return Err(refuted("it has no choice", program, None)),
            _ => return Err(undecided("it ends in a way that is defined", program, None)),
        }
    }
}

fn refuted(what: &str, program: &Program, edge: Option<EdgeId>) -> Failure {
    let span = edge.and_then(|edge| program.edges[edge].span);
    Failure::Refuted(Doubt { what: format!("the program is followed by running it: {what}"), span })
}

fn undecided(what: &str, program: &Program, edge: Option<EdgeId>) -> Failure {
    match refuted(what, program, edge) {
        Failure::Refuted(doubt) => Failure::Undecided(doubt),
        other => other,
    }
}

struct Follower<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    state: State,
    /// The variables whose values are open.
    open: Marks<'p, ()>,
}

impl Follower<'_> {
    fn run(mut self, budget: &Budget) -> Result<Course, Failure> {
        let program = self.program;
        let end = program.procs[program.entry].exit;
        for step in 0..limits().course.plain {
            if step % CHUNK == 0 {
                budget.poll().map_err(Failure::Stopped)?;
            }
            let loc = self.state.loc();
            if program.locs[loc].error.is_some() {
                return Ok(Course::Error);
            }
            if loc == end {
                return Ok(Course::Ended);
            }
            for (edge, data) in program.outgoing(loc) {
                if matches!(&data.op, Op::Assume(guard) if self.is_open(guard)) {
                    return Err(refuted("no branch depends on an arbitrary value", program, Some(edge)));
                }
            }
            let enabled = self.machine.enabled(&self.state);
            match enabled.as_deref() {
                Ok([]) => return Ok(Course::Ended),
                Ok(&[edge]) => self.take(edge)?,
                Ok(_) => return Err(refuted("it has no choice", program, None)),
                Err(_) => return Err(undecided("its conditions are defined", program, None)),
            }
        }
        Err(undecided("it ends soon", program, None))
    }

    /// Takes an edge, and marks what is open behind it.
    fn take(&mut self, edge: EdgeId) -> Result<(), Failure> {
        let program = self.program;
        let op = &program.edges[edge].op;
        let mut depends = false;
        op.for_each_expr(&mut |expr| depends |= self.is_definedness_open(expr));
        let mut is_address_open = |expr: &Expr| depends |= self.is_open(expr);
        // The bytes that are open behind it.
        let mut bytes: Option<(i64, i64)> = None;
        let mut marks = None;
        match op {
            Op::Havoc(var, _) => marks = Some((*var, true)),
            Op::Assign(var, value) => marks = Some((*var, self.is_open(value))),
            Op::Store(region, index, value) => {
                index.iter().for_each(&mut is_address_open);
                let value = self.is_open(value);
                if value || index.is_none() {
                    marks = Some((*region, value));
                }
            }
            Op::Call { .. } | Op::Skip | Op::Assume(_) | Op::Unsupported(_) => {}
            Op::Memory(MemoryOp::Write { at, cell, value, .. }) => {
                is_address_open(at);
                let place = (self.number(at), i64::from(cell.size()));
                let is_part = cell.bit != 0 || cell.bits % 8 != 0;
                let rest = is_part && self.machine.is_set(&self.state, place.0, place.1 as usize) == Some(false);
                bytes = Some(place).filter(|_| rest || self.is_open(value));
            }
            Op::Memory(MemoryOp::Fill { at, value, size }) => {
                [at, size].into_iter().for_each(&mut is_address_open);
                bytes = Some((self.number(at), self.number(size))).filter(|_| self.is_open(value));
            }
            Op::Memory(MemoryOp::Havoc { at, size, .. }) => {
                [at, size].into_iter().for_each(&mut is_address_open);
                bytes = Some((self.number(at), self.number(size)));
            }
            Op::Memory(op) => {
                op.for_each_expr(&mut is_address_open);
                marks = op.target().map(|var| (var, false));
            }
        }
        if depends {
            return Err(refuted("no effect depends on an arbitrary value", program, Some(edge)));
        }
        let given = match op {
            Op::Call { args, .. } => args.iter().map(|arg| self.is_open(arg).then_some(())).collect(),
            _ => Vec::new(),
        };
        let taken = self.machine.step(&mut self.state, edge, Some(0));
        taken.map_err(|_| undecided("all that it does is defined", program, Some(edge)))?;
        if let Some((at, size)) = bytes {
            self.machine.forget(&mut self.state, at, size);
        }
        if let Some((var, is_open)) = marks {
            self.open.set(var, is_open.then_some(()));
        }
        if let Op::Call { callee, .. } = op {
            self.open.call(edge, *callee, given);
        }
        self.open.arrive(edge);
        Ok(())
    }

    /// Whether an open value decides if an expression has a value.
    fn is_definedness_open(&self, expr: &Expr) -> bool {
        let folder = Folder { program: self.program, value_of: &|_| None };
        let here = !folder.is_operation_total(expr) && expr.operands().any(|operand| self.is_open(operand));
        here || expr.operands().any(|operand| self.is_definedness_open(operand))
    }

    /// Whether an operation gives a NaN of its own: any quiet one.
    fn gives_nan(&self, op: FloatOp, expr: &Expr) -> bool {
        use FloatOp::{Add, Convert, Div, Integral, Mul, Sqrt, Sub};
        let (Add(format)
        | Sub(format)
        | Mul(format)
        | Div(format)
        | Sqrt(format)
        | Integral(format, _)
        | Convert(_, format)) = op
        else {
            return false;
        };
        let value = self.machine.eval(expr, &self.state);
        let is_nan = |value| float::apply(FloatOp::IsNan(format), &[value], format.pattern()) == Some(1);
        value.is_ok_and(is_nan)
    }

    /// The value of an expression; what is undefined matters when the edge is taken.
    fn number(&self, expr: &Expr) -> i64 {
        self.machine.eval(expr, &self.state).map_or(0, |value| value as i64)
    }

    /// Whether the value of an expression, or whether it has one, depends on open ones.
    fn is_open(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Int(..) => false,
            Expr::Var(var) => self.open.get(*var).is_some(),
            Expr::Unary(_, e) | Expr::Cast(_, e) => self.is_open(e),
            Expr::Binary(_, a, b) => self.is_open(a) || self.is_open(b),
            Expr::And(a, b) => self.is_open(a) || (self.number(a) != 0 && self.is_open(b)),
            Expr::Or(a, b) => self.is_open(a) || (self.number(a) == 0 && self.is_open(b)),
            Expr::Ite(c, a, b) => self.is_open(c) || self.is_open(if self.number(c) != 0 { a } else { b }),
            Expr::Select(region, index) => self.open.get(*region).is_some() || self.is_open(index),
            Expr::Float(op, operands) => {
                operands.iter().any(|operand| self.is_open(operand)) || self.gives_nan(*op, expr)
            }
            Expr::Memory(MemoryExpr::Load(cell), operands) => {
                let is_unset =
                    |at: &Expr| self.machine.is_set(&self.state, self.number(at), cell.size() as usize) == Some(false);
                operands.iter().any(|at| self.is_open(at) || is_unset(at))
            }
            Expr::Memory(_, operands) => operands.iter().any(|operand| self.is_open(operand)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::DataModel;
    use crate::front::{FrontOptions, load_text};

    fn course(text: &str) -> Result<Course, Failure> {
        let head = "void reach_error(void); int in(void); void *malloc(unsigned long);";
        let loaded = load_text("t.c", &format!("{head} {text}"), &FrontOptions::new(DataModel::Lp64));
        only_course(&loaded.expect("the text is C").program, &Budget::unlimited())
    }

    fn is_open(text: &str) -> bool {
        matches!(course(text), Err(Failure::Refuted(_)))
    }

    #[test]
    fn one_execution_tells_all_where_inputs_decide_nothing() {
        let recursive = "int f(int n) { int r; if (n < 2) r = n; else r = f(n - 1) + f(n - 2); return r; }
            int main(void) { if (f(15) != 610) reach_error(); return in(); }";
        assert_eq!(course(recursive), Ok(Course::Ended));
        assert_eq!(course(&recursive.replace("610", "611")), Ok(Course::Error));
        let buffer = "int main(void) { char a[9], b[9]; int *p = malloc(8), i; p[0] = in(); p[1] = 3;
            for (i = 0; i < p[1]; i++) a[i] = 'x'; a[3] = b[0]; if (a[2] != 'x') reach_error(); return a[3]; }";
        assert_eq!(course(buffer), Ok(Course::Ended));
        let floats = "int main(void) { double x = 1; for (int i = 0; i < 9; i++) x = x / 2; if (x != 0.001953125) reach_error(); }";
        assert_eq!(course(floats), Ok(Course::Ended));
        let stopped = "int main(void) { unsigned x = in(); unsigned y = x * 2; __builtin_unreachable(); return y; }";
        assert_eq!(course(stopped), Ok(Course::Ended));
    }

    #[test]
    fn what_decides_where_executions_go_is_not_guessed() {
        assert!(is_open("int main(void) { if (in() == 7) reach_error(); }"));
        assert!(is_open("int main(void) { int x; if (x == 7) reach_error(); }"));
        assert!(is_open("int main(void) { char a[4]; a[0] = 1; if (a[1]) reach_error(); }"));
        assert!(is_open("int main(void) { int a[2] = { 0 }; a[in() & 1] = 1; if (a[0]) reach_error(); }"));
        assert!(is_open("int main(void) { int a[2] = { 0 }; a[1] = in(); int *p = a; if (p[1]) reach_error(); }"));
        assert!(is_open("int f(int x) { return x; } int main(void) { int a = 1; f(2); if (f(in())) reach_error(); }"));
        assert!(is_open(
            "struct s { int a : 3, b : 5; } *p; int main(void) { p = malloc(4); p->a = 1;
            if (p->b) reach_error(); }"
        ));
        assert!(is_open("int g = 1; int main(void) { int n = in(); for (int i = 0; i < n; i++) g = 0; return g; }"));
        assert!(is_open("int main(void) { int x = in(); return 5 / x; }"));
        assert!(is_open(
            "int main(void) { union { double d; long bits; } u; double zero = 0; u.d = zero / zero;
            if (u.bits < 0) reach_error(); }"
        ));
    }

    #[test]
    fn what_does_not_end_soon_is_not_decided() {
        let endless = course("int main(void) { for (;;); }");
        assert!(matches!(endless, Err(Failure::Undecided(_))));
    }
}
