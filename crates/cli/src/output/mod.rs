//! Words for people and records for programs. Results go to stdout, everything else to stderr.

pub mod annotate;
pub mod checks;
pub mod html;
pub mod human;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod picture;
pub mod result;
pub mod sarif;
pub mod style;

use std::io::Write;

use crate::exit::{Status, leave};

/// Writes to stdout, colours only if it is a terminal that wants them. A reader that went away ends the process quietly:
/// `landfall cfa x.c | head` is no error.
pub fn print(text: &str, status: Status) {
    let mut stdout = anstream::stdout().lock();
    if stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).is_err() {
        leave(status);
    }
}

/// Writes a line to stderr.
pub fn tell(text: &str) {
    // When even stderr is gone there is nobody to tell.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
