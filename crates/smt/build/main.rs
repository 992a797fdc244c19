//! Finds, fetches or builds Z3. Feature `vendored` builds it from source and links it in; otherwise it is, in this order, a
//! system Z3 that is new enough, or the library inside the PyPI package `z3-solver`, fetched once below the target folder.

#[cfg(not(feature = "vendored"))]
mod find;
#[cfg(feature = "vendored")]
mod vendored;

fn main() {
    println!("cargo::rerun-if-changed=build");
    #[cfg(not(feature = "vendored"))]
    find::find();
    #[cfg(feature = "vendored")]
    vendored::build();
}
