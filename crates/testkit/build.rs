//! Tells the linker where the binaries of this package find Z3 at run time.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The folder that the build used (none if Z3 is a system library or linked in).
    println!("cargo::rerun-if-env-changed=DEP_LANDFALL_Z3_LIB_DIR");
    if let Ok(folder) = std::env::var("DEP_LANDFALL_Z3_LIB_DIR") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
