//! Summaries of small loops, and the definition of the star on random ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use landfall_smt::{Context, Term};

use super::*;
use crate::budget::Budget;
use crate::cfa::{DataModel, Overflow, Program, ProgramBuilder, Semantics, Type, VarId, VarKind};
use crate::encode::Numbers;

fn program(names: &[&str]) -> (Program, Vec<VarId>) {
    let mut b = ProgramBuilder::new(Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined });
    let main = b.proc("main", None);
    let vars = names.iter().map(|n| b.var(n, Type::int(32, true), VarKind::Global, None, None)).collect();
    (b.finish(main), vars)
}

struct Fixture {
    context: Context,
    budget: Budget,
    symbols: Arc<Symbols>,
    vars: Vec<VarId>,
}

impl Fixture {
    fn new(names: &[&str]) -> Fixture {
        let (program, vars) = program(names);
        let symbols = Symbols::new(&program, Numbers::Mathematical);
        Fixture { context: Context::new(Default::default()), budget: Budget::unlimited(), symbols, vars }
    }

    fn state(&self, i: usize) -> Term {
        self.symbols.state(self.vars[i])
    }

    fn body(&self, guard: Term, post: &[(usize, Term)]) -> Transition {
        let post: BTreeMap<VarId, Term> = post.iter().map(|(i, t)| (self.vars[*i], *t)).collect();
        Transition::new(&self.symbols, guard, post, Vec::new())
    }

    fn stars(&self, kind: StarKind) -> Stars<'_> {
        Stars::new(&self.context, &self.budget, kind)
    }

    /// Whether some execution of the transition from `before` may satisfy `after`.
    fn may(&self, transition: &Transition, before: Term, after: Term) -> bool {
        self.context.check("test", Term::and(&[before, transition.pre(after)])).is_sat().expect("decided")
    }
}

#[test]
fn a_counting_loop_is_exact() {
    let f = Fixture::new(&["x", "y", "n"]);
    let (x, y, n) = (f.state(0), f.state(1), f.state(2));
    let body = f.body(x.lt(n), &[(0, x.add(1)), (1, y.add(2))]);
    let star = f.stars(StarKind::Full).star(&body).expect("no limit");
    let start = Term::and(&[x.eq(0), y.eq(0), n.ge(0)]);
    assert!(!f.may(&star, start, Term::and(&[x.ge(n), y.ne(n.scale(2))])));
    assert!(f.may(&star, start, Term::and(&[x.ge(n), n.eq(1000)])));
    assert!(!f.may(&star, start, x.gt(n)));
}

#[test]
fn a_phase_splits_a_disjunctive_loop() {
    let f = Fixture::new(&["x", "y"]);
    let (x, y) = (f.state(0), f.state(1));
    let step = Term::ite(x.lt(50), y.add(1), y.sub(1));
    let body = f.body(x.lt(100), &[(0, x.add(1)), (1, step)]);
    let star = f.stars(StarKind::Full).star(&body).expect("no limit");
    let start = Term::and(&[x.eq(0), y.eq(0)]);
    assert!(!f.may(&star, start, Term::and(&[x.ge(100), y.ne(0)])));
    assert!(f.may(&star, start, Term::and(&[x.eq(50), y.eq(50)])));
    let coarse = f.stars(StarKind::Translation).star(&body).expect("no limit");
    assert!(f.may(&coarse, start, Term::and(&[x.ge(100), y.ne(0)])));
}

#[test]
fn doubling_leaves_an_even_number() {
    let f = Fixture::new(&["x"]);
    let x = f.state(0);
    let body = f.body(x.ge(1), &[(0, x.scale(2))]);
    let star = f.stars(StarKind::Full).star(&body).expect("no limit");
    assert!(!f.may(&star, x.eq(2), x.modulo(2).eq(1)));
    assert!(!f.may(&star, x.eq(2), x.lt(2)));
}

/// Random bodies over small values: every real repetition is contained in the star, of every kind.
#[test]
fn a_star_contains_all_repetitions() {
    let mut seed = 7u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((seed >> 33) % n) as i64
    };
    for _ in 0..25 {
        let f = Fixture::new(&["x", "y"]);
        let (x, y) = (f.state(0), f.state(1));
        let mut linear = || x.scale(random(3) - 1).add(y.scale(random(3) - 1)).add(random(7) - 3);
        let guard = Term::or(&[linear().le(0), linear().eq(0)]);
        let condition = linear().le(0);
        let step_x = Term::ite(condition, linear(), linear());
        let other = linear();
        let step_y = if random(2) == 0 { y.add(random(5) - 2) } else { other };
        let body = f.body(guard, &[(0, step_x), (1, step_y)]);
        for kind in [StarKind::Trivial, StarKind::Guard, StarKind::Translation, StarKind::Full] {
            let star = f.stars(kind).star(&body).expect("no limit");
            let (mut a, mut b) = (random(9) - 4, random(9) - 4);
            let start = Term::and(&[x.eq(a), y.eq(b)]);
            for _ in 0..6 {
                assert!(f.may(&star, start, Term::and(&[x.eq(a), y.eq(b)])), "{kind:?}: {}", body.guard);
                let mut now = landfall_smt::Assignment::new();
                now.insert(x, landfall_smt::Value::int(a));
                now.insert(y, landfall_smt::Value::int(b));
                if body.guard.holds(&now) != Some(true) {
                    break;
                }
                let next = |t: Term| {
                    let value = t.eval(&now).and_then(|v| v.as_int().cloned()).expect("defined");
                    i64::try_from(value).expect("small")
                };
                (a, b) = (next(step_x), next(step_y));
            }
        }
    }
}
