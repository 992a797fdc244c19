//! The compiled interpreter against the plain one, and both against programs with known outcomes.

use super::*;
use crate::cfa::*;

const INT: IntType = IntType::new(32, true);
const SEMANTICS: Semantics = Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined };

fn int(value: i128) -> Expr {
    Expr::Int(value, INT)
}

fn add(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Add, a, b)
}

fn less(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Lt, a, b)
}

/// `i = 0; n = input; while (i < n) i++;` and an error behind `i == 7`.
fn counting() -> (Program, VarId) {
    let mut b = ProgramBuilder::new(SEMANTICS);
    let main = b.proc("main", None);
    let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
    let i = b.var("i", Type::Int(INT), VarKind::Local, Some(main), None);
    let n = b.var("n", Type::Int(INT), VarKind::Local, Some(main), None);
    let [l1, head, body, out] = std::array::from_fn(|_| b.loc(main, None));
    let error = b.error_loc(main, ErrorInfo { kind: ErrorKind::ReachError, message: "".into(), span: None });
    let guard = less(Expr::Var(i), Expr::Var(n));
    let seven = Expr::binary(BinaryOp::Eq, Expr::Var(i), int(7));
    b.edge(entry, l1, Op::Assign(i, int(0)), None);
    b.edge(l1, head, Op::Havoc(n, HavocKind::Input("input".into())), None);
    b.edge(head, body, Op::Assume(guard.clone()), None);
    b.edge(head, out, Op::Assume(guard.negated()), None);
    b.edge(body, head, Op::Assign(i, add(Expr::Var(i), int(1))), None);
    b.edge(out, error, Op::Assume(seven.clone()), None);
    b.edge(out, exit, Op::Assume(seven.negated()), None);
    (b.finish(main), i)
}

#[test]
fn a_loop_counts_and_its_path_is_recorded() {
    let (program, i) = counting();
    let machine = Machine::new(&program);
    for n in [0, 6, 7, 1000] {
        let mut state = machine.initial();
        let mut path = Path::from(&state);
        let run = machine.run_recording(&mut state, &mut Inputs::new(&[n]), &Limits::default(), &mut path);
        assert_eq!(run.steps, 2 + 2 * n as u64 + 2);
        assert_eq!(matches!(run.outcome, Outcome::Error(_)), n == 7);
        assert_eq!(machine.value(&state, i), n);
        assert_eq!(path.len(), run.steps);
        let edges: Vec<EdgeId> = path.edges(&program).collect();
        assert_eq!(edges.len() as u64, run.steps);
        assert!(edges.windows(2).all(|e| program.edges[e[0]].dst == program.edges[e[1]].src));
        assert_eq!(program.edges[*edges.last().unwrap()].dst, state.loc());
    }
}

#[test]
fn a_run_stops_where_the_caller_must_decide_and_goes_on_from_there() {
    let (program, i) = counting();
    let machine = Machine::new(&program);
    let mut state = machine.initial();
    let run = machine.advance(&mut state, &Limits::default());
    let request = machine.havoc(&state).expect("stopped before the input");
    assert_eq!(run, Run { outcome: Outcome::NeedsInput { edge: request.edge }, steps: 1 });
    machine.step(&mut state, request.edge, Some(1 << 30)).expect("a value is given");
    let run = machine.advance(&mut state, &Limits::steps(1000));
    assert_eq!(run.outcome, Outcome::StepLimit);
    assert!((1000..1010).contains(&run.steps));
    let before = machine.value(&state, i);
    machine.advance(&mut state, &Limits::steps(1000));
    assert_eq!(machine.value(&state, i), before + 500);
}

#[test]
fn stops_are_reported_on_each_arrival() {
    let (program, i) = counting();
    let head = program.edges.values().find(|e| matches!(e.op, Op::Havoc(..))).unwrap().dst;
    let machine = Machine::stopping_at(&program, &|l| l == head);
    let mut state = machine.initial();
    for round in 0..5 {
        // The limit of steps must not hide an arrival.
        let run = machine.run(&mut state, &mut Inputs::new(&[100]), &Limits::steps(2));
        assert_eq!(run, Run { outcome: Outcome::Stopped(head), steps: 2 });
        assert_eq!(machine.value(&state, i), round);
    }
}

#[test]
fn undefined_operations_leave_the_state_as_it_was() {
    let mut b = ProgramBuilder::new(SEMANTICS);
    let main = b.proc("main", None);
    let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
    let x = b.var("x", Type::Int(INT), VarKind::Global, None, None);
    let l = b.loc(main, None);
    b.edge(entry, l, Op::Assign(x, int(INT.max())), None);
    let edge = b.edge(l, exit, Op::Assign(x, add(Expr::Var(x), int(1))), None);
    let program = b.finish(main);
    let machine = Machine::new(&program);
    let mut state = machine.initial();
    let run = machine.advance(&mut state, &Limits::default());
    assert_eq!(run, Run { outcome: Outcome::Undefined { edge, kind: UndefinedKind::SignedOverflow }, steps: 1 });
    assert_eq!((machine.value(&state, x), state.loc()), (INT.max(), l));
    assert_eq!(machine.step(&mut state, edge, None), Err(run.outcome));
}

/// A recursive sum: `f(n, k) = n <= 0 ? k : n + f(n - 1, k)`, where the order of arguments is swapped on the way.
fn recursive_sum(n: i128) -> (Program, VarId) {
    let mut b = ProgramBuilder::new(SEMANTICS);
    let main = b.proc("main", None);
    let f = b.proc("f", None);
    let total = b.var("total", Type::Int(INT), VarKind::Global, None, None);
    let [p, k, r] = ["n", "k", "r"].map(|name| b.var(name, Type::Int(INT), VarKind::Local, Some(f), None));
    b.proc_mut(f).params = vec![p, k];
    b.proc_mut(f).result = Some(r);
    let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
    b.edge(entry, exit, Op::Call { callee: f, args: vec![int(n), int(5)], result: Some(total) }, None);
    let (entry, exit) = (b.proc_ref(f).entry, b.proc_ref(f).exit);
    let [more, done, back] = std::array::from_fn(|_| b.loc(f, None));
    let guard = less(int(0), Expr::Var(p));
    b.edge(entry, more, Op::Assume(guard.clone()), None);
    b.edge(entry, done, Op::Assume(guard.negated()), None);
    b.edge(done, exit, Op::Assign(r, Expr::Var(k)), None);
    let args = vec![add(Expr::Var(p), int(-1)), Expr::Var(k)];
    b.edge(more, back, Op::Call { callee: f, args, result: Some(r) }, None);
    b.edge(back, exit, Op::Assign(r, add(Expr::Var(p), Expr::Var(r))), None);
    (b.finish(main), total)
}

#[test]
fn recursion_keeps_the_frames_apart() {
    let (program, total) = recursive_sum(100);
    let machine = Machine::new(&program);
    let mut state = machine.initial();
    let mut path = Path::from(&state);
    let run = machine.run_recording(&mut state, &mut Inputs::new(&[]), &Limits::default(), &mut path);
    assert_eq!(run.outcome, Outcome::Exited);
    assert_eq!(machine.value(&state, total), 5050 + 5);
    assert_eq!(path.edges(&program).count() as u64, run.steps);

    let mut state = machine.initial();
    let run = machine.advance(&mut state, &Limits { depth: 50, ..Limits::default() });
    assert!(matches!(run.outcome, Outcome::StackLimit { .. }));
    assert_eq!(state.depth(), 50);
    assert_eq!(machine.advance(&mut state, &Limits::default()).outcome, Outcome::Exited);
    assert_eq!(machine.value(&state, total), 5050 + 5);
}

#[test]
fn a_call_that_was_chosen_returns_behind_its_edge() {
    let mut b = ProgramBuilder::new(SEMANTICS);
    let (main, f) = (b.proc("main", None), b.proc("f", None));
    let x = b.var("x", Type::Int(INT), VarKind::Global, None, None);
    let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
    let [choice, behind] = std::array::from_fn(|_| b.loc(main, None));
    b.edge(entry, choice, Op::Skip, None);
    b.edge(choice, behind, Op::Call { callee: f, args: Vec::new(), result: None }, None);
    b.edge(choice, exit, Op::Skip, None);
    b.edge(behind, exit, Op::Skip, None);
    b.edge(b.proc_ref(f).entry, b.proc_ref(f).exit, Op::Assign(x, add(Expr::Var(x), int(1))), None);
    let program = b.finish(main);
    let machine = Machine::new(&program);
    let mut state = machine.initial();
    let run = machine.run(&mut state, &mut Inputs::new(&[]), &Limits::steps(3));
    assert_eq!((run, state.loc()), (Run { outcome: Outcome::StepLimit, steps: 3 }, behind));
    assert_eq!(machine.run(&mut state, &mut Inputs::new(&[]), &Limits::default()).outcome, Outcome::Exited);
    assert_eq!(machine.value(&state, x), 1);
}

/// Numbers from a seed (xorshift), so that failures can be repeated.
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn bits(&mut self) -> i128 {
        let wide = (i128::from(self.below(u64::MAX)) << 64) ^ (i128::from(self.below(u64::MAX)) << 3);
        match self.below(4) {
            0 => wide,
            1 => i128::from(self.below(8)) - 3,
            2 => (1i128 << self.below(127)) - i128::from(self.below(3)),
            _ => -(1i128 << self.below(127)) + i128::from(self.below(3)),
        }
    }
}

const TYPES: [(u8, bool); 14] = [
    (1, false),
    (8, true),
    (8, false),
    (16, true),
    (32, true),
    (32, true),
    (32, false),
    (63, true),
    (64, true),
    (64, false),
    (65, false),
    (100, true),
    (128, true),
    (128, false),
];

const OPS: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

fn random_type(r: &mut Random) -> IntType {
    let (bits, signed) = r.pick(&TYPES);
    IntType::new(bits, signed)
}

fn random_condition(r: &mut Random, vars: &[(VarId, IntType)], depth: u32) -> Expr {
    if depth == 0 || r.below(3) > 0 {
        let ty = random_type(r);
        let (a, b) = (random_expr(r, vars, ty, depth), random_expr(r, vars, ty, depth));
        return Expr::binary(r.pick(&[BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le]), a, b);
    }
    let a = random_condition(r, vars, depth - 1);
    let b = random_condition(r, vars, depth - 1);
    match r.below(4) {
        0 => Expr::And(Box::new(a), Box::new(b)),
        1 => Expr::Or(Box::new(a), Box::new(b)),
        2 => a.negated(),
        _ => Expr::unary(UnaryOp::Not, a),
    }
}

fn random_expr(r: &mut Random, vars: &[(VarId, IntType)], ty: IntType, depth: u32) -> Expr {
    let leaf = depth == 0 || r.below(4) == 0;
    if leaf {
        let (var, from) = r.pick(vars);
        return match r.below(3) {
            0 => Expr::Int(ty.wrap(r.bits()), ty),
            _ if from == ty => Expr::Var(var),
            _ => Expr::cast(ty, Expr::Var(var)),
        };
    }
    match r.below(8) {
        0 => Expr::unary(r.pick(&[UnaryOp::Neg, UnaryOp::BitNot]), random_expr(r, vars, ty, depth - 1)),
        1 => {
            let from = random_type(r);
            Expr::cast(ty, random_expr(r, vars, from, depth - 1))
        }
        2 => Expr::Ite(
            Box::new(random_condition(r, vars, depth - 1)),
            Box::new(random_expr(r, vars, ty, depth - 1)),
            Box::new(random_expr(r, vars, ty, depth - 1)),
        ),
        3 if ty == IntType::BOOL => random_condition(r, vars, depth - 1),
        _ => {
            let op = r.pick(&OPS);
            let right = if op.is_shift() { random_type(r) } else { ty };
            let amount = op.is_shift() && r.below(4) > 0;
            let b = if amount {
                Expr::Int(right.wrap(r.below(u64::from(ty.bits) + 1) as i128), right)
            } else {
                random_expr(r, vars, right, depth - 1)
            };
            Expr::binary(op, random_expr(r, vars, ty, depth - 1), b)
        }
    }
}

/// Procedures with arbitrary edges between their locations, calls (also recursive) and inputs.
pub(super) fn random_program(r: &mut Random) -> Program {
    let overflow = r.pick(&[Overflow::Undefined, Overflow::Wrap, Overflow::Wrap]);
    let mut b = ProgramBuilder::new(Semantics { data_model: DataModel::Lp64, overflow });
    let procs = ["main", "f", "g"].map(|name| b.proc(name, None));
    let globals: Vec<(VarId, IntType)> = (0..3).map(|_| random_var(r, &mut b, None)).collect();
    let mut vars = Vec::new();
    for &p in &procs {
        let locals: Vec<(VarId, IntType)> = (0..4).map(|_| random_var(r, &mut b, Some(p))).collect();
        if p != procs[0] {
            b.proc_mut(p).params = vec![locals[0].0, locals[1].0];
            b.proc_mut(p).result = Some(locals[2].0);
        }
        vars.push([&globals[..], &locals[..]].concat());
    }
    for (p, vars) in procs.iter().zip(&vars) {
        random_edges(r, &mut b, *p, &procs, vars);
    }
    b.finish(procs[0])
}

fn random_var(r: &mut Random, b: &mut ProgramBuilder, owner: Option<ProcId>) -> (VarId, IntType) {
    let ty = random_type(r);
    let kind = if owner.is_some() { VarKind::Local } else { VarKind::Global };
    (b.var("v", Type::Int(ty), kind, owner, None), ty)
}

fn random_edges(r: &mut Random, b: &mut ProgramBuilder, p: ProcId, procs: &[ProcId], vars: &[(VarId, IntType)]) {
    let (entry, exit) = (b.proc_ref(p).entry, b.proc_ref(p).exit);
    let mut locs = vec![entry];
    locs.extend((0..6).map(|_| b.loc(p, None)));
    let error = b.error_loc(p, ErrorInfo { kind: ErrorKind::ReachError, message: "".into(), span: None });
    let targets = [&locs[..], &[exit, exit, error]].concat();
    for &src in &locs {
        let dst = r.pick(&targets);
        match r.below(5) {
            0 | 1 => {
                let c = random_condition(r, vars, 2);
                b.edge(src, dst, Op::Assume(c.clone()), None);
                let other = r.pick(&targets);
                b.edge(src, other, Op::Assume(c.negated()), None);
            }
            2 => {
                for _ in 0..r.below(4) {
                    let op = random_op(r, b, procs, vars);
                    let dst = r.pick(&targets);
                    b.edge(src, dst, op, None);
                }
            }
            _ => {
                let op = random_op(r, b, procs, vars);
                b.edge(src, dst, op, None);
            }
        }
    }
}

fn random_op(r: &mut Random, b: &ProgramBuilder, procs: &[ProcId], vars: &[(VarId, IntType)]) -> Op {
    match r.below(12) {
        0 => Op::Assume(random_condition(r, vars, 2)),
        1 | 2 => Op::Havoc(r.pick(vars).0, HavocKind::Uninitialised),
        3 => Op::Skip,
        4..=6 => {
            let callee = r.pick(&procs[1..]);
            let proc = b.proc_ref(callee);
            let int_type = |v: VarId| b.var_ref(v).ty.as_int().unwrap();
            let args = proc.params.iter().map(|&p| random_expr(r, vars, int_type(p), 2)).collect();
            let result_type = int_type(proc.result.unwrap());
            let result = vars.iter().find(|(_, ty)| *ty == result_type).map(|(v, _)| *v);
            Op::Call { callee, args, result }
        }
        7 => Op::Unsupported("test".into()),
        _ => {
            let (var, ty) = r.pick(vars);
            Op::Assign(var, random_expr(r, vars, ty, 3))
        }
    }
}

/// Chooses by a hash of how often it was asked.
struct Chooser {
    random: Random,
    choosing: bool,
}

impl Host for Chooser {
    fn input(&mut self, request: &HavocRequest<'_>) -> Option<i128> {
        Some(request.ty.wrap(self.random.bits()))
    }

    fn chooses(&self) -> bool {
        self.choosing
    }

    fn choose(&mut self, _: LocId, enabled: &[EdgeId]) -> Option<usize> {
        Some(self.random.below(enabled.len() as u64) as usize)
    }
}

/// Runs edge by edge with the plain interpreter, for at most `limit` steps.
fn run_plainly(machine: &Machine<'_>, state: &mut State, host: &mut Chooser, limit: usize) -> (Outcome, Vec<EdgeId>) {
    let program = machine.program();
    let mut edges = Vec::new();
    while edges.len() < limit {
        let loc = state.loc();
        if program.locs[loc].error.is_some() {
            return (Outcome::Error(loc), edges);
        }
        if loc == program.procs[program.entry].exit && state.depth() == 0 {
            return (Outcome::Exited, edges);
        }
        let edge = match choose_plainly(machine, state, host) {
            Ok(edge) => edge,
            Err(outcome) => return (outcome, edges),
        };
        let request = machine.request(edge);
        let next = |ty: IntType| host.input(&HavocRequest { ty, ..request.expect("only havoc reads inputs") });
        if let Err(outcome) = machine.step_reading(state, edge, next) {
            return (outcome, edges);
        }
        edges.push(edge);
    }
    (Outcome::StepLimit, edges)
}

fn choose_plainly(machine: &Machine<'_>, state: &State, host: &mut Chooser) -> Result<EdgeId, Outcome> {
    let loc = state.loc();
    if !host.choosing {
        for (edge, e) in machine.program().outgoing(loc) {
            match &e.op {
                Op::Assume(guard) => match machine.eval(guard, state) {
                    Ok(0) => {}
                    Ok(_) => return Ok(edge),
                    Err(kind) => return Err(Outcome::Undefined { edge, kind }),
                },
                _ => return Ok(edge),
            }
        }
        return Err(Outcome::Stuck(loc));
    }
    let enabled = machine.enabled(state)?;
    match enabled[..] {
        [] => Err(Outcome::Stuck(loc)),
        [edge] => Ok(edge),
        _ => Ok(enabled[host.choose(loc, &enabled).unwrap()]),
    }
}

/// Runs compiled code and plainly, which must agree; the outcome of the compiled code.
pub(super) fn compare(seed: u64, program: &Program) -> Outcome {
    let machine = Machine::stopping_at(program, &|l| seed.is_multiple_of(3) && l.as_u32() % 5 == 0);
    let mut host = Chooser { random: Random(seed), choosing: seed.is_multiple_of(2) };
    let mut state = machine.initial();
    let mut path = Path::from(&state);
    let outcome = loop {
        let limits = Limits { steps: 1 + seed % 7, depth: 400 };
        let run = machine.run_recording(&mut state, &mut host, &limits, &mut path);
        match run.outcome {
            Outcome::StepLimit | Outcome::Stopped(_) if path.len() < 300 => {}
            outcome => break outcome,
        }
    };
    let mut plain_host = Chooser { random: Random(seed), choosing: host.choosing };
    let mut plain_state = machine.initial();
    let limit = if matches!(outcome, Outcome::StepLimit | Outcome::Stopped(_)) { path.len() as usize } else { 10_000 };
    let (plain, edges) = run_plainly(&machine, &mut plain_state, &mut plain_host, limit);
    if limit == 10_000 {
        assert_eq!(outcome, plain, "seed {seed}");
    }
    assert_eq!(path.edges(program).collect::<Vec<_>>(), edges, "seed {seed}");
    assert_eq!(state, plain_state, "seed {seed}");
    outcome
}

#[test]
fn compiled_and_plain_execution_agree_on_random_programs() {
    let mut outcomes = [0; 6];
    for seed in 1..=3000u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let program = random_program(&mut random);
        let outcome = compare(seed, &program);
        let kind = match outcome {
            Outcome::Error(_) => 0,
            Outcome::Exited => 1,
            Outcome::Stuck(_) => 2,
            Outcome::Undefined { .. } => 3,
            Outcome::Unsupported { .. } => 4,
            _ => 5,
        };
        outcomes[kind] += 1;
    }
    assert!(outcomes.iter().all(|&n| n > 20), "{outcomes:?}");
}

#[test]
fn crossing_loops_changes_nothing_on_random_programs() {
    let mut long = 0;
    for seed in 1..=1500u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let program = random_program(&mut random);
        let limits = Limits { steps: 40_000, depth: 400 };
        let run = |accelerate: bool| {
            let machine = Machine::new(&program).accelerate(accelerate);
            let mut state = machine.initial();
            (machine.run(&mut state, &mut |_: &HavocRequest<'_>| Some(3), &limits), state)
        };
        let (crossed, plain) = (run(true), run(false));
        assert_eq!(crossed, plain, "seed {seed}");
        long += usize::from(crossed.0.outcome == Outcome::StepLimit);
    }
    assert!(long > 20, "{long}");
}

#[test]
fn regions_are_filled_copied_and_read() {
    let program = read_program(
        "global a: i32[]; global b: i32[]; global sum: i32; global i: i64;
         proc main() entry l0 exit l1 {
            l0 -> l2: a[] = 7; l2 -> l3: havoc b uninitialised; l3 -> l4: a[3] = b[0] + b[5]; l4 -> l5: b = a;
            l5 -> l6: b[4] = 1; l6 -> l7: i = 0;
            loc l7 loop; l7 -> l8: assume i < 6; l7 -> l1: assume 6 <= i;
            l8 -> l9: sum = sum + b[i] * 10 + a[i]; l9 -> l7: i = i + 1; }",
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let sum = program.vars.iter().find(|(_, v)| &*v.name == "sum").expect("it is there").0;
    // Most cells of `b` are 2, the sixth is 30.
    let inputs = [2, 1, 5, 30];
    let machine = Machine::new(&program);
    let mut fast = machine.initial();
    let run = machine.run(&mut fast, &mut Inputs::new(&inputs), &Limits::default());
    assert_eq!(run.outcome, Outcome::Exited);
    assert_eq!(machine.value(&fast, sum), (7 * 4 + 32 + 1) * 10 + 7 * 5 + 32);
    let mut plain = machine.initial();
    let mut given = inputs.iter().copied();
    while let Ok([edge, ..]) = machine.enabled(&plain).as_deref() {
        machine.step_reading(&mut plain, *edge, |_| given.next()).expect("every step is defined");
    }
    assert!(plain == fast);
}
