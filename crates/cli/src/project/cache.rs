//! What was read of a project's units, kept from run to run: the preprocessed text and the symbols of each.
//!
//! An entry is found by how a unit is read (file, options, compiler, this version of landfall), and counts only if every file that
//! went into it has the same contents as then, and if no file has appeared where the preprocessor would have looked first. A file that is
//! damaged counts for nothing. Files are written under another name and renamed, so that processes do not disturb each other.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use landfall::cfa::DataModel;
use landfall::front::index::UnitIndex;
use landfall::front::preprocess::PreprocessOptions;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::depends::{Asked, included, is_dated};
use crate::witness::write::hex;

/// The most bytes that are kept; beyond, what was not used for longest goes.
const LIMIT: u64 = 1 << 30;
/// The most places that an entry may watch for new files.
const MOST_PLACES: usize = 50_000;
/// A file that changed so short before it was read may have changed while it was read.
const FRESH: Duration = Duration::from_millis(50);
/// Files below are taken not to ask for others that come and go.
const SYSTEM: &str = "/usr";
/// Variables that the preprocessor obeys.
const VARIABLES: [&str; 5] = ["CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "SOURCE_DATE_EPOCH"];

pub struct Cache {
    folder: PathBuf,
    /// The contents of files by their hashes. Paths are compared as text here, which is much faster.
    hashes: Mutex<HashMap<OsString, Option<String>>>,
    /// Whether files exist.
    present: Mutex<HashMap<OsString, bool>>,
    /// Where the preprocessor searches, by its arguments.
    searched: Mutex<BTreeMap<Vec<String>, Vec<PathBuf>>>,
    /// When this process began to read.
    began: SystemTime,
    stored: AtomicBool,
}

/// A text that is kept.
pub struct Kept {
    key: String,
    file: PathBuf,
    original: String,
    text: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    /// What went into the text, with hashes; the unit's own file is the first.
    files: Vec<(PathBuf, String)>,
    /// Files that would have been included instead, had they been there: folder by number, and name.
    folders: Vec<PathBuf>,
    absent: Vec<(u32, PathBuf)>,
    /// The hash of the preprocessed text, if the preprocessor ran.
    text: Option<String>,
    index: UnitIndex,
}

impl Cache {
    /// The user's cache, if there is a place for it. There is one for the process, so that each file is looked at once.
    pub fn open() -> Option<&'static Cache> {
        static CACHE: OnceLock<Option<Cache>> = OnceLock::new();
        CACHE.get_or_init(Cache::find_place).as_ref()
    }

    fn find_place() -> Option<Cache> {
        let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let folder = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?.join("landfall");
        std::fs::create_dir_all(&folder).ok()?;
        Some(Cache::at(folder))
    }

    fn at(folder: PathBuf) -> Cache {
        Cache {
            folder,
            hashes: Mutex::default(),
            present: Mutex::default(),
            searched: Mutex::default(),
            began: SystemTime::now(),
            stored: AtomicBool::new(false),
        }
    }

    /// The name of what is kept of a unit.
    pub fn key(&self, file: &Path, options: &PreprocessOptions) -> Option<String> {
        let mut hash = Sha256::new();
        let mut add = |part: &str| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(env!("CARGO_PKG_VERSION"));
        add(&identity(&std::env::current_exe().ok()?)?);
        add(&identity(&find_program(&options.compiler)?)?);
        add(&std::env::current_dir().ok()?.display().to_string());
        add(&file.display().to_string());
        add(&format!("{options:?}"));
        for name in VARIABLES {
            add(&std::env::var(name).unwrap_or_default());
        }
        Some(hex(&hash.finalize()))
    }

    fn path(&self, key: &str, extension: &str) -> PathBuf {
        self.folder.join(&key[..2]).join(format!("{key}.{extension}"))
    }

    /// What is kept under a key, if it still holds.
    pub fn find(&self, key: &str) -> Option<(UnitIndex, Kept)> {
        let path = self.path(key, "json");
        let bytes = std::fs::read(&path).ok()?;
        let (sum, body) = bytes.split_at_checked(64)?;
        if hex(&Sha256::digest(body)).as_bytes() != sum {
            return None;
        }
        let entry: Entry = serde_json::from_slice(body).ok()?;
        let same = |(file, hash): &(PathBuf, String)| self.hash(file).as_ref() == Some(hash);
        let absent = |(folder, name): &(u32, PathBuf)| {
            entry.folders.get(*folder as usize).is_some_and(|folder| !self.is_present(&folder.join(name)))
        };
        if !entry.files.iter().all(same) || !entry.absent.iter().all(absent) {
            return None;
        }
        let (file, original) = entry.files.into_iter().next()?;
        self.touch(&path);
        Some((entry.index, Kept { key: key.to_string(), file, original, text: entry.text }))
    }

    /// The text that is parsed and the file as it is on disk.
    pub fn text(&self, kept: &Kept) -> Option<(Vec<u8>, Vec<u8>)> {
        let read =
            |path: &Path, hash: &str| std::fs::read(path).ok().filter(|bytes| hex(&Sha256::digest(bytes)) == hash);
        let original = read(&kept.file, &kept.original)?;
        match &kept.text {
            None => Some((original.clone(), original)),
            Some(hash) => {
                let path = self.path(&kept.key, "i");
                let text = read(&path, hash)?;
                self.touch(&path);
                Some((text, original))
            }
        }
    }

    /// Keeps a unit. What cannot be kept, or might not hold, is not.
    pub fn keep(
        &self,
        key: &str,
        file: &Path,
        options: &PreprocessOptions,
        index: &UnitIndex,
        text: Option<&[u8]>,
        original: &[u8],
    ) {
        let mut files = vec![file.to_path_buf()];
        files.extend(text.map(included).unwrap_or_default().into_iter().filter(|path| path != file));
        let own = files.iter().filter(|path| !path.starts_with(SYSTEM));
        let asked: Option<Vec<Asked>> = own.map(|path| Asked::of(&std::fs::read(path).ok()?)).collect();
        let searched = if text.is_some() { self.search_list(options) } else { Some(Vec::new()) };
        let (Some(asked), Some(searched)) = (asked, searched) else { return };
        if asked.iter().any(|asked| asked.date) && is_dated(file, options) {
            return;
        }
        let asked: Vec<String> = asked.into_iter().flat_map(|asked| asked.files).collect();
        let places = self.places(&mut files, &asked, &searched);
        if places.len() > MOST_PLACES || !files.iter().all(|path| self.is_settled(path)) {
            return;
        }
        let folders: BTreeSet<PathBuf> = places.iter().map(|(folder, _)| folder.clone()).collect();
        let folders: Vec<PathBuf> = folders.into_iter().collect();
        let number = |folder: &PathBuf| folders.binary_search(folder).unwrap_or_default() as u32;
        let absent = places.iter().map(|(folder, name)| (number(folder), name.clone())).collect();
        let mut hashed = Vec::with_capacity(files.len());
        for path in files {
            let Some(hash) = self.hash(&path) else { return };
            hashed.push((path, hash));
        }
        if hashed[0].1 != hex(&Sha256::digest(original)) {
            return;
        }
        let text_hash = text.map(|text| hex(&Sha256::digest(text)));
        let entry = Entry { files: hashed, folders, absent, text: text_hash, index: index.clone() };
        let Ok(body) = serde_json::to_vec(&entry) else { return };
        let sum = hex(&Sha256::digest(&body));
        // The text first: an entry without its text would be of no use.
        let written = text.is_none_or(|text| self.write(&self.path(key, "i"), &[text]))
            && self.write(&self.path(key, "json"), &[sum.as_bytes(), &body]);
        self.stored.fetch_or(written, Ordering::Relaxed);
    }

    fn write(&self, path: &Path, parts: &[&[u8]]) -> bool {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let aside = path.with_extension(format!("{}-{number}.tmp", std::process::id()));
        let Some(folder) = path.parent() else { return false };
        let write = || -> std::io::Result<()> {
            std::fs::create_dir_all(folder)?;
            let mut file = std::fs::File::create(&aside)?;
            parts.iter().try_for_each(|part| file.write_all(part))?;
            std::fs::rename(&aside, path)
        };
        let done = write().is_ok();
        if !done {
            // It may not even exist.
            let _ = std::fs::remove_file(&aside);
        }
        done
    }

    /// Notes that a file was used, at most once a day.
    fn touch(&self, path: &Path) {
        let old = |time: SystemTime| time.elapsed().is_ok_and(|age| age > Duration::from_secs(86_400));
        if std::fs::metadata(path).and_then(|data| data.modified()).is_ok_and(old) {
            // It is removed a little earlier then.
            let _ =
                std::fs::File::options().write(true).open(path).and_then(|file| file.set_modified(SystemTime::now()));
        }
    }

    /// Removes what was not used for longest if there is too much.
    pub fn trim(&self) {
        if self.stored.load(Ordering::Relaxed) {
            trim(&self.folder, LIMIT);
        }
    }

    fn hash(&self, path: &Path) -> Option<String> {
        if let Some(known) = lock(&self.hashes).get(path.as_os_str()) {
            return known.clone();
        }
        let hash = std::fs::read(path).ok().map(|bytes| hex(&Sha256::digest(&bytes)));
        lock(&self.hashes).insert(path.into(), hash.clone());
        hash
    }

    fn is_present(&self, path: &Path) -> bool {
        if let Some(known) = lock(&self.present).get(path.as_os_str()) {
            return *known;
        }
        let present = path.is_file();
        lock(&self.present).insert(path.into(), present);
        present
    }

    /// Whether a file did not change while it was read.
    fn is_settled(&self, path: &Path) -> bool {
        let modified = std::fs::metadata(path).and_then(|data| data.modified());
        modified.is_ok_and(|time| time + FRESH < self.began)
    }

    /// Where files must not appear: folder and name. Files whose presence is asked for are added to `files`.
    fn places(&self, files: &mut Vec<PathBuf>, asked: &[String], searched: &[PathBuf]) -> BTreeSet<(PathBuf, PathBuf)> {
        let beside: BTreeSet<PathBuf> = files.iter().filter_map(|file| file.parent().map(Path::to_path_buf)).collect();
        let mut places = BTreeSet::new();
        for file in &files[1..] {
            for (position, folder) in searched.iter().enumerate() {
                let Ok(name) = file.strip_prefix(folder) else { continue };
                let before = searched[..position].iter().chain(&beside);
                places.extend(before.map(|other| (other.clone(), name.to_path_buf())));
            }
        }
        for name in asked {
            for folder in searched.iter().chain(&beside) {
                let path = folder.join(name);
                if self.is_present(&path) && !files.contains(&path) {
                    files.push(path);
                }
                places.insert((folder.clone(), PathBuf::from(name)));
            }
        }
        places.retain(|(folder, name)| !self.is_present(&folder.join(name)));
        places
    }

    /// The folders in which the preprocessor searches, as it says itself.
    fn search_list(&self, options: &PreprocessOptions) -> Option<Vec<PathBuf>> {
        let folders = options.include_directories.iter().map(|folder| format!("-I{}", folder.display()));
        let width = if options.data_model == DataModel::Ilp32 { "-m32" } else { "-m64" };
        let first = std::iter::once(width.to_string());
        let arguments: Vec<String> = first.chain(folders).chain(options.extra_arguments.iter().cloned()).collect();
        if let Some(known) = lock(&self.searched).get(&arguments) {
            return Some(known.clone());
        }
        let mut command = Command::new(&options.compiler);
        command.args(["-E", "-v", "-x", "c"]).args(&arguments).arg("/dev/null");
        let output = command.stdin(Stdio::null()).env("LC_ALL", "C").output().ok()?;
        let text = String::from_utf8_lossy(&output.stderr);
        let list = text.split_once("#include \"...\" search starts here:")?.1.split_once("End of search list.")?.0;
        let folders = list.lines().filter_map(|line| line.strip_prefix(' ')).map(|folder| PathBuf::from(folder.trim()));
        let folders: Vec<PathBuf> = folders.collect();
        lock(&self.searched).insert(arguments, folders.clone());
        Some(folders)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program of the system by its name.
fn find_program(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_path_buf());
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// What tells a program from a later version of itself.
fn identity(program: &Path) -> Option<String> {
    let real = program.canonicalize().ok()?;
    let data = std::fs::metadata(&real).ok()?;
    let age = data.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{} {} {age:?}", real.display(), data.len()))
}

fn trim(folder: &Path, limit: u64) {
    let mut files = Vec::new();
    for folder in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        for file in std::fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            if let Ok(data) = file.metadata() {
                files.push((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len(), file.path()));
            }
        }
    }
    let mut total: u64 = files.iter().map(|(_, size, _)| *size).sum();
    if total <= limit {
        return;
    }
    files.sort();
    for (_, size, path) in files {
        if total <= limit / 5 * 4 {
            break;
        }
        // Another process may have removed it.
        let _ = std::fs::remove_file(path);
        total -= size;
    }
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
