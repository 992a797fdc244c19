//! Sums, exclusive ors, conjunctions and disjunctions of bits in another order: the same value, but another term.
//!
//! Each node has a [fingerprint](fingerprint) that does not depend on how such operations are ordered and grouped. It is made from those of
//! the arguments in constant time, so that chains of any length can be compared. Two terms with one fingerprint are then compared
//! exactly ([`same_value`]); a collision costs time only.

use super::bitvec::{mask, signed};
use super::{BvOp, Kind, Term};
use crate::Sort;
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;

/// Odd, so that multiplication can be undone.
const FACTOR: u128 = 0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9;
/// How deep operations of different kinds may nest in what is compared.
const DEPTH: u32 = 64;

/// Operations whose arguments may come in any order and grouping.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Sum,
    Xor,
    And,
    Or,
}

impl Family {
    fn of(kind: &Kind) -> Option<Family> {
        match kind {
            Kind::Bv(BvOp::Add | BvOp::Sub | BvOp::Neg, _) => Some(Family::Sum),
            Kind::Bv(BvOp::Mul, factors) if factors.iter().any(|factor| factor.as_bv().is_some()) => Some(Family::Sum),
            Kind::Bv(BvOp::Xor, _) => Some(Family::Xor),
            Kind::Bv(BvOp::And, _) => Some(Family::And),
            Kind::Bv(BvOp::Or, _) => Some(Family::Or),
            _ => None,
        }
    }
}

/// A number that terms of one value share if they differ in nothing but order and grouping.
pub(super) fn fingerprint(kind: &Kind, sort: Sort, id: u32) -> u128 {
    let of = |term: &Term| term.0.fingerprint;
    match kind {
        Kind::BitVec(value) => match sort {
            Sort::BitVec(width) => (signed(*value, width) as u128).wrapping_mul(FACTOR),
            _ => mixed(u128::from(id), 1),
        },
        Kind::Bv(BvOp::Add, parts) => of(&parts[0]).wrapping_add(of(&parts[1])),
        Kind::Bv(BvOp::Sub, parts) => of(&parts[0]).wrapping_sub(of(&parts[1])),
        Kind::Bv(BvOp::Neg, parts) => of(&parts[0]).wrapping_neg(),
        Kind::Bv(BvOp::Mul, parts) => match scaled(parts) {
            Some((factor, term)) => of(&term).wrapping_mul(factor as u128),
            None => mixed(of(&parts[0]).wrapping_add(of(&parts[1])), 2),
        },
        Kind::Bv(BvOp::Xor, parts) => wrapped(content(parts[0], Family::Xor) ^ content(parts[1], Family::Xor)),
        Kind::Bv(op @ (BvOp::And | BvOp::Or), parts) => {
            let family = if *op == BvOp::And { Family::And } else { Family::Or };
            let (a, b) = (content(parts[0], family), content(parts[1], family));
            // The least and the greatest of the members' numbers: a member that comes twice counts once.
            let least = (a >> 64).min(b >> 64);
            let greatest = (a & mask(64)).max(b & mask(64));
            wrapped((least << 64) | greatest)
        }
        Kind::Bv(op, parts) => parts.iter().fold(mixed(op_number(*op), 3), |sum, part| mixed(sum ^ of(part), 4)),
        Kind::Ite(condition, yes, no) => mixed(mixed(mixed(of(condition), 5) ^ of(yes), 6) ^ of(no), 7),
        Kind::Not(inner) => mixed(of(inner), 8),
        Kind::Eq(a, b) => mixed(mixed(of(a), 9).wrapping_add(mixed(of(b), 9)), 10),
        Kind::And(members) | Kind::Or(members) => {
            let salt = if matches!(kind, Kind::And(_)) { 11 } else { 12 };
            mixed(members.iter().fold(0, |sum: u128, member| sum.wrapping_add(mixed(of(member), 13))), salt)
        }
        _ => mixed(u128::from(id), 14),
    }
}

fn op_number(op: BvOp) -> u128 {
    use std::hash::{Hash, Hasher};
    let mut state = rustc_hash::FxHasher::default();
    op.hash(&mut state);
    u128::from(state.finish())
}

fn mixed(value: u128, salt: u128) -> u128 {
    let once = (value ^ (salt << 120) ^ salt).wrapping_mul(FACTOR);
    (once ^ (once >> 61)).wrapping_mul(FACTOR)
}

/// Hides the numbers of members from operations of other kinds; [`content`] undoes it.
fn wrapped(content: u128) -> u128 {
    content.wrapping_mul(FACTOR).wrapping_add(1)
}

/// What an argument of an operation of that family contributes to its number.
fn content(term: Term, family: Family) -> u128 {
    if Family::of(term.kind()) == Some(family) {
        return term.0.fingerprint.wrapping_sub(1).wrapping_mul(inverse(FACTOR));
    }
    let number = mixed(term.0.fingerprint, 15);
    match family {
        Family::And | Family::Or => (number & !mask(64)) | (number >> 64),
        Family::Sum | Family::Xor => number,
    }
}

/// The number with which an odd one gives 1, by Newton's iteration.
const fn inverse(odd: u128) -> u128 {
    let mut found = odd;
    let mut round = 0;
    while round < 7 {
        found = found.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(found)));
        round += 1;
    }
    found
}

/// A product with a constant.
fn scaled(factors: &[Term]) -> Option<(i128, Term)> {
    let width = factors[0].width();
    match (factors[0].as_bv(), factors[1].as_bv()) {
        (Some(value), _) => Some((signed(value, width), factors[1])),
        (_, Some(value)) => Some((signed(value, width), factors[0])),
        _ => None,
    }
}

/// Whether two bit-vectors have one value since they differ in order and grouping only. `false` is no answer.
pub(super) fn same_value(a: Term, b: Term) -> bool {
    same(a, b, DEPTH)
}

fn same(a: Term, b: Term, depth: u32) -> bool {
    if a == b {
        return true;
    }
    if depth == 0 || a.0.fingerprint != b.0.fingerprint || a.sort() != b.sort() {
        return false;
    }
    if let (Some(family), Sort::BitVec(width)) = (Family::of(a.kind()).or(Family::of(b.kind())), a.sort()) {
        return same_members(&members(a, family), &members(b, family), width, family, depth - 1);
    }
    let all = |pairs: &[(Term, Term)]| pairs.iter().all(|(x, y)| same(*x, *y, depth - 1));
    match (a.kind(), b.kind()) {
        (Kind::Bv(op, xs), Kind::Bv(other, ys)) if op == other => {
            let pairs: Vec<(Term, Term)> = xs.iter().copied().zip(ys.iter().copied()).collect();
            all(&pairs) || (*op == BvOp::Mul && all(&[(xs[0], ys[1]), (xs[1], ys[0])]))
        }
        (Kind::Ite(c, x, y), Kind::Ite(d, u, v)) => all(&[(*c, *d), (*x, *u), (*y, *v)]),
        (Kind::Not(x), Kind::Not(y)) => same(*x, *y, depth - 1),
        (Kind::Eq(x, y), Kind::Eq(u, v)) => all(&[(*x, *u), (*y, *v)]) || all(&[(*x, *v), (*y, *u)]),
        _ => false,
    }
}

/// The members of a sum and the like with how often each occurs, and the sum of the constants.
struct Members {
    terms: Vec<(Term, u128)>,
    constant: u128,
}

fn members(term: Term, family: Family) -> Members {
    // Arguments are older than what is made of them: taking the youngest first meets every use of a term before the term.
    let mut queue = BinaryHeap::from([term]);
    let mut count: FxHashMap<Term, u128> = FxHashMap::from_iter([(term, 1)]);
    let mut found = Members { terms: Vec::new(), constant: if family == Family::And { u128::MAX } else { 0 } };
    while let Some(term) = queue.pop() {
        let Some(times) = count.remove(&term) else { continue };
        let mut give = |part: Term, factor: u128| {
            let sum = count.entry(part).or_insert_with(|| {
                queue.push(part);
                0
            });
            *sum = sum.wrapping_add(factor.wrapping_mul(times));
        };
        match term.kind() {
            Kind::BitVec(value) => match family {
                Family::Sum => found.constant = found.constant.wrapping_add(value.wrapping_mul(times)),
                Family::Xor if times % 2 == 1 => found.constant ^= value,
                Family::Xor => {}
                Family::And => found.constant &= value,
                Family::Or => found.constant |= value,
            },
            kind if Family::of(kind) == Some(family) => match kind {
                Kind::Bv(BvOp::Neg, parts) => give(parts[0], u128::MAX),
                Kind::Bv(BvOp::Sub, parts) => {
                    give(parts[0], 1);
                    give(parts[1], u128::MAX);
                }
                Kind::Bv(BvOp::Mul, parts) => {
                    let (factor, part) = scaled(parts).expect("a product of a sum has a constant");
                    give(part, factor as u128);
                }
                Kind::Bv(_, parts) => parts.iter().for_each(|part| give(*part, 1)),
                _ => unreachable!("families are of operations on bits"),
            },
            _ => found.terms.push((term, times)),
        }
    }
    found
}

fn same_members(a: &Members, b: &Members, width: u32, family: Family, depth: u32) -> bool {
    if (a.constant ^ b.constant) & mask(width) != 0 {
        return false;
    }
    let (Some(mut left), Some(right)) = (by_fingerprint(a, depth), by_fingerprint(b, depth)) else { return false };
    let matters = |times: u128| match family {
        Family::Sum => times & mask(width) != 0,
        Family::Xor => times % 2 == 1,
        Family::And | Family::Or => true,
    };
    #[allow(clippy::iter_over_hash_type, reason = "each is compared with its own partner")]
    for (number, (term, times)) in right {
        let (other, sum) = left.entry(number).or_insert((term, 0));
        if !same(*other, term, depth) {
            return false;
        }
        match family {
            Family::Sum | Family::Xor => *sum = sum.wrapping_sub(times),
            // Members that the other side has not are left over with a count of zero.
            Family::And | Family::Or if *sum == 0 => return false,
            Family::And | Family::Or => *sum = 0,
        }
    }
    match family {
        Family::Sum | Family::Xor => left.values().all(|(_, times)| !matters(*times)),
        Family::And | Family::Or => left.values().all(|(_, times)| *times == 0),
    }
}

/// The members by their numbers; nothing if one number is that of two values.
fn by_fingerprint(members: &Members, depth: u32) -> Option<FxHashMap<u128, (Term, u128)>> {
    let mut found: FxHashMap<u128, (Term, u128)> = FxHashMap::default();
    for (term, times) in &members.terms {
        let (known, sum) = found.entry(term.0.fingerprint).or_insert((*term, 0));
        if !same(*known, *term, depth) {
            return None;
        }
        *sum = sum.wrapping_add(*times);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(name: &str) -> Term {
        Term::var(name, Sort::BitVec(16))
    }

    fn chain(op: BvOp, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().reduce(|all, term| all.bv(op, term)).expect("not empty")
    }

    #[test]
    fn order_does_not_matter() {
        let vars: Vec<Term> = (0..200).map(|i| bits(&format!("order{i}"))).collect();
        for op in [BvOp::Add, BvOp::Xor, BvOp::And, BvOp::Or] {
            let (forward, backward) = (chain(op, vars.clone()), chain(op, vars.iter().rev().copied()));
            assert!(forward.eq(backward).is_true(), "{op:?}");
            let other = chain(op, vars.iter().skip(1).copied());
            assert!(!forward.eq(other).is_true(), "{op:?} of one less");
            // Below other operations, too.
            let seven = Term::bv_const(7, 16);
            assert!(forward.sdiv(seven).extract(7, 0).eq(backward.sdiv(seven).extract(7, 0)).is_true());
        }
    }

    #[test]
    fn how_often_matters_for_sums_and_parity_for_exclusive_ors() {
        let (x, y) = (bits("often_x"), bits("often_y"));
        let twice = |op| chain(op, [x, y, x]);
        assert!(!twice(BvOp::Add).eq(x.bv(BvOp::Add, y)).is_true());
        assert!(twice(BvOp::Add).eq(y.bv(BvOp::Add, x.bv(BvOp::Mul, Term::bv_const(2, 16)))).is_true());
        assert!(twice(BvOp::Xor).eq(y).is_true());
        assert!(twice(BvOp::And).eq(y.bv_and(x)).is_true());
        let difference = x.bv(BvOp::Sub, y).bv(BvOp::Sub, x);
        assert!(difference.eq(y.bv_unary(BvOp::Neg)).is_true());
    }

    #[test]
    fn conditional_steps_are_sums() {
        let count = |order: &[usize]| {
            order.iter().fold(Term::bv_const(0, 16), |sum, i| {
                let even = bits(&format!("step{i}")).urem(Term::bv_const(2, 16)).eq(Term::bv_const(0, 16));
                let (up, down) = (Term::bv_const(1, 16), Term::bv_const(0xffff, 16));
                Term::ite(even, sum.bv(BvOp::Add, up), sum.bv(BvOp::Add, down))
            })
        };
        let forward: Vec<usize> = (0..50).collect();
        let backward: Vec<usize> = (0..50).rev().collect();
        assert!(count(&forward).eq(count(&backward)).is_true());
        assert!(!count(&forward).eq(count(&forward[1..])).is_true());
    }
}
