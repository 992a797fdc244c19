//! How many edges a second the interpreter executes. `cargo bench -p landfall --bench exec`
//!
//! The programs are built here, edge by edge, so that the figures speak of the interpreter alone.

use std::time::Instant;

use landfall::cfa::*;
use landfall::exec::{Inputs, Limits, Machine, Path};

const INT: IntType = IntType::new(32, true);
const SEMANTICS: Semantics = Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined };

fn int(value: i128) -> Expr {
    Expr::Int(value, INT)
}

/// `while (i < n) i++;` with a body of further assignments.
fn counting_loop(rounds: i128, body: &[(BinaryOp, i128)]) -> Program {
    let mut b = ProgramBuilder::new(SEMANTICS);
    let main = b.proc("main", None);
    let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
    let i = b.var("i", Type::Int(INT), VarKind::Local, Some(main), None);
    let n = b.var("n", Type::Int(INT), VarKind::Local, Some(main), None);
    let [l1, head, inside] = std::array::from_fn(|_| b.loc(main, None));
    let guard = Expr::binary(BinaryOp::Lt, Expr::Var(i), Expr::Var(n));
    b.edge(entry, l1, Op::Assign(i, int(0)), None);
    b.edge(l1, head, Op::Assign(n, int(rounds)), None);
    b.edge(head, inside, Op::Assume(guard.clone()), None);
    b.edge(head, exit, Op::Assume(guard.negated()), None);
    let mut at = inside;
    for &(op, constant) in body {
        let x = b.var("x", Type::Int(INT), VarKind::Local, Some(main), None);
        let next = b.loc(main, None);
        b.edge(at, next, Op::Assign(x, Expr::binary(op, Expr::Var(i), int(constant))), None);
        at = next;
    }
    let increment = Expr::binary(BinaryOp::Add, Expr::Var(i), int(1));
    b.edge(at, head, Op::Assign(i, increment), None);
    b.finish(main)
}

/// A loop that calls `f(i)`, which returns `i + 1`.
fn calling_loop(rounds: i128) -> Program {
    let mut b = ProgramBuilder::new(SEMANTICS);
    let main = b.proc("main", None);
    let f = b.proc("f", None);
    let i = b.var("i", Type::Int(INT), VarKind::Local, Some(main), None);
    let p = b.var("p", Type::Int(INT), VarKind::Param, Some(f), None);
    let r = b.var("r", Type::Int(INT), VarKind::Temp, Some(f), None);
    b.proc_mut(f).params = vec![p];
    b.proc_mut(f).result = Some(r);
    let (entry, exit) = (b.proc_ref(f).entry, b.proc_ref(f).exit);
    b.edge(entry, exit, Op::Assign(r, Expr::binary(BinaryOp::Add, Expr::Var(p), int(1))), None);
    let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
    let [head, inside] = std::array::from_fn(|_| b.loc(main, None));
    let guard = Expr::binary(BinaryOp::Lt, Expr::Var(i), int(rounds));
    b.edge(entry, head, Op::Assign(i, int(0)), None);
    b.edge(head, inside, Op::Assume(guard.clone()), None);
    b.edge(head, exit, Op::Assume(guard.negated()), None);
    b.edge(inside, head, Op::Call { callee: f, args: vec![Expr::Var(i)], result: Some(i) }, None);
    b.finish(main)
}

fn measure(name: &str, program: &Program, record: bool) {
    let machine = Machine::new(program);
    let mut best = f64::MAX;
    let mut steps = 0;
    for _ in 0..3 {
        let mut state = machine.initial();
        let mut path = Path::from(&state);
        let (mut inputs, limits) = (Inputs::new(&[]), Limits::default());
        let start = Instant::now();
        let run = if record {
            machine.run_recording(&mut state, &mut inputs, &limits, &mut path)
        } else {
            machine.run(&mut state, &mut inputs, &limits)
        };
        best = best.min(start.elapsed().as_secs_f64());
        steps = run.steps;
    }
    println!("{name:28} {:>7.1} million edges a second", steps as f64 / best / 1e6);
}

fn main() {
    let count = counting_loop(20_000_000, &[]);
    measure("counting loop", &count, false);
    measure("counting loop, path kept", &count, true);
    let body = [(BinaryOp::Sub, 3), (BinaryOp::BitXor, 5), (BinaryOp::Add, 7), (BinaryOp::Rem, 10)];
    measure("loop with arithmetic", &counting_loop(5_000_000, &body), false);
    measure("loop with a call", &calling_loop(5_000_000), false);
}
