use super::*;
use crate::budget::Budget;
use crate::cfa::DataModel;
use crate::cfa::text::{WriteOptions, write_program};
use crate::engine::EngineKind;
use crate::front::{FrontOptions, load_text};
use crate::report::Silent;
use crate::verdict::Verdict;
use crate::{Settings, analyse};

const TEXT: &str = "\
int in(void);
void abort(void);
static int half(int x, int y) { return x / y; }
int main(void) {
    int x = in();
    if (x > 100) { if (x < 50) x = half(1, x) / (x - 70); }
    x = half(x, x % 3);
    int a[2] = {0, 0};
    return x + a[x & 1];
}
";

fn program() -> Arc<Program> {
    let mut options = FrontOptions::new(DataModel::Lp64);
    options.checks = crate::front::Checks::UNDEFINED;
    Arc::new(load_text("test.c", TEXT, &options).expect("C").program)
}

#[test]
fn names_count_by_function_and_kind_in_the_order_of_the_source() {
    let names: Vec<String> = checks(&program()).iter().map(Check::name).collect();
    assert_eq!(names[..2], ["half.division.1", "half.overflow.1"]);
    let mut distinct = names.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
    assert!(names.contains(&"main.access.1".to_string()), "{names:?}");
}

/// The word of a kind is that of the text form.
#[test]
fn kinds_have_one_word() {
    let program = program();
    let text = write_program(&program, WriteOptions { spans: false });
    for check in checks(&program) {
        assert!(text.contains(&format!("error {} ", check.kind.word())), "{}", check.name());
    }
}

#[test]
fn questions_survive_being_written() {
    for text in ["fails:0-4,9", "arrives:", "fails-as-modelled:3"] {
        assert_eq!(text.parse::<Question>().map(|question| question.to_string()), Ok(text.to_string()));
    }
    for wrong in ["", "fails", "fails:x", "fails:3-", "hopes:1"] {
        assert!(wrong.parse::<Question>().is_err(), "{wrong}");
    }
}

/// Answers by an engine in this process.
struct Engine {
    program: Arc<Program>,
    checks: Vec<Check>,
}

impl Asker for Engine {
    fn ask(&mut self, question: &Question, budget: &Budget) -> Answer {
        let posed = Arc::new(question.pose(&self.program, &self.checks));
        let position =
            |loc: Option<LocId>| self.checks.iter().position(|check| loc.is_some_and(|loc| check.locs.contains(&loc)));
        match analyse(&posed, &Settings::of(EngineKind::Se), budget, &mut Silent).verdict {
            Verdict::Safe(_) => Answer::No,
            Verdict::Unsafe(execution) => position(execution.error).map_or(Answer::Unknown, Answer::Yes),
            Verdict::Unknown(_) => Answer::Unknown,
        }
    }
}

#[test]
fn every_check_gets_its_status() {
    let program = program();
    let checks = checks(&program);
    let unseen = Unseen { checks: (0..checks.len()).collect(), cut_short: false };
    let mut engine = Engine { program: program.clone(), checks: checks.clone() };
    let statuses = decide(&checks, &unseen, &mut engine, &Budget::unlimited());
    for (check, status) in checks.iter().zip(statuses) {
        let name = check.name();
        let right = match name.as_str() {
            "half.division.1" => matches!(status, Status::Violated { .. }),
            // The first call of `half` and what is done with it lie behind a contradiction.
            "main.division.1" | "main.overflow.1" | "main.overflow.2" => matches!(status, Status::Unreachable { .. }),
            _ => matches!(status, Status::Proved { .. }),
        };
        assert!(right, "{name}: {status:?} at {:?}", check.message);
    }
}

/// An execution that fails a check does not go on to fail others, also where the operation itself would go on.
#[test]
fn what_follows_a_failure_is_not_blamed() {
    let text = "int in(void); void reach_error(void);\nint main(void) { int x;\n if (x == 3 && x == in()) reach_error(); int y = x; }";
    let mut options = FrontOptions::new(DataModel::Lp64);
    options.checks.uninitialised = true;
    let program = Arc::new(load_text("test.c", text, &options).expect("C").program);
    let checks = checks(&program);
    let mut engine = Engine { program, checks: checks.clone() };
    let statuses = decide(&checks, &Default::default(), &mut engine, &Budget::unlimited());
    let violated = checks.iter().zip(statuses).filter(|(_, status)| matches!(status, Status::Violated { .. }));
    assert_eq!(violated.map(|(check, _)| check.name()).collect::<Vec<_>>(), ["main.unset.1"]);
}

/// Who answers nothing about many may answer about one.
#[test]
fn what_is_unknown_together_is_asked_about_in_parts() {
    struct Weak;
    impl Asker for Weak {
        fn ask(&mut self, question: &Question, _: &Budget) -> Answer {
            if question.about.contains(&3) { Answer::Unknown } else { Answer::No }
        }
    }
    let check = checks(&program()).remove(0);
    let many = vec![check; 6];
    let statuses = decide(&many, &Default::default(), &mut Weak, &Budget::unlimited());
    let unknown = statuses.iter().filter(|status| matches!(status, Status::Unknown { .. })).count();
    assert_eq!((unknown, matches!(statuses[3], Status::Unknown { .. })), (1, true), "{statuses:?}");
}
