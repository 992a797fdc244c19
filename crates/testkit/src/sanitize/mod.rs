//! Landfall against sanitizers: random programs with few inputs ([`crate::memory_c`]) are compiled with address and undefined
//! behaviour sanitizers and run on all of them; what happens decides whether landfall's verdicts are right.
//!
//! Asked for assertions alone, an execution ends at undefined behaviour: a violation is right if some run comes to a failing
//! assertion without a report before it (a shift to the left that loses bits has a result there, as gcc says). Asked as users ask, by default, reports are violations as well.

pub mod checker;
pub mod conditions;
pub mod judge;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use landfall::engine::EngineKind;

use self::checker::{Answer, Checker, Question};
use self::conditions::Conditions;
use self::judge::{Facts, Judge, Kind, Look, Run};
use crate::memory_c::{MemoryProgram, Scope};

/// What is compared.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub seed: u64,
    pub count: u64,
    /// Programs side by side.
    pub jobs: usize,
    /// One engine in place of `auto` and the others in rotation.
    pub engine: Option<String>,
    pub scope: Scope,
    pub checker: Checker,
    /// Where programs with differences are kept.
    pub keep: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub programs: u64,
    /// Programs with a failing assertion, with a report, with neither.
    pub failing: u64,
    pub reporting: u64,
    pub clean: u64,
    /// Programs that nobody can judge: compilers differ, or a run did not end.
    pub undecided: Vec<String>,
    pub proved: u64,
    pub violated: u64,
    pub unknown: BTreeMap<String, u64>,
    pub differences: Vec<Difference>,
}

#[derive(Clone, Debug)]
pub struct Difference {
    pub seed: u64,
    pub question: Question,
    pub what: String,
    /// What landfall printed.
    pub output: String,
}

/// A program with its assertions, and what happens in it.
pub struct Judged {
    pub program: MemoryProgram,
    pub text: String,
    pub facts: Facts,
    /// Where shifts to the left have the result that gcc gives them, as they do when only assertions count.
    pub facts_of_assertions: Facts,
}

impl Judged {
    fn facts(&self, question: &Question) -> &Facts {
        if question.only_assertions { &self.facts_of_assertions } else { &self.facts }
    }
}

/// The program of a seed with its assertions; `Err` if it cannot be judged.
pub fn judged(seed: u64, scope: Scope, judge: &Judge) -> Result<Judged, String> {
    let program = MemoryProgram::new(seed, scope);
    let name = format!("p{seed}");
    let runs = judge.runs(&program, Look::Everything, &name)?;
    let conditions = Conditions::choose(&program, &runs[0], seed);
    let asserted = |runs: &[Run]| Facts::of(&runs.iter().map(|run| conditions.apply(run)).collect::<Vec<Run>>());
    let facts = agreed(&runs, asserted)?;
    let facts_of_assertions = if facts.ends.contains(&Kind::ShiftedValue) {
        agreed(&judge.runs(&program, Look::NotShiftedValues, &name)?, asserted)?
    } else {
        facts.clone()
    };
    let text = program.with_checks(&conditions.texts(&program));
    Ok(Judged { program, text, facts, facts_of_assertions })
}

/// What all compilers say; one may see less than another.
fn agreed(runs: &[Vec<Run>], facts: impl Fn(&[Run]) -> Facts) -> Result<Facts, String> {
    let first = facts(&runs[0]);
    if runs.iter().any(|runs| facts(runs).ends != first.ends) {
        return Err("compilers differ".to_owned());
    }
    Ok(first)
}

/// Says what is wrong with an answer, if anything is.
pub fn wrong(answer: &Answer, question: &Question, facts: &Facts) -> Option<String> {
    let violated = if question.only_assertions { facts.assertion_fails() } else { !facts.ends.is_empty() };
    match answer {
        Answer::Unknown(_) => None,
        Answer::Broken(how) => Some(how.clone()),
        Answer::Proved => violated.then(|| format!("proved, but: {facts}")),
        Answer::Violated(property) => {
            let named = |kind: &Kind| kind.is_property(property);
            (!facts.ends.iter().any(named)).then(|| format!("violated ({property}), but: {facts}"))
        }
    }
}

impl Campaign {
    fn questions(&self, seed: u64) -> Vec<Question> {
        let ask = |engine: &str, only_assertions| Question { engine: engine.to_owned(), only_assertions };
        match &self.engine {
            Some(engine) => vec![ask(engine, true), ask(engine, false)],
            None => {
                let all = EngineKind::ALL;
                let turn = all[(seed % all.len() as u64) as usize].name();
                vec![ask("auto", true), ask("auto", false), ask(turn, (seed / all.len() as u64).is_multiple_of(2))]
            }
        }
    }

    /// Compares all programs. Files go to `directory`.
    pub fn run(&self, directory: &Path, progress: &(dyn Fn(&Summary) + Sync)) -> Result<Summary, String> {
        let judge = Judge::new(directory)?;
        let next = AtomicU64::new(self.seed);
        let summary = Mutex::new(Summary::default());
        let work = || -> Result<(), String> {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= self.seed + self.count {
                    return Ok(());
                }
                self.one(seed, &judge, directory, &summary)?;
                progress(&summary.lock().expect("no thread panics with the lock"));
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a thread does not panic"))
        })?;
        let mut summary = summary.into_inner().expect("no thread panics with the lock");
        summary.differences.sort_by_key(|difference| difference.seed);
        Ok(summary)
    }

    fn one(&self, seed: u64, judge: &Judge, directory: &Path, summary: &Mutex<Summary>) -> Result<(), String> {
        let lock = || summary.lock().expect("no thread panics with the lock");
        let judged = match judged(seed, self.scope, judge) {
            Ok(judged) => judged,
            Err(why) => {
                let mut summary = lock();
                summary.programs += 1;
                summary.undecided.push(format!("seed {seed}: {why}"));
                return Ok(());
            }
        };
        let source = directory.join(format!("s{seed}.c"));
        let log = directory.join(format!("s{seed}.log"));
        std::fs::write(&source, &judged.text).map_err(|e| format!("{}: {e}", source.display()))?;
        let mut answers = Vec::new();
        for question in self.questions(seed) {
            let (answer, output) = self.checker.ask(&question, &source, &log)?;
            answers.push((question, answer, output));
        }
        for file in [&source, &log] {
            // A file that stays behind is in nobody's way.
            let _ = std::fs::remove_file(file);
        }
        let differences = self.differences(seed, &judged, judge, &answers)?;
        let mut summary = lock();
        summary.programs += 1;
        summary.failing += u64::from(judged.facts.assertion_fails());
        summary.reporting += u64::from(judged.facts.ends.iter().any(|&kind| kind != Kind::Assertion));
        summary.clean += u64::from(judged.facts.ends.is_empty());
        for (_, answer, _) in &answers {
            match answer {
                Answer::Proved => summary.proved += 1,
                Answer::Violated(_) => summary.violated += 1,
                Answer::Unknown(reason) => *summary.unknown.entry(reason.clone()).or_default() += 1,
                Answer::Broken(_) => {}
            }
        }
        summary.differences.extend(differences);
        Ok(())
    }

    /// The wrong answers, after a look at the very program that landfall got.
    fn differences(
        &self,
        seed: u64,
        judged: &Judged,
        judge: &Judge,
        answers: &[(Question, Answer, String)],
    ) -> Result<Vec<Difference>, String> {
        let mut differences = Vec::new();
        for (question, answer, output) in answers {
            if let Some(what) = wrong(answer, question, judged.facts(question)) {
                let (question, output) = (question.clone(), output.clone());
                differences.push(Difference { seed, question, what, output });
            }
        }
        if differences.is_empty() {
            return Ok(differences);
        }
        let runs = judge.runs_of_text(&judged.text, &judged.program, Look::Everything, &format!("a{seed}"))?;
        if agreed(&runs, Facts::of)?.ends != judged.facts.ends {
            return Err(format!("seed {seed}: with its assertions, the program does something else"));
        }
        if let Some(keep) = &self.keep {
            self.keep(keep, seed, judged, &differences).map_err(|e| format!("{}: {e}", keep.display()))?;
        }
        Ok(differences)
    }

    fn keep(&self, keep: &Path, seed: u64, judged: &Judged, differences: &[Difference]) -> std::io::Result<()> {
        let folder = keep.join(seed.to_string());
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("program.c"), &judged.text)?;
        let mut notes = format!("sanitizers: {}\n{}\n", judged.facts, judged.facts.lines.join("\n"));
        for difference in differences {
            let arguments = self.checker.arguments(&difference.question).join(" ");
            notes.push_str(&format!("\nlandfall {arguments} program.c\n{}\n{}\n", difference.what, difference.output));
        }
        std::fs::write(folder.join("notes.txt"), notes)
    }
}
