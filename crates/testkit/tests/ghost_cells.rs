//! Programs with ghost cells in place of arrays, against the programs themselves: what fails still fails.

use std::sync::Arc;
use std::time::Duration;

use landfall::analysis::{Settings, analyse, prepare};
use landfall::budget::Budget;
use landfall::cfa::passes::{
    Anchor, Errors, GHOST_INDEX, add_cursors, candidate_facts, cursors, forget_arrays, ghost_cells, ghost_cells_with,
    has_anchors,
};
use landfall::cfa::{DataModel, Program};
use landfall::engine::EngineKind;
use landfall::exec::HavocRequest;
use landfall::front::{FrontOptions, load_text};
use landfall::report::Silent;
use landfall::verdict::Verdict;
use landfall_testkit::arrays_c::{self, INDICES, VALUES};
use landfall_testkit::oracle::{Answer, decide, decide_in};

const STATES: usize = 4_000;

fn load(seed: u64) -> Arc<Program> {
    let text = arrays_c::program(seed);
    let loaded = load_text("arrays.c", &text, &FrontOptions::new(DataModel::Lp64));
    Arc::new(loaded.unwrap_or_else(|e| panic!("{e:?}\n{text}")).program)
}

/// Enough of the values of ghosts: indices that are used, less an offset, and values that are stored.
fn domain(request: &HavocRequest<'_>) -> Option<Vec<i128>> {
    match request.ty.bits {
        1 => Some(vec![0, 1]),
        8 => Some((0..VALUES).collect()),
        _ => Some((-INDICES..=INDICES).collect()),
    }
}

#[test]
fn a_program_that_fails_does_so_with_ghost_cells() {
    let (mut failing, mut with_ghosts, mut kept_safe) = (0, 0, 0);
    for seed in 1..=150 {
        let program = load(seed);
        let task = prepare(&program);
        let ghost = ghost_cells(&task.program).program;
        let has_ghosts = ghost.vars.values().any(|v| v.name.starts_with(GHOST_INDEX));
        let answer = decide(&program, STATES);
        let ghostly = decide_in(&ghost, STATES, &domain);
        match ghostly {
            Answer::Safe => assert!(!matches!(answer, Answer::Unsafe(_)), "seed {seed}\n{}", arrays_c::program(seed)),
            Answer::Unsafe(_) | Answer::TooBig => {}
        }
        failing += u32::from(has_ghosts && matches!(answer, Answer::Unsafe(_)));
        with_ghosts += u32::from(has_ghosts);
        // More is known than without any contents.
        if answer == Answer::Safe && has_ghosts && ghostly == Answer::Safe {
            let forgotten = forget_arrays(&task.program).program;
            kept_safe += u32::from(matches!(decide_in(&forgotten, STATES, &domain), Answer::Unsafe(_)));
        }
    }
    println!("{with_ghosts} with ghosts, {failing} of them fail, {kept_safe} are safe thanks to them");
    assert!(with_ghosts > 50 && failing > 20 && kept_safe > 2, "{with_ghosts} {failing} {kept_safe}");
}

#[test]
fn indices_at_stores_lose_no_failure() {
    let (mut tried, mut failing) = (0, 0);
    for seed in 1..=300 {
        let program = load(seed);
        let task = prepare(&program);
        if !has_anchors(&task.program) {
            continue;
        }
        let ghost = ghost_cells_with(&task.program, &[], Errors::Kept, Anchor::Stores).program;
        let answer = decide(&program, STATES);
        let ghostly = decide_in(&ghost, STATES, &domain);
        let lost = ghostly == Answer::Safe && matches!(answer, Answer::Unsafe(_));
        assert!(!lost, "seed {seed}\n{}", arrays_c::program(seed));
        tried += 1;
        failing += u32::from(matches!(answer, Answer::Unsafe(_)));
    }
    assert!(tried > 20 && failing > 5, "{tried} {failing}");
}

#[test]
fn cursors_lose_no_failure() {
    let (mut tried, mut failing) = (0, 0);
    for seed in 1..=300 {
        let program = load(seed);
        let task = prepare(&program);
        let followed = add_cursors(&task.program).program;
        if cursors(&followed).is_empty() {
            continue;
        }
        let unsafe_before = matches!(decide(&program, STATES), Answer::Unsafe(_));
        for result in [ghost_cells(&followed).program, followed] {
            let lost = unsafe_before && decide_in(&result, STATES, &domain) == Answer::Safe;
            assert!(!lost, "seed {seed}\n{}", arrays_c::program(seed));
        }
        tried += 1;
        failing += u32::from(unsafe_before);
    }
    assert!(tried > 20 && failing > 5, "{tried} {failing}");
}

#[test]
fn facts_that_were_guessed_lose_no_failure() {
    let mut tried = 0;
    for seed in 1..=300 {
        let program = load(seed);
        let task = prepare(&program);
        let candidates = candidate_facts(&task.program);
        if candidates.is_empty() || !matches!(decide(&program, STATES), Answer::Unsafe(_)) {
            continue;
        }
        // Each one alone, right or wrong, and the first of all reads together.
        let first = candidates.iter().map(|facts| facts[0].clone()).collect();
        let alone = candidates.iter().flatten().map(|fact| vec![fact.clone()]);
        for facts in alone.chain([first]) {
            let ghost = ghost_cells_with(&task.program, &facts, Errors::Kept, Anchor::Reads).program;
            let answer = decide_in(&ghost, STATES, &domain);
            assert_ne!(answer, Answer::Safe, "seed {seed}, {facts:?}\n{}", arrays_c::program(seed));
            tried += u32::from(matches!(answer, Answer::Unsafe(_)));
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn engines_agree_with_the_oracle_on_programs_with_arrays() {
    let mut decided = 0;
    for seed in 1..=25 {
        let program = load(seed);
        let answer = decide(&program, STATES);
        for engine in [EngineKind::Gps, EngineKind::Ufo] {
            let settings = Settings::of(engine);
            let budget = Budget::with_timeout(Duration::from_millis(150));
            let verdict = analyse(&program, &settings, &budget, &mut Silent).verdict;
            let wrong = matches!(
                (&verdict, &answer),
                (Verdict::Safe(_), Answer::Unsafe(_)) | (Verdict::Unsafe(_), Answer::Safe)
            );
            assert!(!wrong, "{engine}, seed {seed}: {verdict:?}\n{}", arrays_c::program(seed));
            decided += u32::from(!matches!(verdict, Verdict::Unknown(_)));
        }
    }
    assert!(decided > 0);
}
