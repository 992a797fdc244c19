//! What engines share, so that the rest of an engine is its paper: the graph of a program with calls ([`points`]), what always holds
//! ([`facts`]), the way from a model to an execution ([`replay`]), and integers without bounds first ([`ranges`]).

pub(super) mod facts;
pub(super) mod points;
pub(super) mod ranges;
pub(super) mod replay;

pub(super) use ranges::unbounded_first;
pub(super) use replay::{Found, reads, replayed, unsupported};
