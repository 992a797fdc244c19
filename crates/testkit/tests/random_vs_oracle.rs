//! Every engine against the explicit-state oracle on random programs with few states. Many more:
//! `cargo run --release -p landfall-testkit -- oracle --count 2000`

use std::time::Duration;

use landfall::cfa::read_program;
use landfall::engine::EngineKind;
use landfall_testkit::engines::{check_engine, load_small};
use landfall_testkit::oracle::{Answer, decide};

#[test]
fn engines_agree_with_the_oracle_or_say_unknown() {
    for kind in EngineKind::ALL {
        let count = if matches!(kind, EngineKind::Se | EngineKind::Gps) { 60 } else { 20 };
        let tally = check_engine(&*kind.engine(&Default::default()), count, 1, Duration::from_millis(200), &mut |_| {});
        assert!(tally.disagreements.is_empty(), "{kind}: {:#?}", tally.disagreements);
        assert!(tally.safe > 0 && tally.unsafe_ > 0, "{tally:?}");
    }
}

#[test]
fn random_programs_survive_their_text_form() {
    for seed in 1000..1060 {
        let program = load_small(seed).expect("generated programs load");
        let again = read_program(&program.to_string()).expect("printed programs are read");
        assert_eq!(decide(&program, 5_000), decide(&again, 5_000), "seed {seed}");
    }
}

/// A program whose error needs the inputs 3 and then 1.
const LOCK: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
    unsigned char key = 0;
    while (key != 4) {
        unsigned char x = __VERIFIER_nondet_uchar();
        key = (key == 0 && x == 3) ? 3 : (key == 3 && x == 1) ? 4 : 0;
    }
    reach_error();
    return 0;
}
";

#[test]
fn the_oracle_finds_what_is_there_and_nothing_else() {
    let load = |text: &str| {
        let options = landfall::front::FrontOptions::new(landfall::cfa::DataModel::Lp64);
        landfall::front::load_text("lock.c", text, &options).expect("loads").program
    };
    let Answer::Unsafe(inputs) = decide(&load(LOCK), 10_000) else { panic!("the lock opens") };
    assert_eq!(inputs[inputs.len() - 2..], [3, 1]);
    assert_eq!(decide(&load(&LOCK.replace("? 4", "? 5")), 10_000), Answer::Safe);
    assert_eq!(decide(&load(&LOCK.replace("unsigned char x", "int x")), 5), Answer::TooBig);
}
