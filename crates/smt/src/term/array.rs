//! Arrays: select over store with syntactically decidable indices, stores at equal indices, constant arrays.

use super::{Kind, Term};
use crate::Sort;

impl Term {
    /// The array of sort `sort` that holds `value` everywhere.
    pub fn const_array(sort: Sort, value: Term) -> Term {
        debug_assert!(
            matches!(sort, Sort::Array((_, element)) if *element == value.sort()),
            "constant array of {sort}"
        );
        Term::make(Kind::ConstArray(value), sort)
    }

    /// The element at `index`.
    pub fn select(self, index: impl Into<Term>) -> Term {
        let index = index.into();
        let Sort::Array((index_sort, element)) = self.sort() else {
            panic!("select from {self} of sort {}", self.sort());
        };
        debug_assert_eq!(*index_sort, index.sort(), "index {index}");
        let mut array = self;
        loop {
            match array.kind() {
                Kind::Store(_, at, value) if *at == index => return *value,
                Kind::Store(below, at, _) if certainly_distinct(*at, index) => array = *below,
                Kind::ConstArray(value) => return *value,
                _ => return Term::make(Kind::Select(array, index), *element),
            }
        }
    }

    /// The array with `value` at `index`.
    pub fn store(self, index: impl Into<Term>, value: impl Into<Term>) -> Term {
        let (index, value) = (index.into(), value.into());
        let sort = self.sort();
        debug_assert!(
            matches!(sort, Sort::Array((i, e)) if *i == index.sort() && *e == value.sort()),
            "store of {value} at {index} into {sort}"
        );
        // Writing back what is there changes nothing.
        if matches!(value.kind(), Kind::Select(array, at) if *array == self && *at == index)
            || matches!(self.kind(), Kind::ConstArray(everywhere) if *everywhere == value)
        {
            return self;
        }
        match self.kind() {
            Kind::Store(below, at, _) if *at == index => below.store(index, value),
            _ => Term::make(Kind::Store(self, index, value), sort),
        }
    }
}

/// Two index terms that differ in every model, seen from their syntax.
fn certainly_distinct(left: Term, right: Term) -> bool {
    match left.sort() {
        Sort::Int => {
            let (a, b) = (left.linear(), right.linear());
            a.terms == b.terms && a.constant != b.constant
        }
        Sort::BitVec(_) => left.eq(right).is_false(),
        _ => left.is_constant() && right.is_constant() && left != right,
    }
}
