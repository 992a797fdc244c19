//! The pieces that engines are made of, with Criterion: terms, queries, hulls, stars of loops, the interpreter.
//!
//! `cargo bench -p landfall-testkit --bench kernel [FILTER]`; `-- --save-baseline NAME` and `-- --baseline NAME` compare two builds.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use landfall::budget::Budget;
use landfall::cfa::{
    BinaryOp, DataModel, Expr, IntType, Op, Overflow, Program, ProgramBuilder, Semantics, Type, VarId, VarKind,
};
use landfall::encode::{Numbers, Symbols, Transition};
use landfall::exec::{Inputs, Limits, Machine};
use landfall::summary::{StarKind, Stars};
use landfall_smt::linear::{Constraint, LinearTerm, Polyhedron};
use landfall_smt::{Config, Context, Term};

const SEMANTICS: Semantics = Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined };
const INT: IntType = IntType::new(32, true);

/// A chain of inequalities with a few disjunctions.
fn formula(size: usize) -> Term {
    let variables: Vec<Term> = (0..size).map(|i| Term::int_var(&format!("v{i}"))).collect();
    let chain = variables.windows(2).map(|pair| pair[0].le(pair[1]));
    let choices = variables.windows(3).map(|three| Term::or(&[(three[0] + three[1]).le(three[2]), three[2].ge(10)]));
    Term::and(&chain.chain(choices).collect::<Vec<_>>())
}

fn terms(criterion: &mut Criterion) {
    // The table of terms keeps what was built: this measures finding terms again, which is what engines mostly do.
    criterion.bench_function("terms/conjunction of 40 inequalities", |bencher| bencher.iter(|| formula(black_box(20))));
}

fn queries(criterion: &mut Criterion) {
    let context = Context::new(Config::default());
    let last = Term::int_var("v9");
    let mut solver = context.solver("kernel");
    solver.assert(formula(10));
    criterion.bench_function("queries/one more inequality in a scope", |bencher| {
        let mut bound = 0;
        bencher.iter(|| {
            bound = (bound + 1) % 17;
            solver.scope(|solver| {
                solver.assert(last.ge(bound));
                solver.check().is_sat()
            })
        });
    });
    criterion.bench_function("queries/a solver of its own", |bencher| {
        bencher.iter(|| context.check("kernel", formula(10)).is_sat());
    });
}

/// A box with `size` sides whose corner is moved by `offset`.
fn cube(size: usize, offset: i64) -> Polyhedron {
    let sides = (0..size).flat_map(|i| {
        let low = Constraint::at_least(LinearTerm::variable(i), offset);
        [low, Constraint::at_most(LinearTerm::variable(i), offset + 10)]
    });
    Polyhedron::new(size, &sides.collect::<Vec<_>>())
}

fn hulls(criterion: &mut Criterion) {
    for size in [3, 5] {
        let (left, right) = (cube(size, 0), cube(size, 7));
        let name = format!("hull/two boxes of {size} dimensions");
        criterion.bench_function(&name, |bencher| bencher.iter(|| black_box(&left).join(black_box(&right))));
    }
}

/// `if (x < n) { x++; y += x < 50 ? 1 : -1; }`: a counter and a variable with two phases.
fn loop_body() -> Transition {
    let mut builder = ProgramBuilder::new(SEMANTICS);
    let main = builder.proc("main", None);
    let mut variable = |name: &str| builder.var(name, Type::Int(INT), VarKind::Global, None, None);
    let (x, y, n) = (variable("x"), variable("y"), variable("n"));
    let symbols = Symbols::new(&builder.finish(main), Numbers::Mathematical);
    let state = |variable: VarId| symbols.state(variable);
    let step = Term::ite(state(x).lt(50), state(y).add(1), state(y).sub(1));
    let after = BTreeMap::from([(x, state(x).add(1)), (y, step)]);
    Transition::new(&symbols, state(x).lt(state(n)), after, Vec::new())
}

fn stars(criterion: &mut Criterion) {
    let (context, budget, body) = (Context::new(Config::default()), Budget::unlimited(), loop_body());
    for kind in StarKind::ALL.iter().copied() {
        let name = format!("star/two phases, {}", kind.name());
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| Stars::new(&context, &budget, kind).star(black_box(&body)).expect("there is no limit"));
        });
    }
}

/// `for (i = 0; i < rounds; i++) x = i ^ 5;`
fn counting_loop(rounds: i128) -> Program {
    let int = |value: i128| Expr::Int(value, INT);
    let mut builder = ProgramBuilder::new(SEMANTICS);
    let main = builder.proc("main", None);
    let (entry, exit) = (builder.proc_ref(main).entry, builder.proc_ref(main).exit);
    let mut variable = |name: &str| builder.var(name, Type::Int(INT), VarKind::Local, Some(main), None);
    let (i, x) = (variable("i"), variable("x"));
    let [head, inside, end] = std::array::from_fn(|_| builder.loc(main, None));
    let guard = Expr::binary(BinaryOp::Lt, Expr::Var(i), int(rounds));
    builder.edge(entry, head, Op::Assign(i, int(0)), None);
    builder.edge(head, inside, Op::Assume(guard.clone()), None);
    builder.edge(head, exit, Op::Assume(guard.negated()), None);
    builder.edge(inside, end, Op::Assign(x, Expr::binary(BinaryOp::BitXor, Expr::Var(i), int(5))), None);
    builder.edge(end, head, Op::Assign(i, Expr::binary(BinaryOp::Add, Expr::Var(i), int(1))), None);
    builder.finish(main)
}

fn exec(criterion: &mut Criterion) {
    let program = counting_loop(10_000);
    let machine = Machine::new(&program);
    criterion.bench_function("exec/10000 rounds of a loop", |bencher| {
        bencher.iter(|| {
            let mut state = machine.initial();
            machine.run(&mut state, &mut Inputs::new(&[]), &Limits::default()).steps
        });
    });
}

criterion_group! {
    name = kernel;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    targets = terms, queries, hulls, stars, exec
}
criterion_main!(kernel);
