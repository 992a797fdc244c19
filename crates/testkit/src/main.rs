//! Campaigns of random programs: `landfall-testkit --help`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use landfall::cfa::DataModel;
use landfall::engine::EngineKind;
use landfall_testkit::gcc::Compiler;
use landfall_testkit::memory_c::{MemoryProgram, Scope};
use landfall_testkit::sanitize::{Campaign, checker::Checker};
use landfall_testkit::{engines, gcc, gcc_diff, small_c};

const USAGE: &str = "\
Campaigns of random programs.

landfall-testkit gcc-diff [--count N] [--seed S] [--runs R] [--model ILP32|LP64]
landfall-testkit oracle   [--count N] [--seed S] [--engine E] [--time SECONDS]
landfall-testkit sanitize [--count N] [--seed S] [--jobs J] [--engine E] [--keep DIR] [--landfall FILE]
                          [--timeout SECONDS] [--with OPTIONS] [--only-modelled]
landfall-testkit show-c SEED [ILP32|LP64]    the program of a seed of gcc-diff
landfall-testkit show-small SEED             the program of a seed of oracle
landfall-testkit show-memory SEED            the program of a seed of sanitize, with CHECK in place of assertions
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let command = arguments.first().map(String::as_str);
    let result = match command {
        Some("gcc-diff") => compare_with_gcc(&arguments[1..]),
        Some("oracle") => compare_with_oracle(&arguments[1..]),
        Some("sanitize") => compare_with_sanitizers(&arguments[1..]),
        Some("show-memory") => number(arguments.get(1)).map(|seed| {
            print!("{}", MemoryProgram::new(seed, scope(&arguments)).text);
            true
        }),
        Some("show-c") => show_c(&arguments[1..]),
        Some("show-small") => number(arguments.get(1)).map(|seed| {
            print!("{}", small_c::program(seed));
            true
        }),
        _ => Err("the commands are gcc-diff, oracle, sanitize, show-c, show-small and show-memory".to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("landfall-testkit: {message}");
            ExitCode::from(3)
        }
    }
}

fn number(argument: Option<&String>) -> Result<u64, String> {
    let text = argument.ok_or("a number is missing")?;
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

/// The value of `--name`, if it is there.
fn option<'a>(arguments: &'a [String], name: &str) -> Option<&'a String> {
    let at = arguments.iter().position(|a| a == name)?;
    arguments.get(at + 1)
}

fn numeric_option(arguments: &[String], name: &str, default: u64) -> Result<u64, String> {
    option(arguments, name).map_or(Ok(default), |value| number(Some(value)))
}

fn model(name: &str) -> Result<DataModel, String> {
    match name {
        "ILP32" => Ok(DataModel::Ilp32),
        "LP64" => Ok(DataModel::Lp64),
        other => Err(format!("unknown data model `{other}`; the models are ILP32 and LP64")),
    }
}

fn show_c(arguments: &[String]) -> Result<bool, String> {
    let seed = number(arguments.first())?;
    let model = arguments.get(1).map_or(Ok(DataModel::Lp64), |m| model(m))?;
    print!("{}", gcc_diff::source(seed, model).standalone());
    Ok(true)
}

fn compare_with_gcc(arguments: &[String]) -> Result<bool, String> {
    let count = numeric_option(arguments, "--count", 1000)?;
    let seed = numeric_option(arguments, "--seed", 1)?;
    let runs = numeric_option(arguments, "--runs", 4)? as usize;
    let models = match option(arguments, "--model") {
        Some(name) => vec![model(name)?],
        None => vec![DataModel::Lp64, DataModel::Ilp32],
    };
    let directory = tempfile::tempdir().map_err(|e| format!("no temporary directory: {e}"))?;
    let mut equal = true;
    for model in models {
        if !gcc::works(Compiler::Gcc, model, directory.path()) {
            println!(
                "{model:?}: skipped, gcc cannot make programs for it here (scripts/setup-tests.sh installs what it needs)"
            );
            continue;
        }
        let summary = gcc_diff::compare(seed, count, runs, model, directory.path(), &mut |summary| {
            eprint!("\r{model:?}: {} programs, {} differences", summary.programs, summary.differences.len());
            let _ = std::io::stderr().flush();
        })?;
        eprintln!();
        println!(
            "{model:?}: {} programs, {} runs equal, {} undefined in both, {} undefined for clang but not gcc, {} undecided, {} crashes of gcc, {} differences",
            summary.programs,
            summary.equal,
            summary.undefined,
            summary.undefined_for_clang,
            summary.undefined_unseen,
            summary.compiler_crashes,
            summary.differences.len()
        );
        for difference in &summary.differences {
            println!("  seed {} {:?}: {}", difference.seed, difference.model, difference.what);
        }
        equal &= summary.differences.is_empty();
    }
    Ok(equal)
}

fn compare_with_oracle(arguments: &[String]) -> Result<bool, String> {
    let count = numeric_option(arguments, "--count", 2000)?;
    let seed = numeric_option(arguments, "--seed", 1)?;
    let time = Duration::from_secs(numeric_option(arguments, "--time", 2)?);
    let kinds: Vec<EngineKind> = match option(arguments, "--engine") {
        Some(name) => vec![name.parse()?],
        None => EngineKind::ALL.to_vec(),
    };
    let mut agree = true;
    for kind in kinds {
        let tally = engines::check_engine(&*kind.engine(&Default::default()), count, seed, time, &mut |tally| {
            eprint!("\r{kind}: {} programs, {} disagreements", tally.programs, tally.disagreements.len());
            let _ = std::io::stderr().flush();
        });
        eprintln!();
        println!(
            "{kind}: {} programs; oracle: {} safe, {} unsafe, {} too big; engine: {} proved, {} refuted, {} unknown, {} wrong",
            tally.programs,
            tally.safe,
            tally.unsafe_,
            tally.too_big,
            tally.proved,
            tally.refuted,
            tally.unknown,
            tally.disagreements.len()
        );
        for disagreement in &tally.disagreements {
            println!("  {disagreement}");
        }
        agree &= tally.disagreements.is_empty();
    }
    Ok(agree)
}

/// `--only-modelled` leaves out what landfall's memory model is known not to see.
fn scope(arguments: &[String]) -> Scope {
    if arguments.iter().any(|a| a == "--only-modelled") { Scope::NONE } else { Scope::ALL }
}

/// The checker beside this program.
fn beside() -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    Ok(this.with_file_name("landfall"))
}

fn compare_with_sanitizers(arguments: &[String]) -> Result<bool, String> {
    let with = option(arguments, "--with").map(|text| text.split_whitespace().map(str::to_owned).collect());
    let campaign = Campaign {
        seed: numeric_option(arguments, "--seed", 1)?,
        count: numeric_option(arguments, "--count", 300)?,
        jobs: numeric_option(arguments, "--jobs", 1)? as usize,
        engine: option(arguments, "--engine").cloned(),
        scope: scope(arguments),
        checker: Checker {
            binary: option(arguments, "--landfall").map_or_else(beside, |path| Ok(path.into()))?,
            timeout: numeric_option(arguments, "--timeout", 5)?,
            with: with.unwrap_or_default(),
        },
        keep: option(arguments, "--keep").map(PathBuf::from),
    };
    let directory = tempfile::tempdir().map_err(|e| format!("no temporary directory: {e}"))?;
    let summary = campaign.run(directory.path(), &|summary| {
        eprint!("\r{} programs, {} differences", summary.programs, summary.differences.len());
        let _ = std::io::stderr().flush();
    })?;
    eprintln!();
    for difference in &summary.differences {
        let checks = if difference.question.only_assertions { "--check assert" } else { "default" };
        println!("seed {} {} {checks}: {}", difference.seed, difference.question.engine, difference.what);
    }
    for undecided in &summary.undecided {
        println!("not judged: {undecided}");
    }
    println!(
        "{} programs: {} fail an assertion, {} have a report, {} neither, {} not judged",
        summary.programs,
        summary.failing,
        summary.reporting,
        summary.clean,
        summary.undecided.len()
    );
    let unknown: u64 = summary.unknown.values().sum();
    println!(
        "answers: {} proved, {} violated, {unknown} unknown, {} of all are wrong",
        summary.proved,
        summary.violated,
        summary.differences.len()
    );
    for (reason, count) in &summary.unknown {
        println!("  unknown({reason}): {count}");
    }
    Ok(summary.differences.is_empty())
}
