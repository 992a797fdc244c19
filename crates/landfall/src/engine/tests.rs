//! What tests of engines share.

use std::sync::Arc;
use std::time::Duration;

use super::{Context, Engine, EngineKind, EngineOptions};
use crate::analysis::{Analysis, Settings, analyse, prepare};
use crate::budget::Budget;
use crate::cfa::text::read_program;
use crate::cfa::{DataModel, Program};
use crate::check::certify;
use crate::front::{FrontOptions, load_text};
use crate::report::{Silent, Statistics};
use crate::verdict::{Reason, Verdict};

/// A program in text form.
pub(super) fn read(text: &str) -> Arc<Program> {
    Arc::new(read_program(text).unwrap_or_else(|e| panic!("{e:?}")))
}

/// A program in C, without checks of memory.
pub(super) fn loaded(text: &str) -> Arc<Program> {
    Arc::new(load_text("t.c", text, &FrontOptions::new(DataModel::Lp64)).expect("the text is right").program)
}

/// main of C with this body, which may call `input` and `reach_error`.
pub(super) fn with_body(body: &str) -> Arc<Program> {
    loaded(&format!("void reach_error(void); int input(void); int main(void) {{ {body} }}"))
}

/// main of a program in text form with some variables and edges; `bad` is an error.
pub(super) fn main_with(variables: &str, edges: &str) -> String {
    format!("proc main() entry a exit z {{ {variables} loc bad error assertion \"holds\"; {edges} }}")
}

/// What an engine finds out with options of its own.
pub(super) fn analysed(engine: EngineKind, options: EngineOptions, program: &Arc<Program>) -> Analysis {
    analyse(program, &Settings { options, ..Settings::of(engine) }, &Budget::unlimited(), &mut Silent)
}

/// Work with a context that nobody listens to.
pub(super) fn alone<R>(budget: Budget, work: impl FnOnce(&mut Context<'_>) -> R) -> R {
    work(&mut Context::new(budget, &mut Silent, landfall_smt::Config::default(), Default::default()))
}

/// The checked verdict of an engine on a program in text form, and what it counted.
pub(super) fn checked(engine: &dyn Engine, text: &str) -> (Verdict, Statistics) {
    let program = read(text);
    let budget = Budget::with_timeout(Duration::from_secs(60));
    alone(budget.clone(), |cx| {
        let claimed = engine.run(&prepare(&program), cx);
        (certify(claimed, &program, &cx.solver, &budget).0, std::mem::take(&mut cx.statistics))
    })
}

/// A counter; zero if nothing was counted.
pub(super) fn count(statistics: &Statistics, name: &str) -> u64 {
    statistics.counts.get(name).copied().unwrap_or(0)
}

/// The program is proved, and the proof is checked.
pub(super) fn assert_proved(analysis: &Analysis) {
    assert!(matches!(analysis.verdict, Verdict::Safe(_)), "{:?}", analysis.verdict);
    assert!(analysis.certified.is_some());
}

/// The inputs of a violation.
pub(super) fn inputs_of(verdict: Verdict) -> Vec<i128> {
    match verdict {
        Verdict::Unsafe(execution) => execution.inputs.iter().map(|input| input.value).collect(),
        other => panic!("{other:?}"),
    }
}

/// Code that is not modelled makes the verdict unknown where it can be reached, and only there.
pub(super) fn tells_of_unmodelled_code(run: impl Fn(&str) -> Verdict) {
    let text = |bound: i32| {
        let edges =
            "a -> b: havoc x input \"f\"; b -> c: assume x < 5; d -> z: unsupported \"asm\"; c -> d: assume x >";
        main_with("local x: i32;", &format!("{edges} {bound};"))
    };
    assert!(matches!(run(&text(2)), Verdict::Unknown(Reason::Unsupported { .. })));
    assert!(matches!(run(&text(9)), Verdict::Safe(_)));
}

/// A search that comes to no end is stopped by its budget.
pub(super) fn is_stopped(engine: EngineKind, text: &str) {
    let budget = Budget::with_timeout(Duration::from_millis(500));
    let verdict = analyse(&read(text), &Settings::of(engine), &budget, &mut Silent).verdict;
    assert!(matches!(verdict, Verdict::Unknown(Reason::Timeout)), "{verdict:?}");
}
