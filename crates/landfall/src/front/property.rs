//! What counts as an error.

/// The property that a program is checked for. The reading of property files is the command's business.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Property {
    /// What C developers expect of their own code: no assertion fails, and neither `reach_error` nor `__VERIFIER_error` is
    /// called.
    #[default]
    Assertions,
    /// Exactly these things must not happen; a failing assertion merely ends the execution.
    Never(Vec<Never>),
}

/// One thing that must never happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Never {
    /// A call of this function, whether it has a body or not.
    Call(String),
    /// Control at this label.
    Label(String),
    /// A signed operation whose result does not fit.
    Overflow,
    /// An access outside of objects.
    InvalidAccess,
    /// A wrong `free`.
    InvalidFree,
    /// Memory that is lost before it is freed.
    Lost,
    /// Memory that is not freed at the end.
    Unfreed,
}

/// Undefined behaviour that is an error, besides what the property says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Accesses outside of objects.
    pub memory: bool,
    /// Signed overflow of sums, differences, products and quotients.
    pub overflow: bool,
    /// Signed shifts to the left whose result does not fit. SV-COMP's no-overflow does not count them.
    pub shift_overflow: bool,
    /// Division by zero.
    pub division: bool,
    /// Shifts by amounts out of range, and to the left of negative values.
    pub shift: bool,
    /// Allocated memory that lives when the program ends.
    pub leak: bool,
    /// As `leak`, but what a global variable points to may live.
    pub track: bool,
    /// Values that were never set and are used.
    pub uninitialised: bool,
}

impl Checks {
    /// The undefined behaviour that C programmers want to hear of.
    pub const UNDEFINED: Checks = Checks {
        memory: true,
        overflow: true,
        shift_overflow: true,
        division: true,
        shift: true,
        leak: false,
        track: false,
        uninitialised: false,
    };
}

impl std::ops::BitOr for Checks {
    type Output = Checks;

    fn bitor(self, other: Checks) -> Checks {
        Checks {
            memory: self.memory || other.memory,
            overflow: self.overflow || other.overflow,
            shift_overflow: self.shift_overflow || other.shift_overflow,
            division: self.division || other.division,
            shift: self.shift || other.shift,
            leak: self.leak || other.leak,
            track: self.track || other.track,
            uninitialised: self.uninitialised || other.uninitialised,
        }
    }
}

/// The function that must not be called, by its name today and by the one it had once.
pub const ERROR_FUNCTION: &str = "reach_error";
pub const OLD_ERROR_FUNCTION: &str = "__VERIFIER_error";

impl Property {
    /// SV-COMP's `unreach-call`.
    pub fn unreach_call() -> Property {
        Property::Never(vec![Never::Call(ERROR_FUNCTION.into())])
    }

    /// The property for a program that calls these functions and does not define them. `reach_error` was called
    /// `__VERIFIER_error` once: where a program leaves a function of the old name open, that is meant.
    pub fn for_externs<'f>(&self, mut externs: impl Iterator<Item = &'f str>) -> Property {
        match self {
            Property::Never(list)
                if list.contains(&Never::Call(ERROR_FUNCTION.into()))
                    && externs.any(|name| name == OLD_ERROR_FUNCTION) =>
            {
                Property::Never(list.iter().cloned().chain([Never::Call(OLD_ERROR_FUNCTION.into())]).collect())
            }
            _ => self.clone(),
        }
    }

    /// Whether calling the function violates the property.
    pub fn is_error_function(&self, name: &str) -> bool {
        match self {
            Property::Assertions => matches!(name, ERROR_FUNCTION | OLD_ERROR_FUNCTION),
            Property::Never(list) => {
                list.iter().any(|never| matches!(never, Never::Call(function) if function == name))
            }
        }
    }

    /// Whether reaching the label violates the property.
    pub fn is_error_label(&self, name: &str) -> bool {
        match self {
            Property::Assertions => false,
            Property::Never(list) => list.iter().any(|never| matches!(never, Never::Label(label) if label == name)),
        }
    }

    /// The undefined behaviour that violates the property.
    pub fn checks(&self) -> Checks {
        let has = |wanted: Never| matches!(self, Property::Never(list) if list.contains(&wanted));
        Checks {
            memory: has(Never::InvalidAccess) || has(Never::InvalidFree),
            overflow: has(Never::Overflow),
            shift_overflow: has(Never::Overflow),
            leak: has(Never::Unfreed),
            track: has(Never::Lost),
            ..Checks::default()
        }
    }

    /// Whether a failing assertion violates the property.
    pub fn checks_assertions(&self) -> bool {
        *self == Property::Assertions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_name_counts_where_it_is_left_open() {
        let asks = |externs: &[&str]| {
            Property::unreach_call().for_externs(externs.iter().copied()).is_error_function("__VERIFIER_error")
        };
        assert!(asks(&["input", "__VERIFIER_error"]));
        assert!(!asks(&["input"]));
        let overflow = Property::Never(vec![Never::Overflow]);
        assert_eq!(overflow.for_externs(["__VERIFIER_error"].into_iter()), overflow);
    }
}
