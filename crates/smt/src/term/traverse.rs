//! Walking terms: children, rebuilding, memoised bottom-up maps, free variables, sizes, atoms.
//!
//! Every walk keeps its own stack, so that depth costs memory and not stack space, and visits a shared node once.

use super::{BvOp, Kind, Term};
use crate::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

impl Kind {
    /// Calls `visit` on each direct argument; of a quantifier only on its body.
    pub fn for_each_child(&self, mut visit: impl FnMut(Term)) {
        match self {
            Kind::True | Kind::False | Kind::Int(_) | Kind::BitVec(_) | Kind::Float(_) | Kind::Var(_) => {}
            Kind::App(_, list)
            | Kind::And(list)
            | Kind::Or(list)
            | Kind::Mul(list)
            | Kind::Bv(_, list)
            | Kind::Fp(_, list) => {
                list.iter().copied().for_each(visit);
            }
            Kind::Not(a)
            | Kind::Le(a)
            | Kind::EqZero(a)
            | Kind::BvToInt(a)
            | Kind::IntToBv(a)
            | Kind::ConstArray(a) => visit(*a),
            Kind::Eq(a, b) | Kind::Div(a, b) | Kind::Mod(a, b) | Kind::Select(a, b) => {
                visit(*a);
                visit(*b);
            }
            Kind::Ite(a, b, c) | Kind::Store(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
            Kind::Sum(linear) => linear.terms.iter().for_each(|(t, _)| visit(*t)),
            Kind::Forall(_, body) | Kind::Exists(_, body) => visit(*body),
        }
    }
}

impl Term {
    /// The direct arguments; of a quantifier only its body.
    pub fn children(self) -> Vec<Term> {
        let mut list = Vec::new();
        self.kind().for_each_child(|child| list.push(child));
        list
    }

    /// The same constructor on other arguments, simplified again. Quantifiers keep their variables.
    pub fn rebuild(self, children: &[Term]) -> Term {
        match self.kind() {
            Kind::True | Kind::False | Kind::Int(_) | Kind::BitVec(_) | Kind::Float(_) | Kind::Var(_) => self,
            Kind::App(function, _) => Term::app(*function, children, self.sort()),
            Kind::Not(_) => children[0].not(),
            Kind::And(_) => Term::and(children),
            Kind::Or(_) => Term::or(children),
            Kind::Eq(..) => children[0].eq(children[1]),
            Kind::Ite(..) => Term::ite(children[0], children[1], children[2]),
            Kind::Le(_) => children[0].le_zero(),
            Kind::EqZero(_) => children[0].eq_zero(),
            Kind::Sum(linear) => {
                let parts: Vec<Term> =
                    linear.terms.iter().zip(children).map(|((_, c), t)| t.scale(c.clone())).collect();
                Term::sum(&parts).add(Term::int(linear.constant.clone()))
            }
            Kind::Mul(_) => children.iter().skip(1).fold(children[0], |product, factor| product.mul(*factor)),
            Kind::Div(..) => children[0].div(children[1]),
            Kind::Mod(..) => children[0].modulo(children[1]),
            Kind::BvToInt(_) => children[0].bv_to_int(),
            Kind::IntToBv(_) => children[0].int_to_bv(self.width()),
            Kind::Select(..) => children[0].select(children[1]),
            Kind::Store(..) => children[0].store(children[1], children[2]),
            Kind::ConstArray(_) => Term::const_array(self.sort(), children[0]),
            Kind::Bv(op, list) if list.len() == 1 => children[0].bv_unary(*op),
            Kind::Bv(op, _) => children[0].bv(*op, children[1]),
            Kind::Fp(op, _) => children[0].fp_to(*op, &children[1..], self.sort()),
            Kind::Forall(vars, _) => Term::forall(vars, children[0]),
            Kind::Exists(vars, _) => Term::exists(vars, children[0]),
        }
    }

    /// Rewrites from the leaves up: `rewrite` sees each distinct node once, rebuilt on its rewritten arguments. Bound variables
    /// are visited like free ones; substitution under binders is [`Term::substitute`]'s business.
    pub fn map_bottom_up(self, mut rewrite: impl FnMut(Term) -> Term) -> Term {
        self.map_pruned(|_| None, &mut rewrite)
    }

    /// As [`Term::map_bottom_up`], but where `shortcut` answers, its answer stands and nothing below is visited.
    pub fn map_pruned(
        self,
        mut shortcut: impl FnMut(Term) -> Option<Term>,
        rewrite: &mut dyn FnMut(Term) -> Term,
    ) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![(self, false)];
        let mut scratch = Vec::new();
        while let Some((term, expanded)) = stack.pop() {
            if !expanded {
                if done.contains_key(&term) {
                    continue;
                }
                if let Some(result) = shortcut(term) {
                    done.insert(term, result);
                    continue;
                }
                stack.push((term, true));
                term.kind().for_each_child(|child| {
                    if !done.contains_key(&child) {
                        stack.push((child, false));
                    }
                });
                continue;
            }
            if done.contains_key(&term) {
                continue;
            }
            scratch.clear();
            let mut changed = false;
            term.kind().for_each_child(|child| {
                let result = done[&child];
                changed |= result != child;
                scratch.push(result);
            });
            let rebuilt = if changed { term.rebuild(&scratch) } else { term };
            done.insert(term, rewrite(rebuilt));
        }
        done[&self]
    }

    /// Replaces terms (usually variables) by others of the same sort, all at once. Bound variables are left alone, and renamed
    /// where they would capture a variable of a replacement.
    pub fn substitute(self, map: &FxHashMap<Term, Term>) -> Term {
        if map.is_empty() {
            return self;
        }
        debug_assert!(map.iter().all(|(from, to)| from.sort() == to.sort()), "substitution changes a sort");
        let only_vars = map.keys().all(|key| key.is_var());
        self.map_pruned(
            |term| match map.get(&term) {
                Some(replacement) => Some(*replacement),
                None if only_vars && !term.has_vars() => Some(term),
                None => substitute_below_binder(term, map),
            },
            &mut |term| term,
        )
    }

    /// Replaces one term by another.
    pub fn replace(self, from: Term, to: Term) -> Term {
        self.substitute(&FxHashMap::from_iter([(from, to)]))
    }

    /// Calls `visit` on each distinct node reachable without entering a quantifier, parents before children.
    fn visit_dag(self, mut visit: impl FnMut(Term) -> bool) {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![self];
        while let Some(term) = stack.pop() {
            if seen.insert(term) && visit(term) {
                term.kind().for_each_child(|child| {
                    if !seen.contains(&child) {
                        stack.push(child);
                    }
                });
            }
        }
    }

    /// The free variables, in the order of their creation.
    pub fn free_vars(self) -> Vec<Term> {
        Term::free_vars_of(&[self])
    }

    /// The free variables of several terms, in the order of their creation.
    pub fn free_vars_of(terms: &[Term]) -> Vec<Term> {
        let mut vars = Vec::new();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack: Vec<Term> = terms.to_vec();
        while let Some(term) = stack.pop() {
            if !term.has_vars() || !seen.insert(term) {
                continue;
            }
            match term.kind() {
                Kind::Var(_) => vars.push(term),
                Kind::Forall(bound, body) | Kind::Exists(bound, body) => {
                    // Quantifiers nest little; the recursion is on their nesting only.
                    vars.extend(body.free_vars().into_iter().filter(|v| bound.binary_search(v).is_err()));
                }
                kind => kind.for_each_child(|child| stack.push(child)),
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Whether `part` occurs in the term (bound occurrences count).
    pub fn contains(self, part: Term) -> bool {
        let mut found = false;
        self.visit_dag(|term| {
            found |= term == part;
            !found
        });
        found
    }

    /// Whether one of the free variables satisfies the predicate.
    pub fn any_var(self, mut predicate: impl FnMut(Term) -> bool) -> bool {
        if self.has_quantifiers() {
            return self.free_vars().into_iter().any(predicate);
        }
        let mut found = false;
        self.visit_dag(|term| {
            found |= term.is_var() && predicate(term);
            !found && term.has_vars()
        });
        found
    }

    /// The number of distinct nodes.
    pub fn size(self) -> usize {
        let mut count = 0;
        self.visit_dag(|_| {
            count += 1;
            true
        });
        count
    }

    /// Whether this Boolean term is an atom: a comparison, an equality of non-Booleans, a Boolean variable, a predicate.
    pub fn is_atom(self) -> bool {
        match self.kind() {
            Kind::Le(_) | Kind::EqZero(_) => true,
            Kind::Eq(a, _) => a.sort() != Sort::Bool,
            Kind::Var(_) | Kind::App(..) | Kind::Select(..) | Kind::Fp(..) => self.sort() == Sort::Bool,
            Kind::Bv(op, _) => matches!(op, BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle),
            _ => false,
        }
    }

    /// The atoms of a Boolean term's connective structure, without those inside other atoms; in the order of their creation.
    pub fn atoms(self) -> Vec<Term> {
        let mut atoms = Vec::new();
        self.visit_dag(|term| {
            if term.is_atom() {
                atoms.push(term);
            }
            !term.is_atom()
        });
        atoms.sort_unstable();
        atoms
    }

    /// Every subterm that satisfies the predicate, in the order of creation.
    pub fn subterms(self, mut predicate: impl FnMut(Term) -> bool) -> Vec<Term> {
        let mut found = Vec::new();
        self.visit_dag(|term| {
            if predicate(term) {
                found.push(term);
            }
            true
        });
        found.sort_unstable();
        found
    }
}

/// Handles quantifiers inside [`Term::substitute`]; recursion is on the nesting of quantifiers only.
fn substitute_below_binder(term: Term, map: &FxHashMap<Term, Term>) -> Option<Term> {
    let (Kind::Forall(bound, body) | Kind::Exists(bound, body)) = term.kind() else {
        return None;
    };
    let free = body.free_vars();
    let mut inner: FxHashMap<Term, Term> = FxHashMap::default();
    #[allow(clippy::iter_over_hash_type, reason = "each goes to a place of its own")]
    for (from, to) in map {
        let concerns = !from.is_var() || free.binary_search(from).is_ok();
        if concerns && bound.binary_search(from).is_err() {
            inner.insert(*from, *to);
        }
    }
    if inner.is_empty() {
        return Some(term);
    }
    let mut incoming: Vec<Term> = inner.values().flat_map(|to| to.free_vars()).collect();
    incoming.sort_unstable();
    let mut renamed = bound.to_vec();
    for var in &mut renamed {
        if incoming.binary_search(var).is_ok() {
            let fresh = Term::fresh("bound", var.sort());
            inner.insert(*var, fresh);
            *var = fresh;
        }
    }
    let body = body.substitute(&inner);
    Some(match term.kind() {
        Kind::Forall(..) => Term::forall(&renamed, body),
        _ => Term::exists(&renamed, body),
    })
}
