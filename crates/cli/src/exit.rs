//! The exit status of the command, and leaving the process.

use std::io::Write;

/// What the process tells its caller. The order is the order of severity: of several files, the worst decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// Every property was proved (or the command did what it was asked to).
    Proved,
    /// Some verdict is unknown, none is a violation.
    Unknown,
    /// A violation was found.
    Violated,
    /// Bad usage, or input that cannot be read.
    BadInput,
    /// A defect of landfall itself.
    Internal,
}

impl Status {
    pub fn code(self) -> i32 {
        match self {
            Status::Proved => 0,
            Status::Violated => 1,
            Status::Unknown => 2,
            Status::BadInput => 3,
            Status::Internal => 4,
        }
    }
}

/// Ends the process at once. Exit handlers are skipped on purpose: a solver query that hangs in another thread must not be
/// able to keep the process alive, and tearing the solver down costs time that nobody gets anything for.
pub fn leave(status: Status) -> ! {
    // Nobody is left to tell when the streams are gone.
    let _ = std::io::stdout().flush();
    let _ = std::io::stderr().flush();
    signal_hook::low_level::exit(status.code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_violation_is_worse_than_not_knowing() {
        assert!(Status::Proved < Status::Unknown);
        assert!(Status::Unknown < Status::Violated);
        assert!(Status::Violated < Status::BadInput);
        assert!(Status::BadInput < Status::Internal);
    }
}
