use super::*;
use rustc_hash::FxHashMap;

fn x() -> Term {
    Term::int_var("x")
}

fn y() -> Term {
    Term::int_var("y")
}

#[test]
fn sums_are_canonical() {
    assert_eq!(x() + y() + 3, y() + 1 + x() + 2);
    assert_eq!(x() + x() - x().scale(2), Term::int(0));
    assert_eq!((x() + 1) * (x() - 1), x() * x() - 1);
}

#[test]
fn comparisons_are_tightened_and_normalised() {
    // 2x <= 5 is x <= 2
    assert_eq!(x().scale(2).le(5), x().le(2));
    assert_eq!(x().lt(y()), (x() + 1).le(y()));
    assert_eq!(x().le(3).not(), x().ge(4));
    assert_eq!(x().scale(2).eq(5), Term::ff());
    assert_eq!(x().eq(y()), y().eq(x()));
}

#[test]
fn comparisons_hold_at_equality() {
    let at = |value: i32| crate::Assignment::from_iter([(x(), crate::Value::int(value))]);
    assert_eq!(x().le(5).holds(&at(5)), Some(true));
    assert_eq!(x().le(5).holds(&at(6)), Some(false));
    assert!(Term::int(5).le(5).is_true() && Term::int(5).lt(5).is_false());
}

#[test]
fn junctions_flatten_and_detect_complements() {
    let (a, b) = (x().le(3), y().le(3));
    assert_eq!(Term::and(&[a, Term::and(&[b, a])]), Term::and(&[b, a]));
    assert_eq!(Term::and(&[a, b, a.not()]), Term::ff());
    assert_eq!(Term::or(&[a, a.not()]), Term::tt());
    assert_eq!(Term::and(&[]), Term::tt());
}

#[test]
fn a_truth_value_stored_as_an_integer_is_seen_through() {
    let flag = Term::ite(x().le(y()), 1, 0);
    assert_eq!(flag.ne(0), x().le(y()));
    assert_eq!(flag.eq(0), x().gt(y()));
    assert_eq!(flag.eq(2), Term::ff());
}

#[test]
fn euclidean_division_pulls_out_multiples() {
    assert_eq!((x().scale(4) + 7).div(2), x().scale(2) + 3);
    assert_eq!((x().scale(4) + 7).modulo(2), Term::int(1));
    assert_eq!(Term::int(-7).div(2), Term::int(-4));
    assert_eq!(Term::int(-7).modulo(2), Term::int(1));
    assert_eq!(Term::int(-7).div(-2), Term::int(4));
    assert_eq!(Term::int(-7).div_trunc(2), Term::int(-3));
    assert_eq!(Term::int(-7).rem_trunc(2), Term::int(-1));
    assert_eq!(x().modulo(256).modulo(2), x().modulo(2));
}

#[test]
fn select_over_store() {
    let sort = Sort::array(Sort::Int, Sort::Int);
    let a = Term::var("arr", sort);
    let stored = a.store(x(), 5).store(x() + 1, 6);
    assert_eq!(stored.select(x()), Term::int(5));
    assert_eq!(stored.select(x() + 2), a.select(x() + 2));
    assert_eq!(Term::const_array(sort, Term::int(0)).select(y()), Term::int(0));
}

#[test]
fn bit_vectors_fold() {
    let c = |v: u128| Term::bv_const(v, 8);
    assert_eq!(c(200).add(c(100)), c(44));
    assert_eq!(c(0x80).sdiv(c(0xff)), c(0x80));
    assert_eq!(c(5).sdiv(c(0)), c(0xff));
    assert_eq!(c(0xf0).bv_ashr(c(4)), c(0xff));
    assert_eq!(c(0xab).extract(7, 4), Term::bv_const(0xa, 4));
    assert_eq!(c(0x80).sign_ext(8), Term::bv_const(0xff80, 16));
    assert_eq!(c(0x80).slt(c(0)), Term::tt());
    assert_eq!(c(0x80).bv_to_int_signed(), Term::int(-128));
    assert_eq!(Term::int(-1).int_to_bv(8), c(255));
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut t = x();
    let mut array = Term::var("deep_array", Sort::array(Sort::Int, Sort::Int));
    for i in 0..100_000 {
        t = Term::ite(x().le(i), t, y() + i);
        array = array.store(x() + y().scale(i), t);
    }
    assert!(t.size() > 100_000);
    assert_eq!(t.free_vars(), Term::free_vars_of(&[x(), y()]));
    let replaced = array.substitute(&FxHashMap::from_iter([(y(), x())]));
    assert_eq!(replaced.free_vars().len(), 2);
    assert!(replaced.to_string().len() > 100_000);
}

#[test]
fn substitution_respects_binders() {
    let all = Term::forall(&[x()], x().le(y()));
    assert_eq!(all.free_vars(), vec![y()]);
    let captured = all.replace(y(), x() + 1);
    assert_eq!(captured.free_vars(), vec![x()]);
    assert_eq!(all.replace(x(), Term::int(0)), all);
}

#[test]
fn text_is_smtlib() {
    assert_eq!(
        x().le(y() - 2).to_string(),
        if x() < y() { "(<= (+ x (* (- 1) y)) (- 2))" } else { "(<= (+ (* (- 1) y) x) (- 2))" }
    );
    assert_eq!(Term::bv_const(10, 8).to_string(), "#x0a");
    assert_eq!(Term::var("a b", Sort::Bool).to_string(), "|a b|");
}

#[test]
fn nnf_leaves_negation_on_atoms_only() {
    let (p, q, r) = (Term::bool_var("p"), Term::bool_var("q"), Term::bool_var("r"));
    let t = Term::and(&[p.eq(q), r]).not().nnf();
    assert_eq!(t, Term::or(&[r.not(), Term::and(&[p, q.not()]), Term::and(&[p.not(), q])]));
}

#[test]
fn zero_is_not_positive() {
    assert_eq!(Term::int(0).le(0), Term::tt());
    assert_eq!(Term::int(0).lt(0), Term::ff());
    let x = Term::int_var("x");
    let mut zero = crate::Assignment::new();
    zero.insert(x, crate::Value::int(0));
    assert_eq!(x.le(0).holds(&zero), Some(true));
    assert_eq!(x.gt(0).holds(&zero), Some(false));
}
