use super::*;

use landfall::cfa::DataModel;
use landfall::front::index::index;
use landfall::front::preprocess::{PreprocessOptions, text};

/// A folder with `a.c`, which includes `h.h` of the folder `late`, and the folder `early` that is searched before.
struct World {
    folder: tempfile::TempDir,
    options: PreprocessOptions,
}

impl World {
    fn new() -> World {
        let folder = tempfile::tempdir().expect("there is room");
        let world = World { options: PreprocessOptions::new(DataModel::Lp64), folder };
        for name in ["early", "late", "cache"] {
            std::fs::create_dir(world.path(name)).expect("is new");
        }
        world.write("a.c", "#include <h.h>\nint f(void) { return N; }\n");
        world.write("late/h.h", "#define N 1\nint g(void);\n");
        World {
            options: PreprocessOptions {
                include_directories: vec![world.path("early"), world.path("late")],
                ..world.options.clone()
            },
            ..world
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file that is not fresh any more.
    fn write(&self, name: &str, text: &str) {
        let mut file = std::fs::File::create(self.path(name)).expect("can be written");
        file.write_all(text.as_bytes()).expect("there is room");
        file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("is ours");
    }

    fn cache(&self) -> Cache {
        Cache::at(self.path("cache"))
    }

    fn key(&self) -> String {
        self.cache().key(&self.path("a.c"), &self.options).expect("there is a compiler")
    }

    fn keep(&self) {
        let file = self.path("a.c");
        let read = text(&file, &self.options).expect("can be preprocessed");
        let parsed = read.preprocessed.clone().unwrap_or_else(|| read.original.clone());
        let symbols = index(&file.display().to_string(), parsed, DataModel::Lp64);
        self.cache().keep(&self.key(), &file, &self.options, &symbols, read.preprocessed.as_deref(), &read.original);
    }

    fn is_kept(&self) -> bool {
        self.cache().find(&self.key()).is_some()
    }
}

#[test]
fn what_is_kept_is_found() {
    let world = World::new();
    assert!(!world.is_kept());
    world.keep();
    let cache = world.cache();
    let (symbols, kept) = cache.find(&world.key()).expect("is kept");
    assert_eq!(symbols.definitions[0].name, "f");
    let (text, original) = cache.text(&kept).expect("is kept");
    assert!(String::from_utf8_lossy(&text).contains("return 1;"));
    assert!(String::from_utf8_lossy(&original).contains("return N;"));
}

#[test]
fn changes_are_noticed() {
    let world = World::new();
    world.keep();
    world.write("late/h.h", "#define N 2\nint g(void);\n");
    assert!(!world.is_kept(), "a header has changed");
    world.keep();
    assert!(world.is_kept());
    world.write("early/h.h", "#define N 3\n");
    assert!(!world.is_kept(), "another header comes first");
    world.keep();
    assert!(world.is_kept());
    world.write("a.c", "#include <h.h>\nint f(void) { return N + 1; }\n");
    assert!(!world.is_kept(), "the file has changed");
    let other = PreprocessOptions { extra_arguments: vec!["-DX".into()], ..world.options.clone() };
    assert_ne!(world.cache().key(&world.path("a.c"), &other), Some(world.key()));
}

#[test]
fn what_changes_by_itself_is_not_kept() {
    let world = World::new();
    world.write("late/h.h", "#define N sizeof(__DATE__)\n");
    world.keep();
    assert!(!world.is_kept());
    world.write("late/h.h", "#define N 1 /* not __DATE__ */\n");
    world.keep();
    assert!(world.is_kept(), "it is only mentioned");
    std::fs::write(world.path("late/h.h"), "#define N 1\n").expect("can be written");
    world.keep();
    assert!(!world.is_kept(), "it may have changed while it was read");
}

#[test]
fn damaged_files_count_for_nothing() {
    let world = World::new();
    world.keep();
    let path = world.cache().path(&world.key(), "json");
    let mut bytes = std::fs::read(&path).expect("is there");
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).expect("can be written");
    assert!(!world.is_kept());
    std::fs::write(&path, "").expect("can be written");
    assert!(!world.is_kept());
    world.keep();
    let cache = world.cache();
    let (_, kept) = cache.find(&world.key()).expect("is kept");
    std::fs::write(cache.path(&world.key(), "i"), "int other;").expect("can be written");
    assert!(cache.text(&kept).is_none());
}

#[test]
fn the_oldest_goes_first() {
    let folder = tempfile::tempdir().expect("there is room");
    let inner = folder.path().join("ab");
    std::fs::create_dir(&inner).expect("is new");
    for (name, age) in [("old", 300), ("young", 10), ("middle", 100)] {
        let file = std::fs::File::create(inner.join(name)).expect("can be written");
        file.set_len(100).expect("there is room");
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("is ours");
    }
    trim(folder.path(), 300);
    assert!(inner.join("old").exists());
    trim(folder.path(), 250);
    assert!(!inner.join("old").exists() && inner.join("young").exists() && inner.join("middle").exists());
}

#[test]
fn line_markers_name_files() {
    let text = b"# 0 \"a.c\"\n# 0 \"<built-in>\"\n# 1 \"/x/dir//\"\n# 1 \"b \\\"c\\\".h\" 1 3\nint x;\n# 2 \"a.c\" 2\n";
    let names: Vec<PathBuf> = included(text).into_iter().collect();
    assert_eq!(names, [PathBuf::from("a.c"), PathBuf::from("b \"c\".h")]);
}

#[test]
fn files_that_are_asked_for_are_watched() {
    let world = World::new();
    world.write(
        "late/h.h",
        "#ifdef __has_include\n#if __has_include(\"extra.h\")\n#define N 2\n#else\n#define N 1\n#endif\n#endif\n",
    );
    world.keep();
    assert!(world.is_kept());
    world.write("late/extra.h", "");
    assert!(!world.is_kept(), "it is there now");
    world.keep();
    assert!(world.is_kept());
    std::fs::remove_file(world.path("late/extra.h")).expect("is there");
    assert!(!world.is_kept(), "it is gone");
    assert_eq!(Asked::of(b"#if __has_include(NAME)"), None);
    assert_eq!(Asked::of(b"  # embed \"x\""), None);
    let asked = Asked { files: vec!["a/b.h".to_string()], date: false };
    assert_eq!(Asked::of(b"/* embed */ __has_include (<a/b.h>)"), Some(asked));
}
