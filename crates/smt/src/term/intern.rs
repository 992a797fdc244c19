//! The interner: a sharded, append-only table of nodes.

use super::reorder::fingerprint;
use super::{Flags, Kind, Node, Term};
use crate::Sort;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock};

const SHARDS: usize = 32;

static TABLE: LazyLock<Vec<Mutex<HashTable<&'static Node>>>> =
    LazyLock::new(|| (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect());
static NEXT_ID: AtomicU32 = AtomicU32::new(0);

impl Term {
    /// The unique term of that kind and sort. The caller has established the invariants stated at [`Kind`].
    pub(super) fn make(kind: Kind, sort: Sort) -> Term {
        let hash = hash_of(&kind, sort);
        // The table uses the top bits of the hash for its own tags and the low bits for its buckets.
        let shard = &TABLE[(hash >> 32) as usize % SHARDS];
        let mut table = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(node) = table.find(hash, |node| node.hash == hash && node.sort == sort && node.kind == kind) {
            return Term(node);
        }
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        assert!(id != u32::MAX, "more than 2^32 terms");
        let flags = flags_of(&kind);
        let fingerprint = fingerprint(&kind, sort, id);
        let node: &'static Node =
            Box::leak(Box::new(Node { id, hash, sort, flags, kind, fingerprint, negation: OnceLock::new() }));
        table.insert_unique(hash, node, |node| node.hash);
        Term(node)
    }
}

fn hash_of(kind: &Kind, sort: Sort) -> u64 {
    let mut state = FxHasher::default();
    std::mem::discriminant(kind).hash(&mut state);
    match kind {
        Kind::True | Kind::False => {}
        Kind::Int(value) => value.hash(&mut state),
        Kind::BitVec(value) | Kind::Float(value) => (value, sort).hash(&mut state),
        Kind::Var(symbol) => (symbol, sort).hash(&mut state),
        Kind::App(symbol, arguments) => (symbol, arguments, sort).hash(&mut state),
        Kind::Not(a) | Kind::Le(a) | Kind::EqZero(a) | Kind::BvToInt(a) => a.hash(&mut state),
        Kind::IntToBv(a) | Kind::ConstArray(a) => (a, sort).hash(&mut state),
        Kind::And(list) | Kind::Or(list) | Kind::Mul(list) => list.hash(&mut state),
        Kind::Eq(a, b) | Kind::Div(a, b) | Kind::Mod(a, b) | Kind::Select(a, b) => (a, b).hash(&mut state),
        Kind::Ite(a, b, c) | Kind::Store(a, b, c) => (a, b, c).hash(&mut state),
        Kind::Sum(linear) => linear.hash(&mut state),
        Kind::Bv(op, arguments) => (op, arguments).hash(&mut state),
        Kind::Fp(op, arguments) => (op, arguments, sort).hash(&mut state),
        Kind::Forall(vars, body) | Kind::Exists(vars, body) => (vars, body).hash(&mut state),
    }
    state.finish()
}

fn flags_of(kind: &Kind) -> Flags {
    let mut flags = Flags::default();
    match kind {
        Kind::Var(_) => flags.vars = true,
        Kind::App(..) => flags.apps = true,
        Kind::Forall(..) | Kind::Exists(..) => flags.quantifiers = true,
        Kind::Mul(_) => flags.nonlinear = true,
        Kind::Div(_, divisor) | Kind::Mod(_, divisor) => flags.nonlinear = divisor.as_int().is_none(),
        _ => {}
    }
    kind.for_each_child(|child| {
        let below = child.0.flags;
        flags.vars |= below.vars;
        flags.apps |= below.apps;
        flags.quantifiers |= below.quantifiers;
        flags.nonlinear |= below.nonlinear;
    });
    flags
}
