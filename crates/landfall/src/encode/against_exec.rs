//! Random expressions in random states: the encodings against the concrete interpreter.
//!
//! What `exec` computes must be allowed by every encoding, and exact encodings must allow nothing else, in particular no way on
//! where `exec` finds undefined behaviour.

use landfall_smt::{Config, Context, Term};
use rustc_hash::FxHashMap;

use super::*;
use crate::cfa::{BinaryOp, DataModel, LocId, Overflow, ProgramBuilder, Semantics, UnaryOp, VarKind};
use crate::exec::Machine;

/// A small deterministic generator (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A value of the type: often small, often at an end of the range.
    fn value(&mut self, ty: IntType) -> i128 {
        let near = self.below(8) as i128;
        let value = match self.below(6) {
            0 => ty.min() + near,
            1 => ty.max() - near,
            2 => i128::from(self.next()),
            3 => near - 4,
            _ => self.below(40) as i128,
        };
        ty.wrap(value)
    }
}

const TYPES: [IntType; 8] = [
    IntType::BOOL,
    IntType::new(8, true),
    IntType::new(8, false),
    IntType::new(16, true),
    IntType::new(32, true),
    IntType::new(32, false),
    IntType::new(64, true),
    IntType::new(64, false),
];

/// Two variables of each type.
fn vars(builder: &mut ProgramBuilder) -> Vec<(VarId, IntType)> {
    let mut all = Vec::new();
    for round in 0..2 {
        for (i, ty) in TYPES.iter().enumerate() {
            let var = builder.var(&format!("v{round}{i}"), Type::Int(*ty), VarKind::Global, None, None);
            all.push((var, *ty));
        }
    }
    all
}

fn expression(random: &mut Random, vars: &[(VarId, IntType)], ty: IntType, depth: usize) -> Expr {
    if depth == 0 || random.below(5) == 0 {
        let fitting: Vec<VarId> = vars.iter().filter(|(_, t)| *t == ty).map(|(v, _)| *v).collect();
        return match random.below(3) {
            0 => Expr::Int(random.value(ty), ty),
            _ => Expr::Var(fitting[random.below(fitting.len())]),
        };
    }
    let depth = depth - 1;
    if ty == IntType::BOOL {
        return truth(random, vars, depth);
    }
    match random.below(12) {
        0 => {
            let op = if random.below(2) == 0 { UnaryOp::Neg } else { UnaryOp::BitNot };
            Expr::unary(op, expression(random, vars, ty, depth))
        }
        1 | 2 => {
            let from = TYPES[random.below(TYPES.len())];
            Expr::cast(ty, expression(random, vars, from, depth))
        }
        3 => {
            let condition = expression(random, vars, IntType::BOOL, depth);
            let yes = expression(random, vars, ty, depth);
            Expr::Ite(Box::new(condition), Box::new(yes), Box::new(expression(random, vars, ty, depth)))
        }
        4 => {
            let op = if random.below(2) == 0 { BinaryOp::Shl } else { BinaryOp::Shr };
            let amount_type = TYPES[1 + random.below(TYPES.len() - 1)];
            let amount = match random.below(3) {
                0 => expression(random, vars, amount_type, depth.min(1)),
                _ => Expr::Int(random.below(usize::from(ty.bits) + 1) as i128, amount_type),
            };
            Expr::binary(op, expression(random, vars, ty, depth), amount)
        }
        _ => {
            const OPS: [BinaryOp; 10] = [
                BinaryOp::Add,
                BinaryOp::Add,
                BinaryOp::Sub,
                BinaryOp::Sub,
                BinaryOp::Mul,
                BinaryOp::Div,
                BinaryOp::Rem,
                BinaryOp::BitAnd,
                BinaryOp::BitOr,
                BinaryOp::BitXor,
            ];
            let op = OPS[random.below(OPS.len())];
            Expr::binary(op, expression(random, vars, ty, depth), expression(random, vars, ty, depth))
        }
    }
}

fn truth(random: &mut Random, vars: &[(VarId, IntType)], depth: usize) -> Expr {
    let part = |random: &mut Random| Box::new(expression(random, vars, IntType::BOOL, depth));
    match random.below(8) {
        0 => Expr::Unary(UnaryOp::Not, part(random)),
        1 => Expr::And(part(random), part(random)),
        2 => Expr::Or(part(random), part(random)),
        3 => {
            let op = [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor][random.below(3)];
            Expr::Binary(op, part(random), part(random))
        }
        _ => {
            let op = [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le][random.below(4)];
            let ty = TYPES[random.below(TYPES.len())];
            Expr::binary(op, expression(random, vars, ty, depth), expression(random, vars, ty, depth))
        }
    }
}

/// One assignment of a random expression, with states to try it in.
struct Case {
    program: Program,
    edge: EdgeId,
    target: (VarId, IntType),
    vars: Vec<(VarId, IntType)>,
}

fn case(random: &mut Random) -> Case {
    let overflow = if random.below(4) == 0 { Overflow::Wrap } else { Overflow::Undefined };
    let mut builder = ProgramBuilder::new(Semantics { data_model: DataModel::Lp64, overflow });
    let vars = vars(&mut builder);
    let main = builder.proc("main", None);
    let target = vars[random.below(vars.len())];
    let value = expression(random, &vars, target.1, 3);
    let (entry, exit): (LocId, LocId) = (builder.proc_ref(main).entry, builder.proc_ref(main).exit);
    let edge = builder.edge(entry, exit, Op::Assign(target.0, value), None);
    Case { program: builder.finish(main), edge, target, vars }
}

/// Whether the formula can be satisfied, if the solver knows (of products and quotients of locals it may not). Without locals it
/// is a constant.
fn decide(formula: Term, solver: &Context) -> Option<bool> {
    formula.as_bool().or_else(|| solver.check("test", formula).is_sat())
}

/// What one encoding says about one state, given what `exec` says.
fn compare(case: &Case, encoder: &Encoder<'_>, values: &[i128], expected: Option<i128>, solver: &Context) {
    let symbols = encoder.symbols();
    let step = encoder.edge(case.edge);
    let exact = !step.approximate && (encoder.ranges() == &Ranges::All || symbols.numbers() == Numbers::BitVector);
    let state: FxHashMap<Term, Term> = case
        .vars
        .iter()
        .zip(values)
        .map(|((v, ty), value)| (symbols.state(*v), encoder.constant(*value, *ty)))
        .collect();
    let guard = step.guard.substitute(&state);
    let post = step.value(case.target.0).substitute(&state);
    let context = || {
        let op = &case.program.edges[case.edge].op;
        format!("{op:?}\n in {:?}\n expected {expected:?}, encoded as {step:?}", case.vars.iter().zip(values))
    };
    match expected {
        Some(value) => {
            let same = post.eq(encoder.constant(value, case.target.1));
            let possible = decide(Term::and(&[guard, same]), solver);
            assert_ne!(possible, Some(false), "an execution is lost: {}", context());
            if !step.approximate {
                let other = decide(Term::and(&[guard, same.not()]), solver);
                assert_ne!(other, Some(true), "another result is possible: {}", context());
            }
        }
        None if exact => {
            let possible = decide(guard, solver);
            assert_ne!(possible, Some(true), "undefined, but it goes on: {}", context());
        }
        None => {}
    }
}

#[test]
fn encodings_agree_with_exec() {
    let mut random = Random(2026);
    let solver = Context::new(Config::default());
    for _ in 0..1500 {
        let case = case(&mut random);
        let machine = Machine::new(&case.program);
        let plain = Encoder::new(&case.program);
        let ranged = Encoder::new(&case.program).with_ranges(Ranges::All);
        let bits = Encoder::with_numbers(&case.program, Numbers::BitVector);
        for _ in 0..4 {
            let values: Vec<i128> = case.vars.iter().map(|(_, ty)| random.value(*ty)).collect();
            let mut state = machine.initial();
            for ((var, _), value) in case.vars.iter().zip(&values) {
                machine.set_value(&mut state, *var, *value);
            }
            let outcome = machine.step(&mut state, case.edge, None);
            let expected = outcome.is_ok().then(|| machine.value(&state, case.target.0));
            for encoder in [&plain, &ranged, &bits] {
                compare(&case, encoder, &values, expected, &solver);
            }
        }
    }
}
