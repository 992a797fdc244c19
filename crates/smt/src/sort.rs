//! Sorts of terms.

use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::{LazyLock, Mutex};

/// The sort of a term. Cheap to copy; arrays share their interned component sorts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Bit-vectors of a width between 1 and 128.
    BitVec(u32),
    /// IEEE floating point: bits of the exponent, and of the significand with its hidden bit.
    Float(u32, u32),
    /// Total maps from an index sort to an element sort; made by [`Sort::array`].
    Array(&'static (Sort, Sort)),
}

static ARRAYS: LazyLock<Mutex<FxHashSet<&'static (Sort, Sort)>>> = LazyLock::new(Mutex::default);

impl Sort {
    /// IEEE single precision.
    pub const F32: Sort = Sort::Float(8, 24);
    /// IEEE double precision.
    pub const F64: Sort = Sort::Float(11, 53);
    /// The x87 extended format, as an SMT sort (79 bits: the explicit integer bit is implied).
    pub const F80: Sort = Sort::Float(15, 64);

    /// The sort of arrays from `index` to `element`.
    pub fn array(index: Sort, element: Sort) -> Sort {
        let mut known = ARRAYS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let pair = (index, element);
        if let Some(found) = known.get(&pair) {
            return Sort::Array(found);
        }
        let leaked: &'static (Sort, Sort) = Box::leak(Box::new(pair));
        known.insert(leaked);
        Sort::Array(leaked)
    }

    /// Whether this is `Bool`.
    pub fn is_bool(self) -> bool {
        self == Sort::Bool
    }

    /// Whether this is `Int`.
    pub fn is_int(self) -> bool {
        self == Sort::Int
    }

    /// The width of a bit-vector, or of the IEEE representation of a float.
    pub fn bits(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            Sort::Float(exponent, significand) => Some(exponent + significand),
            _ => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(exponent, significand) => {
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            Sort::Array((index, element)) => write!(f, "(Array {index} {element})"),
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
