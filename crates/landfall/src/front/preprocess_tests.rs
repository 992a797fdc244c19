use super::*;
use crate::front::diagnostic::RenderStyle;
use crate::front::source::Span;

/// A directory for one test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let directory = std::env::temp_dir().join(format!("landfall-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("the place for temporary files can be written");
        Scratch(directory)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("the place for temporary files can be written");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn options() -> PreprocessOptions {
    PreprocessOptions::new(DataModel::Lp64)
}

fn load_error(path: &Path, options: &PreprocessOptions) -> String {
    let error = load(&mut SourceMap::new(), path, options).expect_err("this must not load");
    assert!(error.is_error() && error.help.is_some(), "{error:?}");
    error.render(&SourceMap::new(), RenderStyle::Plain)
}

fn has_compiler() -> bool {
    Command::new("cc").arg("--version").output().is_ok()
}

#[test]
fn only_real_directives_need_the_preprocessor() {
    for text in [
        "int x;",
        "# 1 \"a.c\"\nint x;",
        "#pragma pack(1)\n",
        "#line 3 \"x\"\n",
        " #ident \"x\"",
        "__func__ __FUNCTION__ __VERIFIER_error() ____",
    ] {
        assert!(!needs_preprocessing(text.as_bytes()), "{text}");
    }
    for text in
        ["#include <a.h>", "  # define X", "int x;\n#if 0\n#endif", "%: undef X", "int x = __INT_MAX__;", "f(__LINE__)"]
    {
        assert!(needs_preprocessing(text.as_bytes()), "{text}");
    }
    assert!(!needs_preprocessing(b"# 1 \"a.c\"\nint __ODD_NAME__;"));
}

#[test]
fn plain_files_are_read_as_they_are() {
    let scratch = Scratch::new("plain");
    let text = b"int x; /* caf\xe9 */\n";
    let path = scratch.file("plain.c", text);
    let mut sources = SourceMap::new();
    let mut options = options();
    options.compiler = PathBuf::from("/no/such/compiler");
    let loaded = load(&mut sources, &path, &options).expect("it loads");
    assert!(!loaded.preprocessed && loaded.original == text);
    assert_eq!(sources.file(loaded.file).bytes(), text);
}

#[test]
fn unusable_files_are_explained() {
    let scratch = Scratch::new("unusable");
    let missing = load_error(&scratch.0.join("missing.c"), &options());
    assert!(missing.contains("there is no file"), "{missing}");
    scratch.file("Main.c", b"int x;");
    let similar = load_error(&scratch.0.join("main.C"), &options());
    assert!(similar.contains("did you mean"), "{similar}");
    assert!(load_error(&scratch.0, &options()).contains("is a directory"));
    assert!(load_error(&scratch.file("empty.c", b" \n\n"), &options()).contains("is empty"));
    assert!(load_error(&scratch.file("zero.c", b"int x;\0\0"), &options()).contains("is a binary file"));
    assert!(load_error(&scratch.file("elf.c", b"\x7fELF\0\0"), &options()).contains("a compiled program"));
    assert!(load_error(&scratch.file("wide.c", b"\xff\xfei\0n\0"), &options()).contains("UTF-16"));
}

#[test]
fn a_missing_compiler_is_explained() {
    let scratch = Scratch::new("compiler");
    let path = scratch.file("a.c", b"#define X 1\nint x = X;\n");
    let mut options = options();
    options.compiler = PathBuf::from("/no/such/compiler");
    let message = load_error(&path, &options);
    assert!(message.contains("no C compiler") && message.contains("install gcc"), "{message}");
}

#[test]
fn the_compilers_own_message_is_shown() {
    if !has_compiler() {
        return;
    }
    let scratch = Scratch::new("message");
    let path = scratch.file("a.c", b"#include \"no_such_header.h\"\n");
    let message = load_error(&path, &options());
    assert!(message.contains("no_such_header.h") && message.contains("-I"), "{message}");
    let path = scratch.file("b.c", b"#error \"on purpose\"\n");
    assert!(load_error(&path, &options()).contains("on purpose"));
}

#[test]
fn flags_reach_the_preprocessor_and_positions_survive() {
    if !has_compiler() {
        return;
    }
    let scratch = Scratch::new("flags");
    std::fs::create_dir_all(scratch.0.join("include")).expect("it can be made");
    scratch.file("include/values.h", b"#define TWO 2\n");
    let path = scratch.file("a.c", b"#include \"values.h\"\n\nint x = TWO + THREE;\n");
    let mut options = options();
    options.include_directories.push(scratch.0.join("include"));
    options.definitions.push("THREE=3".to_string());
    let mut sources = SourceMap::new();
    let loaded = load(&mut sources, &path, &options).expect("it loads");
    assert!(loaded.preprocessed);
    let text = String::from_utf8_lossy(sources.file(loaded.file).bytes()).into_owned();
    let at = text.find("2 + 3").expect("macros are replaced") as u32;
    let location = sources.locate(Span::new(loaded.file, at, at + 1));
    assert_eq!((location.file, location.line), (path.display().to_string().as_str(), 3));
}

#[test]
fn both_data_models_find_system_headers() {
    if !has_compiler() {
        return;
    }
    let scratch = Scratch::new("models");
    let path = scratch.file("a.c", b"#include <stdlib.h>\n#include <limits.h>\nlong x = LONG_MAX; size_t y;\n");
    for (model, digits) in [(DataModel::Lp64, "0x7fffffffffffffffL"), (DataModel::Ilp32, "0x7fffffffL")] {
        let mut sources = SourceMap::new();
        // A compiler for another machine, or one without any 32-bit support, has its own message.
        let Ok(loaded) = load(&mut sources, &path, &PreprocessOptions::new(model)) else { continue };
        let text = String::from_utf8_lossy(sources.file(loaded.file).bytes()).into_owned();
        assert!(text.contains(digits), "{model:?}");
        assert!(!crate::front::parser::parse(&sources, loaded.file).has_errors());
    }
}
