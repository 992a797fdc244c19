//! Circuits against the evaluator of terms, and the solver against Z3.

use super::blast::{Blaster, constant_value};
use crate::term::{BvOp, FloatOp, Rounding, Term};
use crate::{Config, Context, Outcome, Sort, Value};

/// A generator of its own: tests are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn bits(&mut self, width: u32) -> u128 {
        let value = u128::from(self.next()) << 64 | u128::from(self.next());
        let value = match self.below(4) {
            0 => value & 7,
            1 => !(value & 7),
            _ => value,
        };
        value & crate::Value::BitVec { bits: u128::MAX >> (128 - width), width }.as_bits().expect("bits")
    }
}

const BINARY: [BvOp; 18] = [
    BvOp::Add,
    BvOp::Sub,
    BvOp::Mul,
    BvOp::Udiv,
    BvOp::Urem,
    BvOp::Sdiv,
    BvOp::Srem,
    BvOp::And,
    BvOp::Or,
    BvOp::Xor,
    BvOp::Shl,
    BvOp::Lshr,
    BvOp::Ashr,
    BvOp::Concat,
    BvOp::Ult,
    BvOp::Ule,
    BvOp::Slt,
    BvOp::Sle,
];

/// The circuit of `operation` applied to variables, with constants put in by equalities.
fn solved(context: &Context, values: &[Term], operation: &dyn Fn(&[Term]) -> Term) -> Option<Value> {
    let vars: Vec<Term> =
        values.iter().enumerate().map(|(i, v)| Term::var(format!("circuit_{i}_{}", v.sort()), v.sort())).collect();
    let term = operation(&vars);
    let mut solver = context.bit_solver("test");
    for (var, value) in vars.iter().zip(values) {
        solver.assert(Term::eq(*var, *value));
    }
    let result = Term::var(format!("circuit_result_{}", term.sort()), term.sort());
    solver.assert(result.eq(term));
    match solver.check_assuming(&[]) {
        Outcome::Sat(model) => model.value(result),
        _ => None,
    }
}

/// The circuit on constants, which folds to a constant.
fn folded(values: &[Term], operation: &dyn Fn(&[Term]) -> Term) -> Option<Value> {
    // Constants that terms do not fold, as they come out of an equality's other side.
    let hidden: Vec<Term> =
        values.iter().enumerate().map(|(i, v)| Term::var(format!("folded_{i}_{}", v.sort()), v.sort())).collect();
    let term = operation(&hidden);
    let mut blaster = Blaster::new();
    for (var, value) in hidden.iter().zip(values) {
        blaster.define(*var, *value);
    }
    let word = blaster.word(term).ok()?;
    constant_value(&word, term.sort())
}

#[test]
fn operations_on_constants_agree_with_the_evaluator() {
    let mut random = Random(0x9e3779b97f4a7c15);
    for round in 0..6000 {
        let width = [1, 2, 3, 5, 8, 13, 16, 32, 64][random.below(9) as usize];
        let values = [Term::bv_const(random.bits(width), width), Term::bv_const(random.bits(width), width)];
        let op = BINARY[round % BINARY.len()];
        let expected = Value::of_constant(values[0].bv(op, values[1]));
        assert_eq!(folded(&values, &|v| v[0].bv(op, v[1])), expected, "{op:?} of {values:?}");
        let unary = [BvOp::Neg, BvOp::Not, BvOp::ZeroExt(3), BvOp::SignExt(5), BvOp::Extract(width - 1, width / 2)];
        let op = unary[round % unary.len()];
        assert_eq!(folded(&values[..1], &|v| v[0].bv_unary(op)), Value::of_constant(values[0].bv_unary(op)), "{op:?}");
    }
}

#[test]
fn circuits_agree_with_the_evaluator() {
    let context = Context::new(Config::default());
    let mut random = Random(42);
    for round in 0..360 {
        let width = [3, 8, 17, 32][random.below(4) as usize];
        let values = [Term::bv_const(random.bits(width), width), Term::bv_const(random.bits(width), width)];
        let op = BINARY[round % BINARY.len()];
        let expected = Value::of_constant(values[0].bv(op, values[1]));
        assert_eq!(solved(&context, &values, &|v| v[0].bv(op, v[1])), expected, "{op:?} of {values:?}");
        // One operand known: other circuits.
        let half = solved(&context, &values[..1], &|v| v[0].bv(op, values[1]));
        assert_eq!(half, expected, "{op:?} of {values:?} with a constant");
    }
}

#[test]
fn clauses_hold_where_the_formula_does() {
    let context = Context::new(Config::default());
    let mut random = Random(7);
    for round in 0..180 {
        let width = [3, 8, 16][random.below(3) as usize];
        let values = [Term::bv_const(random.bits(width), width), Term::bv_const(random.bits(width), width)];
        let op = BINARY[round % BINARY.len()];
        let vars = [0, 1].map(|i| Term::var(format!("clauses_{i}_{width}"), Sort::BitVec(width)));
        let same = vars[0].bv(op, vars[1]).eq(values[0].bv(op, values[1]));
        let (name, both) = (Term::bool_var("clauses_name"), Term::and(&[vars[0].eq(values[0]), vars[1].eq(values[1])]));
        for (formula, possible) in [(same, true), (same.not(), false)] {
            let clauses = super::clauses(&[(name, both)], Term::and(&[name, formula])).expect("it is over bits");
            let mut solvers = [context.solver("test"), context.single_use_solver("test")];
            clauses.terms().for_each(|clause| solvers[0].assert(clause));
            solvers[1].assert_clauses(&clauses);
            for solver in &mut solvers {
                assert_eq!(solver.check().is_sat(), Some(possible), "{op:?} of {values:?}");
            }
        }
    }
}

#[test]
fn extended_operands_agree_with_the_evaluator() {
    let context = Context::new(Config::default());
    let mut random = Random(3);
    let ops = [BvOp::Mul, BvOp::Udiv, BvOp::Urem, BvOp::Sdiv, BvOp::Srem, BvOp::Slt];
    for round in 0..240 {
        let values = [Term::bv_const(random.bits(5), 5), Term::bv_const(random.bits(8), 8)];
        let op = ops[round % ops.len()];
        let signs = (random.below(2) == 0, random.below(2) == 0);
        let wide = |t: Term, signed: bool| {
            let extra = 14 - t.width();
            if signed { t.sign_ext(extra) } else { t.zero_ext(extra) }
        };
        let apply = |v: &[Term]| wide(v[0], signs.0).bv(op, wide(v[1], signs.1));
        let expected = Value::of_constant(apply(&values));
        assert_eq!(solved(&context, &values, &apply), expected, "{op:?} of {values:?} {signs:?}");
        assert_eq!(folded(&values, &apply), expected, "{op:?} of {values:?} {signs:?}");
    }
}

/// Patterns near the borders of a format, and others.
fn float(random: &mut Random, sort: Sort) -> Term {
    let Sort::Float(exponent, significand) = sort else { panic!("a float") };
    let fraction = significand - 1;
    let ones = (1u128 << exponent) - 1;
    let bias = ones >> 1;
    let exponent_bits = match random.below(8) {
        0 => 0,
        1 => ones,
        2 => 1,
        3 => ones - 1,
        4 | 5 => bias + u128::from(random.below(70)) - 3,
        _ => random.bits(exponent),
    };
    let fraction_bits = match random.below(4) {
        0 => 0,
        1 => (1 << fraction) - 1,
        _ => u128::from(random.next()) & ((1 << fraction) - 1),
    };
    let sign = u128::from(random.below(2)) << (exponent + fraction);
    Term::float_bits(sign | exponent_bits << fraction | fraction_bits, sort)
}

#[test]
fn float_operations_agree_with_the_evaluator() {
    use FloatOp::*;
    let mut random = Random(7);
    let ops = [
        Add,
        Sub,
        Mul,
        Div,
        Sqrt,
        Neg,
        Abs,
        Eq,
        Lt,
        Le,
        IsNan,
        IsInf,
        IsZero,
        IsNegative,
        RoundToIntegral(Rounding::NearestEven),
        RoundToIntegral(Rounding::NearestAway),
        RoundToIntegral(Rounding::TowardPositive),
        RoundToIntegral(Rounding::TowardNegative),
        RoundToIntegral(Rounding::TowardZero),
    ];
    for round in 0..12000 {
        let sort = if random.below(2) == 0 { Sort::F32 } else { Sort::F64 };
        let op = ops[round % ops.len()];
        let values = [float(&mut random, sort), float(&mut random, sort)];
        let binary = matches!(op, Add | Sub | Mul | Div | Eq | Lt | Le);
        let apply = |v: &[Term]| v[0].fp(op, if binary { &v[1..2] } else { &[] });
        assert_eq!(folded(&values, &apply), Value::of_constant(apply(&values)), "{op:?} of {values:?}");
    }
}

#[test]
fn float_conversions_agree_with_the_evaluator() {
    let mut random = Random(11);
    for _ in 0..4000 {
        let sort = if random.below(2) == 0 { Sort::F32 } else { Sort::F64 };
        let other = if sort == Sort::F32 { Sort::F64 } else { Sort::F32 };
        let value = [float(&mut random, sort)];
        let convert = |v: &[Term]| v[0].float_to_float(other);
        assert_eq!(folded(&value, &convert), Value::of_constant(convert(&value)), "{value:?} to {other}");
        let width = [8, 32, 64][random.below(3) as usize];
        for to in [Term::float_to_signed, Term::float_to_unsigned] {
            // Out of range the result is open.
            if let Some(expected) = Value::of_constant(to(value[0], width)) {
                assert_eq!(folded(&value, &|v| to(v[0], width)), Some(expected), "{value:?} to {width} bits");
            }
        }
        let number = [Term::bv_const(random.bits(width), width)];
        for from in [Term::signed_to_float, Term::unsigned_to_float] {
            let expected = Value::of_constant(from(number[0], sort));
            assert_eq!(folded(&number, &|v| from(v[0], sort)), expected, "{number:?} to {sort}");
        }
    }
}

#[test]
fn extended_numbers_agree_with_z3() {
    let context = Context::new(Config::default());
    let mut random = Random(5);
    for op in [FloatOp::Add, FloatOp::Mul, FloatOp::Div, FloatOp::Le] {
        for _ in 0..4 {
            let values = [float(&mut random, Sort::F80), float(&mut random, Sort::F80)];
            let ours = folded(&values, &|v| v[0].fp(op, &v[1..])).expect("a constant").to_term();
            let theirs = values[0].fp(op, &values[1..]);
            assert_eq!(context.check("test", theirs.eq(ours).not()).is_sat(), Some(false), "{op:?} of {values:?}");
        }
    }
}

#[test]
fn reads_go_through_writes() {
    let context = Context::new(Config::default());
    let sort = Sort::array(Sort::BitVec(8), Sort::BitVec(8));
    let array = Term::var("bits_array", sort);
    let byte = |name: &str| Term::var(name, Sort::BitVec(8));
    let (i, j, v) = (byte("bits_i"), byte("bits_j"), byte("bits_v"));
    let written = array.store(i, v);
    let mut solver = context.bit_solver("test");
    let unchanged = written.select(j).eq(array.select(j));
    assert!(solver.check_assuming(&[i.ne(j), unchanged.not()]).is_unsat());
    assert!(solver.check_assuming(&[i.eq(j), written.select(j).ne(v)]).is_unsat());
    let query = [i.eq(j), unchanged.not()];
    let model = solver.check_assuming(&query).model().expect("satisfiable");
    assert!(query.iter().all(|t| model.holds(*t)));
    let Outcome::Unsat(core) = solver.check_assuming(&[v.eq(j), i.eq(j), array.select(i).ne(array.select(j))]) else {
        panic!("equal indices have equal cells")
    };
    assert!(!core.terms.contains(&v.eq(j)));
}

#[test]
fn what_is_not_over_bits_is_unknown() {
    let mut solver = Context::new(Config::default()).bit_solver("test");
    assert_eq!(solver.check_assuming(&[Term::int_var("bits_int").le(3)]).is_sat(), None);
    assert_eq!(solver.check_assuming(&[]).is_sat(), Some(true));
}
