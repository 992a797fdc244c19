//! The corpus of C programs that state their own verdict.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landfall::cfa::{DataModel, Overflow};
use landfall::front::{Checks, ExternPolicy, FrontOptions, Never, Property};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Safe,
    Unsafe,
    /// It reaches code that is not modelled.
    Unknown,
}

/// What a corpus program says of itself.
pub struct Header {
    pub verdict: Verdict,
    pub options: FrontOptions,
    /// For an unsafe program, inputs that lead to the error.
    pub inputs: Option<Vec<i128>>,
}

pub fn header(path: &Path) -> Header {
    let text = std::fs::read_to_string(path).expect("corpus files are readable");
    let fields: BTreeMap<String, String> = text
        .lines()
        .map_while(|line| line.strip_prefix("// "))
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_string(), value.trim().to_string()))
        .collect();
    let field = |name: &str| fields.get(name).map(String::as_str);
    let model = if field("data-model") == Some("ILP32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let mut options = FrontOptions::new(model);
    match field("property").map(|property| property.split_whitespace().collect::<Vec<_>>()).as_deref() {
        Some(["unreach-call"]) => options.property = Property::unreach_call(),
        Some(["unreach-label", label]) => options.property = Property::Never(vec![Never::Label(label.to_string())]),
        Some(["memsafety.prp"]) => {
            options.property = Property::Never(vec![Never::InvalidFree, Never::InvalidAccess, Never::Lost]);
        }
        _ => {}
    }
    if field("options").is_some_and(|options| options.contains("--signed-overflow wrap")) {
        options.overflow = Overflow::Wrap;
    }
    if field("options").is_some_and(|options| options.contains("--extern unknown")) {
        options.externs = ExternPolicy::Unknown;
    }
    let words: Vec<&str> = field("options").unwrap_or_default().split_whitespace().collect();
    if let Some(at) = words.iter().position(|word| *word == "--entry") {
        options.entry = words.get(at + 1).expect("--entry names a function").to_string();
    }
    let after = |option: &str| {
        words.windows(2).filter(|pair| pair[0] == option).flat_map(|pair| pair[1].split(',')).collect::<Vec<_>>()
    };
    let named = after("--check");
    let checks = |what: &str| named.contains(&what);
    options.checks = Checks {
        memory: checks("memory"),
        overflow: checks("overflow"),
        shift_overflow: checks("overflow"),
        division: checks("div-zero"),
        shift: checks("shift"),
        leak: checks("leak"),
        track: false,
        uninitialised: checks("uninit"),
    };
    if checks("undefined") {
        options.checks = options.checks | Checks::UNDEFINED;
    }
    options.environment = after("--environment").iter().map(|name| name.to_string()).collect();
    options.complete = field("property").is_some();
    options.volatile_is_memory = options.complete || after("--volatile") == ["memory"];
    options.ordered_as_written = after("--order") == ["written"];
    options.malloc_may_fail = field("options").is_some_and(|options| options.contains("--malloc may-fail"));
    let verdict = match field("verdict") {
        Some("safe") => Verdict::Safe,
        Some("unsafe") => Verdict::Unsafe,
        Some("unknown") => Verdict::Unknown,
        other => panic!("{}: verdict is {other:?}", path.display()),
    };
    let inputs = field("inputs").map(|list| {
        list.replace(',', " ").split_whitespace().map(|value| value.parse().expect("inputs are integers")).collect()
    });
    Header { verdict, options, inputs }
}

pub fn corpus() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let entries = std::fs::read_dir(directory).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}
