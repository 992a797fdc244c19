//! Models, evaluated on demand.

use crate::value::{Assignment, Value};
use crate::z3::RawModel;
use crate::{Int, Term};

/// A model of a satisfiable query. What it leaves open evaluates to some fixed value.
pub struct Model {
    raw: RawModel,
}

impl Model {
    pub(super) fn new(raw: RawModel) -> Model {
        Model { raw }
    }

    /// The value of a term; `None` where Z3's value has no counterpart (it then is no constant).
    pub fn eval(&self, term: Term) -> Option<Value> {
        Value::of_constant(term).or_else(|| self.raw.eval(term).ok())
    }

    /// The value of a variable; the same as [`Model::eval`].
    pub fn value(&self, var: Term) -> Option<Value> {
        self.eval(var)
    }

    /// The value of an integer term.
    pub fn int(&self, term: Term) -> Option<Int> {
        match self.eval(term)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a Boolean term is true in the model; false also where the model gives no value.
    pub fn holds(&self, term: Term) -> bool {
        self.eval(term) == Some(Value::Bool(true))
    }

    /// The values of these variables as an assignment of our own; those without a value are left out.
    pub fn assignment(&self, vars: &[Term]) -> Assignment {
        vars.iter().filter_map(|var| Some((*var, self.eval(*var)?))).collect()
    }
}
