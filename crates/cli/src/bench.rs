//! `landfall bench`: the laboratory, which is a crate of its own.

use std::io::IsTerminal;

use landfall_bench::{Console, Outcome};

use crate::exit::Status;
use crate::output::tell;

pub type Options = landfall_bench::Options;

pub fn command(options: Options) -> Status {
    let (mut out, mut messages) = (std::io::stdout(), std::io::stderr());
    let interactive = messages.is_terminal();
    let mut console = Console { out: &mut out, messages: &mut messages, interactive };
    match landfall_bench::command(options, &mut console) {
        Outcome::Done => Status::Proved,
        Outcome::Worse => Status::Violated,
        Outcome::Incomplete => Status::Unknown,
        Outcome::BadInput(message) => {
            tell(&format!("error: {message}"));
            Status::BadInput
        }
    }
}
