//! Every program of `tests/corpus` on the engines. `unknown` is allowed unless the program demands a decision; a wrong
//! verdict never is.
//!
//! Two engines get every program. The others get those that demand a decision of them and a share of the rest, chosen by name
//! and therefore the same in every run, unless `LANDFALL_CORPUS=all` is in the environment.
//!
//! The comment lines at the start of a program say what is expected:
//!
//! ```text
//! // verdict: safe | unsafe | unknown   (unknown: no engine may decide it, e.g. it reaches code that is not modelled)
//! // data-model: ILP32 | LP64
//! // property: unreach-call | unreach-label NAME | FILE.prp      (the file is relative to the program)
//! // options: --signed-overflow wrap    (further options of `landfall check` and `landfall run`; without a property and
//! //                                     `--check` among them the errors are failing assertions alone, `--check assert`)
//! // inputs: 1,2,3                      (unsafe: with these inputs `landfall run` must arrive at the error)
//! // covers: ...                        (what the program is about, for people)
//! // se: safe | unsafe                  (this engine must decide)
//! // must-decide: auto, ufo             (these engines must decide)
//! ```
//!
//! A line that is no `key: value` pair is prose and is skipped; an unknown key is an error, so that typing mistakes show.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use landfall::engine::EngineKind;
use libtest_mimic::{Arguments, Failed, Trial};

/// Seconds an engine may take where nothing is demanded of it, and where something is.
const SHORT: u32 = 1;
const LONG: u32 = 60;

/// Engines that get every program; of the others each gets one of `SHARE`.
const EVERYWHERE: [&str; 2] = ["se", "gps"];
const SHARE: u32 = 4;

const KEYS: [&str; 7] = ["verdict", "data-model", "property", "options", "inputs", "covers", "must-decide"];

#[derive(Clone, Debug)]
struct Program {
    path: PathBuf,
    verdict: Verdict,
    options: Vec<String>,
    inputs: Option<String>,
    /// Engines that must decide, by name.
    demanded: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Safe,
    Unsafe,
    Unknown,
}

impl Verdict {
    fn parse(text: &str) -> Result<Verdict, String> {
        match text {
            "safe" => Ok(Verdict::Safe),
            "unsafe" => Ok(Verdict::Unsafe),
            "unknown" => Ok(Verdict::Unknown),
            other => Err(format!("no such verdict: {other}")),
        }
    }
}

impl Program {
    fn read(path: &Path) -> Result<Program, String> {
        let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let mut program = Program {
            path: path.to_path_buf(),
            verdict: Verdict::Unknown,
            options: Vec::new(),
            inputs: None,
            demanded: Vec::new(),
        };
        let mut stated = false;
        for line in text.lines().map_while(|line| line.trim_start().strip_prefix("//")) {
            let Some((key, value)) = line.split_once(": ").map(|(k, v)| (k.trim(), v.trim())) else { continue };
            if key == "verdict" {
                stated = true;
            }
            program.header(key, value)?;
        }
        if !program.options.iter().any(|option| matches!(option.as_str(), "--property" | "--check")) {
            program.options.extend(["--check".to_string(), "assert".to_string()]);
        }
        if stated { Ok(program) } else { Err("it does not state its verdict".into()) }
    }

    fn header(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "verdict" => self.verdict = Verdict::parse(value)?,
            "data-model" => self.options.extend(["--data-model".to_string(), value.to_string()]),
            "property" => self.options.extend(["--property".to_string(), self.property_file(value)?]),
            "covers" => {}
            "options" => self.options.extend(value.split_whitespace().map(str::to_string)),
            "inputs" => self.inputs = Some(value.to_string()),
            "must-decide" => {
                for engine in value.split(',').map(str::trim) {
                    if !engines().any(|name| name == engine) {
                        return Err(format!("no such engine: {engine}"));
                    }
                    self.demanded.push(engine.to_string());
                }
            }
            engine if engines().any(|name| name == engine) => {
                if Verdict::parse(value)? != self.verdict {
                    return Err(format!("{engine} is asked for another verdict than the program's"));
                }
                self.demanded.push(engine.to_string());
            }
            prose if prose.contains(char::is_whitespace) => {}
            other => return Err(format!("unknown key `{other}`; known are {} and the engines", KEYS.join(", "))),
        }
        Ok(())
    }

    /// The path of the property file; written if the header has the property's name.
    fn property_file(&self, value: &str) -> Result<String, String> {
        let formula = match value.split_whitespace().collect::<Vec<_>>()[..] {
            ["unreach-call"] => "call(reach_error())".to_string(),
            ["unreach-label", label] => format!("label({label})"),
            _ => return Ok(self.path.with_file_name(value).display().to_string()),
        };
        let name = value.replace(char::is_whitespace, "-");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.prp"));
        std::fs::write(&path, format!("CHECK( init(main()), LTL(G ! {formula}) )\n")).map_err(|e| e.to_string())?;
        Ok(path.display().to_string())
    }

    fn name(&self) -> String {
        let relative = self.path.strip_prefix(corpus()).unwrap_or(&self.path);
        relative.display().to_string()
    }

    fn demands(&self, engine: &str) -> bool {
        self.demanded.iter().any(|name| name == engine)
    }

    fn is_for(&self, engine: &str) -> bool {
        let letters = engine.bytes().chain(self.name().into_bytes());
        let hash = letters.fold(0u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
        EVERYWHERE.contains(&engine) || self.demands(engine) || (hash >> 8).is_multiple_of(SHARE)
    }

    fn check(&self, engine: &str) -> Result<(), Failed> {
        let demanded = self.demands(engine);
        let seconds = if demanded { LONG } else { SHORT };
        let mut command = landfall();
        command.args(["check", "--engine", engine, "--timeout", &seconds.to_string()]);
        let output = command.args(&self.options).arg(&self.path).output()?;
        let expected = match self.verdict {
            Verdict::Safe => 0,
            Verdict::Unsafe => 1,
            Verdict::Unknown => 2,
        };
        match output.status.code() {
            Some(code) if code == expected => Ok(()),
            Some(2) if !demanded => Ok(()),
            _ => Err(failure(&format!("expected {:?}", self.verdict), &output)),
        }
    }

    fn run(&self, inputs: &str) -> Result<(), Failed> {
        let output =
            landfall().arg("run").args(&self.options).arg(&self.path).arg(format!("--inputs={inputs}")).output()?;
        if output.status.code() == Some(1) {
            Ok(())
        } else {
            Err(failure("the inputs do not lead to the error", &output))
        }
    }
}

fn failure(what: &str, output: &Output) -> Failed {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    format!("{what}; {}\n{stdout}\n{stderr}", output.status).into()
}

fn landfall() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    command.stdin(Stdio::null());
    command
}

fn engines() -> impl Iterator<Item = &'static str> {
    EngineKind::ALL.iter().map(|engine| engine.name()).chain(["auto"])
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
            found.push(path);
        }
    }
    found.sort();
}

fn main() {
    let arguments = Arguments::from_args();
    let mut paths = Vec::new();
    programs(&corpus(), &mut paths);
    let mut trials = Vec::new();
    let everything = std::env::var_os("LANDFALL_CORPUS").is_some_and(|value| value == "all");
    for path in paths {
        match Program::read(&path) {
            Err(message) => {
                trials.push(Trial::test(path.display().to_string(), move || Err(message.into())));
            }
            Ok(program) => {
                for engine in engines().filter(|engine| everything || program.is_for(engine)) {
                    let program = program.clone();
                    trials.push(Trial::test(format!("{engine} {}", program.name()), move || program.check(engine)));
                }
                if let Some(inputs) = program.inputs.clone() {
                    trials.push(Trial::test(format!("run {}", program.name()), move || program.run(&inputs)));
                }
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
