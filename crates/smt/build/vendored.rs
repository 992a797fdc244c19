//! Z3 built from source.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Builds Z3 and puts it, with the C++ standard library, into this package's own archive. z3-sys asks the linker for both by
/// name as well; since all is there already, shared ones are not taken up, whatever the system has. The names are our own, so
/// that nothing else is found under them.
pub fn build() {
    let built = z3_src::build();
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("archives");
    let mut archives = vec![("landfall_z3", built.lib_dir().join("libz3.a"))];
    archives.extend(standard_library().map(|archive| ("landfall_stdcxx", archive)));
    println!("cargo::rustc-link-search=native={}", folder.display());
    for (name, archive) in archives {
        let copy = folder.join(format!("lib{name}.a"));
        if let Err(problem) = fs::create_dir_all(&folder).and_then(|()| fs::copy(&archive, &copy)) {
            println!("cargo::error=cannot copy {} to {}: {problem}", archive.display(), copy.display());
        }
        println!("cargo::rustc-link-lib=static={name}");
    }
}

/// The C++ standard library as an archive, where the compiler has one; else the shared one is used.
fn standard_library() -> Option<PathBuf> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let output = Command::new(compiler).arg("-print-file-name=libstdc++.a").output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (path.is_absolute() && path.exists()).then_some(path)
}
