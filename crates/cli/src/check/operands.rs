//! What operands stand for: several C files for one program; a folder for the task definitions in it or, if there are none, for its C files.

use std::path::{Path, PathBuf};

/// The files to check, in the order of the operands; those of a folder in alphabetical order.
pub fn expand(operands: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for operand in operands {
        if !operand.is_dir() {
            files.push(operand.clone());
            continue;
        }
        let mut found = Vec::new();
        walk(operand, &mut found)?;
        let is_task = |path: &&PathBuf| has_extension(path, &["yml"]);
        let tasks: Vec<PathBuf> = found.iter().filter(is_task).cloned().collect();
        let chosen = if tasks.is_empty() { found } else { tasks };
        if chosen.is_empty() {
            return Err(format!("{} has neither C files nor task definitions", operand.display()));
        }
        files.extend(chosen);
    }
    Ok(files)
}

/// Whether the operands are the files of one program: several, and all of them C.
pub fn is_one_program(operands: &[PathBuf]) -> bool {
    operands.len() > 1 && operands.iter().all(|path| has_extension(path, &["c", "i"]) && !path.is_dir())
}

/// The C files and task definitions below a folder, in alphabetical order. Hidden folders are left out.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!("cannot read the folder {}: {error}", folder.display());
    let mut entries = std::fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>())
        .map_err(unreadable)?;
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && !path.is_symlink() {
            walk(&path, found)?;
        } else if path.is_file() && (has_extension(&path, &["c", "i"]) || is_definition(&path)) {
            found.push(path);
        }
    }
    Ok(())
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|extension| extensions.iter().any(|wanted| extension == *wanted))
}

/// Whether it is a task definition: other YAML files lie in folders as well.
fn is_definition(path: &Path) -> bool {
    has_extension(path, &["yml"])
        && std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.starts_with("input_files:")))
}
