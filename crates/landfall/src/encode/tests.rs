//! Tests of transitions and of single encodings.

use landfall_smt::{Assignment, Term, Value};

use super::*;
use crate::cfa::{BinaryOp, DataModel, LocId, Overflow, ProcId, ProgramBuilder, Semantics, VarKind};

const INT: IntType = IntType::new(32, true);
const UNSIGNED: IntType = IntType::new(32, false);

struct Fixture {
    builder: ProgramBuilder,
    main: ProcId,
}

impl Fixture {
    fn new() -> Self {
        let semantics = Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined };
        let mut builder = ProgramBuilder::new(semantics);
        let main = builder.proc("main", None);
        Fixture { builder, main }
    }

    fn var(&mut self, name: &str, ty: IntType) -> VarId {
        self.builder.var(name, Type::Int(ty), VarKind::Local, Some(self.main), None)
    }

    fn loc(&mut self) -> LocId {
        self.builder.loc(self.main, None)
    }

    fn entry(&self) -> LocId {
        self.builder.proc_ref(self.main).entry
    }

    fn exit(&self) -> LocId {
        self.builder.proc_ref(self.main).exit
    }

    fn edge(&mut self, src: LocId, dst: LocId, op: Op) -> EdgeId {
        self.builder.edge(src, dst, op, None)
    }

    fn finish(self) -> Program {
        self.builder.finish(self.main)
    }
}

fn plus(var: VarId, n: i128, ty: IntType) -> Expr {
    Expr::binary(BinaryOp::Add, Expr::Var(var), Expr::Int(n, ty))
}

fn less(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Lt, left, right)
}

#[test]
fn shadowed_names_are_told_apart() {
    let mut f = Fixture::new();
    let (x, y) = (f.var("x", INT), f.var("x", INT));
    let program = f.finish();
    let symbols = Symbols::new(&program, Numbers::Mathematical);
    assert_ne!(symbols.state(x), symbols.state(y));
    assert_eq!(symbols.state(x), Term::int_var("x"));
    assert_eq!(symbols.var_of(symbols.state(y)), Some(y));
}

#[test]
fn composition_substitutes_and_forgets_what_is_undone() {
    let mut f = Fixture::new();
    let x = f.var("x", INT);
    let (a, b) = (f.entry(), f.exit());
    let up = f.edge(a, b, Op::Assign(x, plus(x, 1, INT)));
    let down = f.edge(a, b, Op::Assign(x, plus(x, -1, INT)));
    let program = f.finish();
    let encoder = Encoder::new(&program);
    let symbol = encoder.symbols().state(x);
    assert_eq!(encoder.path(&[up, up]).value(x), symbol.add(2));
    let nothing = encoder.path(&[up, down]);
    assert!(nothing.post.is_empty() && nothing.guard.is_true());
    assert_eq!(nothing.footprint(), Footprint::default());
}

#[test]
fn a_repeated_input_is_renamed() {
    let mut f = Fixture::new();
    let (x, y) = (f.var("x", INT), f.var("y", INT));
    let (a, b) = (f.entry(), f.exit());
    let read = f.edge(a, b, Op::Havoc(x, crate::cfa::HavocKind::Uninitialised));
    let copy = f.edge(a, b, Op::Assign(y, Expr::Var(x)));
    let program = f.finish();
    let encoder = Encoder::new(&program);
    let step = encoder.edge(read);
    let twice = step.compose(&encoder.edge(copy)).compose(&step);
    assert_eq!(twice.locals.len(), 2);
    assert_ne!(twice.value(x), twice.value(y));
    assert!(!twice.is_deterministic());
}

#[test]
fn signed_addition_is_unbounded_unless_ranges_are_asked_for() {
    let mut f = Fixture::new();
    let x = f.var("x", INT);
    let (a, b) = (f.entry(), f.exit());
    let edge = f.edge(a, b, Op::Assign(x, plus(x, 1, INT)));
    let program = f.finish();
    assert!(Encoder::new(&program).edge(edge).guard.is_true());
    let ranged = Encoder::new(&program).with_ranges(Ranges::Edges(BTreeSet::from([edge]))).edge(edge);
    let symbol = ranged.symbols().state(x);
    let at = |value: i128| Assignment::from_iter([(symbol, Value::int(value))]);
    assert_eq!(ranged.guard.holds(&at(INT.max())), Some(false));
    assert_eq!(ranged.guard.holds(&at(INT.max() - 1)), Some(true));
}

#[test]
fn unsigned_addition_wraps_by_cases() {
    let mut f = Fixture::new();
    let x = f.var("x", UNSIGNED);
    let (a, b) = (f.entry(), f.exit());
    let edge = f.edge(a, b, Op::Assign(x, plus(x, 1, UNSIGNED)));
    let program = f.finish();
    let step = Encoder::new(&program).edge(edge);
    assert!(step.locals.is_empty() && step.is_deterministic());
    let at = |value: i128| Assignment::from_iter([(step.symbols().state(x), Value::int(value))]);
    assert_eq!(step.value(x).eval(&at(UNSIGNED.max())), Some(Value::int(0)));
    assert_eq!(step.value(x).eval(&at(7)), Some(Value::int(8)));
}

#[test]
fn intervals_make_wraps_idle() {
    struct Small;
    impl IntervalOracle for Small {
        fn range(&self, _: EdgeId, _: VarId) -> Option<(i128, i128)> {
            Some((0, 100))
        }
    }
    let mut f = Fixture::new();
    let x = f.var("x", UNSIGNED);
    let (a, b) = (f.entry(), f.exit());
    let edge = f.edge(a, b, Op::Assign(x, plus(x, 1, UNSIGNED)));
    let program = f.finish();
    let step = Encoder::new(&program).with_intervals(&Small).edge(edge);
    assert_eq!(step.value(x), step.symbols().state(x).add(1));
}

#[test]
fn operands_that_are_not_evaluated_need_not_be_defined() {
    let mut f = Fixture::new();
    let (x, y) = (f.var("x", INT), f.var("y", INT));
    let (a, b) = (f.entry(), f.exit());
    // y != 0 && x / y > 3
    let quotient = Expr::binary(BinaryOp::Div, Expr::Var(x), Expr::Var(y));
    let condition = Expr::And(
        Box::new(Expr::binary(BinaryOp::Ne, Expr::Var(y), Expr::Int(0, INT))),
        Box::new(less(Expr::Int(3, INT), quotient)),
    );
    let edge = f.edge(a, b, Op::Assume(condition.negated()));
    let program = f.finish();
    let step = Encoder::new(&program).edge(edge);
    let symbols = step.symbols();
    let at = |x_value: i32, y_value: i32| {
        Assignment::from_iter([(symbols.state(x), Value::int(x_value)), (symbols.state(y), Value::int(y_value))])
    };
    assert_eq!(step.guard.holds(&at(9, 0)), Some(true));
    assert_eq!(step.guard.holds(&at(9, 2)), Some(false));
    assert_eq!(step.guard.holds(&at(-9, 2)), Some(true));
}

/// if (x < y) z = 1; else { z = 2; read x; }
#[test]
fn a_block_joins_its_paths_and_a_model_tells_which() {
    let mut f = Fixture::new();
    let (x, y, z) = (f.var("x", INT), f.var("y", INT), f.var("z", INT));
    let (entry, exit) = (f.entry(), f.exit());
    let (yes, no, read) = (f.loc(), f.loc(), f.loc());
    let condition = less(Expr::Var(x), Expr::Var(y));
    let edges = [
        f.edge(entry, yes, Op::Assume(condition.clone())),
        f.edge(entry, no, Op::Assume(condition.negated())),
        f.edge(yes, exit, Op::Assign(z, Expr::Int(1, INT))),
        f.edge(no, read, Op::Assign(z, Expr::Int(2, INT))),
        f.edge(read, exit, Op::Havoc(x, crate::cfa::HavocKind::Uninitialised)),
    ];
    let program = f.finish();
    let encoder = Encoder::new(&program);
    let block = encoder.block(entry, &ending_at(&program, exit), &BTreeSet::from(edges));
    let symbols = encoder.symbols();
    let input = block.transition.local_symbols()[0];
    let model = |x_value: i32| {
        Assignment::from_iter([
            (symbols.state(x), Value::int(x_value)),
            (symbols.state(y), Value::int(5)),
            (symbols.state(z), Value::int(0)),
            (input, Value::int(77)),
        ])
    };
    assert_eq!(block.transition.guard.holds(&model(3)), Some(true));
    assert_eq!(block.transition.value(z).eval(&model(3)), Some(Value::int(1)));
    assert_eq!(block.transition.value(x).eval(&model(9)), Some(Value::int(77)));
    assert_eq!(block.path(&encoder, &model(3)), Some(vec![edges[0], edges[2]]));
    let path = block.path(&encoder, &model(9)).expect("a path");
    assert_eq!(path, vec![edges[1], edges[3], edges[4]]);
    assert_eq!(block.inputs(&path, &model(9)), vec![(edges[4], Value::int(77))]);
}

/// Two edges with the same condition and different effects: a choice that no state decides.
#[test]
fn an_open_choice_needs_a_local() {
    let mut f = Fixture::new();
    let x = f.var("x", INT);
    let (entry, exit) = (f.entry(), f.exit());
    let one = f.edge(entry, exit, Op::Assign(x, Expr::Int(1, INT)));
    let two = f.edge(entry, exit, Op::Assign(x, Expr::Int(2, INT)));
    let program = f.finish();
    let encoder = Encoder::new(&program);
    let block = encoder.block(entry, &ending_at(&program, exit), &BTreeSet::from([one, two]));
    assert!(!block.transition.is_deterministic());
    let joined = block.transition.value(x);
    let model =
        |value: i32| Assignment::from_iter([(encoder.symbols().state(x), Value::int(0)), (joined, Value::int(value))]);
    assert_eq!(block.transition.guard.holds(&model(1)), Some(true));
    assert_eq!(block.transition.guard.holds(&model(3)), Some(false));
    assert_eq!(block.path(&encoder, &model(2)), Some(vec![two]));
}

#[test]
fn versions_name_the_states_of_a_path() {
    let mut f = Fixture::new();
    let x = f.var("x", INT);
    let (a, b) = (f.entry(), f.exit());
    let up = f.edge(a, b, Op::Assign(x, plus(x, 1, INT)));
    let program = f.finish();
    let encoder = Encoder::new(&program);
    let mut versions = Versions::default();
    let first = versions.step(&encoder.edge(up));
    let second = versions.step(&encoder.edge(up));
    let at = |n| encoder.symbols().at(x, n);
    assert_eq!(first, at(1).eq(at(0).add(1)));
    assert_eq!(second, at(2).eq(at(1).add(1)));
    assert_eq!(versions.symbol(encoder.symbols(), x), at(2));
}

fn ending_at(program: &Program, loc: crate::cfa::LocId) -> BTreeSet<crate::cfa::EdgeId> {
    program.incoming(loc).map(|(id, _)| id).collect()
}

#[test]
fn conditions_exclude_constants() {
    struct Given(VarId, Term);
    impl Values for Given {
        fn var(&mut self, var: VarId) -> Term {
            if var == self.0 { self.1 } else { Term::var("other", landfall_smt::Sort::BitVec(32)) }
        }

        fn cell(&mut self, _: VarId, _: Term) -> Term {
            unreachable!("no regions")
        }
    }
    let mut f = Fixture::new();
    let (x, y) = (f.var("x", INT), f.var("y", INT));
    let program = f.finish();
    let encoder = Encoder::with_numbers(&program, Numbers::BitVector);
    let [a, b] = ["a", "b"].map(|name| Term::var(name, landfall_smt::Sort::Bool));
    let [zero, four, nine] = [0, 4, 9].map(|value| Term::bv_const(value, 32));
    let value = Term::ite(a, zero, Term::ite(b, four, nine));
    let narrowed = |condition: Expr| encoder.narrowed(&mut Given(x, value), &condition, 8);
    assert_eq!(narrowed(less(Expr::Int(4, INT), Expr::Var(x))), Some(vec![(x, nine)]));
    assert_eq!(narrowed(less(Expr::Var(x), Expr::Int(0, INT))), None);
    // Of the other one nothing is known.
    assert_eq!(narrowed(less(Expr::Var(x), Expr::Var(y))), Some(Vec::new()));
    let some = narrowed(less(Expr::Int(0, INT), Expr::Var(x))).expect("it may hold");
    assert_eq!(some, [(x, Term::ite(Term::and(&[a.not(), b]), four, nine))]);
    // Where only conditions lie between two numbers, they are the one that both were.
    let whole = Number::new(value);
    let met = Number::choose(b, whole.narrowed(four), whole.narrowed(nine));
    assert!(met == whole);
}
