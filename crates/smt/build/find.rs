//! Z3 of the system or of the PyPI package.
//!
//! The folder of the shared library, if it is not a system one, is passed on as metadata `lib_dir`, so that packages with
//! binaries can add it to their run-time search path (a build script can do that only for its own package).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const MINIMUM: (u32, u32, u32) = (4, 13, 3);
const WHEEL_VERSION: &str = "5.4.0.0";

/// Unpacks the shared library from a wheel: `unpack.py WHEEL FOLDER`.
const UNPACK: &str = r#"
import os, sys, zipfile
wheel, folder = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        base = os.path.basename(name)
        if base.startswith("libz3.") and (".so" in base or base.endswith(".dylib")):
            with open(os.path.join(folder, base), "wb") as out:
                out.write(archive.read(name))
            os.chmod(os.path.join(folder, base), 0o755)
"#;

pub fn find() {
    println!("cargo::rerun-if-env-changed=LANDFALL_Z3_LIB_DIR");
    if let Some(folder) = env::var_os("LANDFALL_Z3_LIB_DIR") {
        return link_from(Path::new(&folder));
    }
    if let Some(library) = system_z3() {
        for folder in &library.link_paths {
            link_from(folder);
        }
        return;
    }
    match wheel_z3() {
        Ok(folder) => link_from(&folder),
        Err(problem) => {
            println!("cargo::error=no Z3 of at least 4.13.3 found, and fetching one failed: {problem}");
            println!(
                "cargo::error=install libz3-dev (4.13.3 or newer), or python3 with pip, or build with --features vendored"
            );
        }
    }
}

fn link_from(folder: &Path) {
    let folder = folder.display();
    println!("cargo::rustc-link-search=native={folder}");
    println!("cargo::metadata=lib_dir={folder}");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
}

/// The system's Z3 when pkg-config knows it and it is new enough; z3-sys then emits the directives for it.
fn system_z3() -> Option<pkg_config::Library> {
    let library = pkg_config::Config::new().cargo_metadata(false).probe("z3").ok()?;
    let mut parts = library.version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    let version = (next(), next(), next());
    (version >= MINIMUM).then_some(library)
}

/// The folder with the library from the wheel, fetched if it is not there yet.
fn wheel_z3() -> Result<PathBuf, String> {
    let target = target_folder()?;
    let home = target.join(format!("z3-{WHEEL_VERSION}"));
    let folder = home.join("lib");
    if linkable(&folder) {
        return Ok(folder);
    }
    // Builds of several profiles may run at once: each prepares its own folder, and the first to rename wins.
    let draft = target.join(format!("z3-{WHEEL_VERSION}.{}", std::process::id()));
    let prepared = fetch(&draft.join("wheel"), &draft.join("lib"));
    if prepared.is_ok() {
        let _ = fs::remove_dir_all(draft.join("wheel"));
        let _ = fs::rename(&draft, &home);
    }
    let _ = fs::remove_dir_all(&draft);
    prepared?;
    if linkable(&folder) { Ok(folder) } else { Err(format!("no library in {}", folder.display())) }
}

/// `target/<profile>/build/<package>/out` lies four levels below the target folder.
fn target_folder() -> Result<PathBuf, String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    out.ancestors().nth(4).map(Path::to_path_buf).ok_or_else(|| "OUT_DIR has an unexpected form".to_string())
}

fn linkable(folder: &Path) -> bool {
    folder.join("libz3.so").exists() || folder.join("libz3.dylib").exists()
}

fn fetch(wheel_folder: &Path, library_folder: &Path) -> Result<(), String> {
    for folder in [wheel_folder, library_folder] {
        fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    }
    let package = format!("z3-solver=={WHEEL_VERSION}");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check"]);
    run(pip.arg("--dest").arg(wheel_folder).arg(package), "python3 -m pip")?;
    let wheel = fs::read_dir(wheel_folder)
        .map_err(|error| error.to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or("pip downloaded no wheel")?;
    run(Command::new("python3").args(["-c", UNPACK]).arg(wheel).arg(library_folder), "python3")?;
    share_names(library_folder)
}

/// The wheel holds the library twice, under its plain name and its soname; the second becomes a link to the first.
fn share_names(folder: &Path) -> Result<(), String> {
    let plain = folder.join("libz3.so");
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut versioned: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libz3.so.")))
        .collect();
    versioned.sort();
    for path in versioned {
        if !plain.exists() {
            fs::rename(&path, &plain).map_err(|error| error.to_string())?;
        } else {
            fs::remove_file(&path).map_err(|error| error.to_string())?;
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("libz3.so", &path).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn run(command: &mut Command, name: &str) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    Err(format!("{name} failed: {}", last.last().copied().unwrap_or("no message")))
}
