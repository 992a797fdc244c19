use super::*;
use crate::{Config, Sort};
use proptest::prelude::*;

const NAMES: [&str; 4] = ["proj_a", "proj_b", "proj_c", "proj_d"];

fn var(index: usize) -> Term {
    Term::int_var(NAMES[index])
}

fn linear() -> impl Strategy<Value = Term> {
    (prop::collection::vec(-3i64..=3, 4), -6i64..=6).prop_map(|(coefficients, constant)| {
        let parts: Vec<Term> = coefficients.iter().enumerate().map(|(i, c)| var(i).scale(*c)).collect();
        Term::sum(&parts) + constant
    })
}

fn literal() -> impl Strategy<Value = Term> {
    prop_oneof![
        4 => linear().prop_map(|t| t.le_zero()),
        1 => linear().prop_map(|t| t.eq_zero()),
        1 => linear().prop_map(|t| t.eq_zero().not()),
        1 => (linear(), 2i64..5, 0i64..3).prop_map(|(t, m, r)| t.modulo(m).eq(r)),
        1 => (linear(), 2i64..4, linear()).prop_map(|(t, m, u)| t.div(m).le(u)),
        1 => (linear(), linear(), linear()).prop_map(|(c, t, e)| Term::ite(c.le_zero(), t, e).le(2)),
    ]
}

fn formula() -> impl Strategy<Value = Term> {
    literal().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|members| Term::and(&members)),
            prop::collection::vec(inner, 1..3).prop_map(|members| Term::or(&members)),
        ]
    })
}

/// Checks one direction by the definition; undecided queries count as success, wrong answers cannot.
fn entails(context: &Context, premise: Term, conclusion: Term) -> bool {
    context.implies("test", premise, conclusion) != Some(false)
}

/// Checks that `result` implies `exists vars. formula` at a few of its points; quantifier-free, so that it is fast.
fn witnessed(context: &Context, result: Term, formula: Term) -> bool {
    let mut solver = context.solver("test");
    solver.assert(result);
    let free = formula.free_vars();
    for _ in 0..4 {
        let Outcome::Sat(model) = solver.check() else { return true };
        let point: Vec<(Term, Term)> = result
            .free_vars()
            .into_iter()
            .chain(free.iter().copied().filter(|v| *v == var(2) || *v == var(3)))
            .filter_map(|v| Some((v, model.eval(v)?.to_term())))
            .collect();
        let fixed = formula.substitute(&point.iter().copied().collect());
        if context.check("test", fixed).is_unsat() {
            return false;
        }
        solver.assert(Term::or(&point.iter().map(|&(v, value)| v.ne(value)).collect::<Vec<_>>()));
    }
    true
}

fn bounded(formula: Term) -> Term {
    let ranges = (0..4).flat_map(|i| [var(i).ge(-20), var(i).le(20)]);
    Term::and(&ranges.chain([formula]).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn relaxed_projections_are_implied_and_exact_ones_equivalent(formula in formula()) {
        let context = Context::new(Config { resource_limit: 200_000, ..Config::default() });
        let vars = [var(0), var(1)];
        for relaxed in [over(formula, &vars), formula::project(formula, &vars, formula::Effort::Thorough)] {
            let OverApprox(result) = relaxed.over();
            prop_assert!(!result.any_var(|v| vars.contains(&v)), "{result}");
            prop_assert!(entails(&context, formula, result), "{formula} does not imply {result}");
            if let Some(Exact(result)) = relaxed.exact() {
                prop_assert!(witnessed(&context, result, formula), "{result} does not imply the projection of {formula}");
            }
        }
    }

    #[test]
    fn model_based_projections_imply_and_hold(formula in formula()) {
        let context = Context::new(Config { resource_limit: 200_000, ..Config::default() });
        let vars = [var(0), var(1)];
        let formula = bounded(formula);
        if let Outcome::Sat(model) = context.check("test", formula) {
            let model = model.assignment(&(0..4).map(var).collect::<Vec<_>>());
            let UnderApprox(result) = under(formula, &vars, &model).expect("the model satisfies the formula");
            prop_assert!(!result.any_var(|v| vars.contains(&v)), "{result}");
            prop_assert_eq!(result.holds(&model), Some(true));
            prop_assert!(witnessed(&context, result, formula), "{result} does not imply the projection of {formula}");
        }
    }

    #[test]
    fn enumeration_is_exact_when_it_says_so(formula in formula()) {
        let context = Context::new(Config { resource_limit: 200_000, ..Config::default() });
        let vars = [var(0), var(1)];
        match enumerate(&context, formula, &vars, 12) {
            Enumerated::Exact(Exact(result)) => {
                prop_assert!(entails(&context, formula, result));
                prop_assert!(witnessed(&context, result, formula));
            }
            Enumerated::Under(UnderApprox(result)) => {
                prop_assert!(witnessed(&context, result, formula));
            }
        }
    }
}

#[test]
fn cheap_cases_are_exact() {
    let (a, b, c, d) = (var(0), var(1), var(2), var(3));
    // b = a + 1, a <= c: only bounds on b remain.
    let result = over(Term::and(&[b.eq(a + 1), a.le(c), d.lt(a)]), &[a]);
    assert_eq!(result, Relaxed::Exact(Exact(Term::and(&[(b - 1).le(c), (d + 1).lt(b)]))));
    // 2a = b needs a divisibility.
    assert_eq!(exact(b.eq(a.scale(2)), &[a]), Some(Exact(b.modulo(2).eq(0))));
    // 3a between b and b + 1: two of three residues.
    let Some(Exact(result)) = exact(Term::and(&[b.le(a.scale(3)), a.scale(3).le(b + 1)]), &[a]) else {
        panic!("not exact")
    };
    let context = Context::new(Config::default());
    let expected = b.modulo(3).ne(1);
    assert_eq!(context.implies("test", result.eq(expected).not(), Term::ff()), Some(true));
    // Relaxing loses the residues and says so.
    assert!(matches!(over(Term::and(&[b.le(a.scale(3)), a.scale(3).le(b + 1)]), &[a]), Relaxed::Over(_)));
}

#[test]
fn arrays_and_booleans_go_by_definition_or_are_dropped() {
    let sort = Sort::array(Sort::Int, Sort::Int);
    let (m, n, p) = (Term::var("proj_m", sort), Term::var("proj_n", sort), Term::bool_var("proj_p"));
    let (a, b) = (var(0), var(1));
    let stored = Term::and(&[n.eq(m.store(a, 3)), b.eq(n.select(a))]);
    assert_eq!(over(stored, &[n]), Relaxed::Exact(Exact(b.eq(3))));
    let read = Term::and(&[m.select(a).le(b), a.le(2)]);
    assert_eq!(over(read, &[m]), Relaxed::Over(OverApprox(a.le(2))));
    let cases = Term::and(&[Term::or(&[p, a.le(2)]), Term::or(&[p.not(), b.le(2)])]);
    assert_eq!(exact(cases, &[p]), Some(Exact(Term::or(&[a.le(2), b.le(2)]))));
}
