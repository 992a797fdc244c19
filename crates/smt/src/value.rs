//! Concrete values and assignments of values to variables.

use crate::term::{Kind, Term};
use crate::{Int, Sort};
use std::collections::BTreeMap;

/// A value of some sort.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    Bool(bool),
    Int(Int),
    BitVec {
        bits: u128,
        width: u32,
    },
    /// By IEEE bits; NaN has one representation.
    Float {
        bits: u128,
        exponent: u32,
        significand: u32,
    },
    Array(Box<ArrayValue>),
}

/// A default and finitely many exceptions from it (never equal to the default).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    pub index: Sort,
    pub default: Value,
    pub entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The element at an index.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes one element.
    pub fn set(&mut self, index: Value, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

impl Value {
    /// An integer value.
    pub fn int(value: impl Into<Int>) -> Value {
        Value::Int(value.into())
    }

    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::BitVec { width, .. } => Sort::BitVec(*width),
            Value::Float { exponent, significand, .. } => Sort::Float(*exponent, *significand),
            Value::Array(array) => Sort::array(array.index, array.default.sort()),
        }
    }

    /// The value that stands for "anything" of a sort: false, zero, an array of zeros.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
            Sort::BitVec(width) => Value::BitVec { bits: 0, width },
            Sort::Float(exponent, significand) => Value::Float { bits: 0, exponent, significand },
            Sort::Array((index, element)) => Value::Array(Box::new(ArrayValue {
                index: *index,
                default: Value::default_of(*element),
                entries: BTreeMap::new(),
            })),
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The bits of a bit-vector or float.
    pub fn as_bits(&self) -> Option<u128> {
        match self {
            Value::BitVec { bits, .. } | Value::Float { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    /// The constant term of this value (arrays as stores into a constant array).
    pub fn to_term(&self) -> Term {
        match self {
            Value::Bool(value) => Term::bool(*value),
            Value::Int(value) => Term::int(value.clone()),
            Value::BitVec { bits, width } => Term::bv_const(*bits, *width),
            Value::Float { bits, exponent, significand } => {
                Term::float_bits(*bits, Sort::Float(*exponent, *significand))
            }
            Value::Array(array) => {
                let base = Term::const_array(self.sort(), array.default.to_term());
                array.entries.iter().fold(base, |array, (index, value)| array.store(index.to_term(), value.to_term()))
            }
        }
    }

    /// The value of a constant term.
    pub fn of_constant(term: Term) -> Option<Value> {
        Some(match (term.kind(), term.sort()) {
            (Kind::True, _) => Value::Bool(true),
            (Kind::False, _) => Value::Bool(false),
            (Kind::Int(value), _) => Value::Int(value.clone()),
            (Kind::BitVec(bits), Sort::BitVec(width)) => Value::BitVec { bits: *bits, width },
            (Kind::Float(bits), Sort::Float(exponent, significand)) => {
                Value::Float { bits: *bits, exponent, significand }
            }
            _ => return None,
        })
    }
}

/// Values of variables, iterated in the order of the variables' creation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    values: BTreeMap<Term, Value>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Sets the value of a variable (or of an uninterpreted application, which then evaluates to it).
    pub fn insert(&mut self, var: Term, value: Value) {
        debug_assert_eq!(var.sort(), value.sort(), "value of {var}");
        self.values.insert(var, value);
    }

    pub fn get(&self, var: Term) -> Option<&Value> {
        self.values.get(&var)
    }

    pub fn remove(&mut self, var: Term) -> Option<Value> {
        self.values.remove(&var)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Term, &Value)> {
        self.values.iter().map(|(var, value)| (*var, value))
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl FromIterator<(Term, Value)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (Term, Value)>>(pairs: I) -> Assignment {
        Assignment { values: pairs.into_iter().collect() }
    }
}
