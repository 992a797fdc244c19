//! What landfall is tested with: random C programs, and judges that are independent of it.
//!
//! - [`gcc_diff`] compares the interpreter with gcc on random programs ([`random_c`]).
//! - [`library_diff`] compares models of library functions with the machine's C library.
//! - [`arrays_c`] makes random programs with arrays, on which what a pass keeps of them is held against the oracle.
//! - [`sanitize`] compares landfall with the sanitizers of gcc and clang on random programs about memory ([`memory_c`]).
//! - [`engines`] compares engines with an explicit-state oracle ([`oracle`]) on random programs with few states ([`small_c`]).

pub mod arrays_c;
pub mod engines;
pub mod gcc;
pub mod gcc_diff;
pub mod inputs;
pub mod library_diff;
pub mod memory_c;
pub mod oracle;
pub mod random;
pub mod random_c;
pub mod sanitize;
pub mod small_c;
