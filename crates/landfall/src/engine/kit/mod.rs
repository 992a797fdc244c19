//! What engines share, so that the rest of an engine is its paper: the graph of a program with calls ([`points`]), what always holds
//! ([`facts`]), candidates sorted out by models ([`sift`]), the way from a model to an execution ([`replay`]) and from invariants to a
//! proof ([`certificate`]), integers without bounds first ([`ranges`]), a solver for the
//! conditions of many paths ([`incremental`]), and lists that share their beginnings ([`trail`]).

pub(super) mod certificate;
pub(super) mod facts;
pub(super) mod incremental;
pub(super) mod points;
pub(super) mod ranges;
pub(super) mod replay;
pub(super) mod sift;
pub(super) mod trail;

pub(super) use ranges::unbounded_first;
pub(super) use replay::{Found, block_reads, not_modelled, reads, replayed, unsupported};
