//! Is a proof about anything? Assertions that no execution reaches hold trivially, and assumptions that contradict each other leave no
//! executions at all. A few random executions tell: what one of them reaches is reached; what none reaches is worth a look.

use std::collections::{BTreeMap, BTreeSet};

use landfall::cfa::{EdgeId, LocId, Program};
use landfall::exec::{HavocRequest, Limits, Machine, Outcome, Path};

use crate::program::Loaded;

/// Executions, and edges of each. Together a few milliseconds.
const RUNS: u64 = 24;
const STEPS: u64 = 4_000;

/// Remarks about a proof that may be vacuous, in sentences without a full stop.
pub fn remarks(loaded: &Loaded) -> Vec<String> {
    let program = &loaded.program;
    let sites = sites(program);
    if sites.is_empty() {
        return Vec::new();
    }
    let Explored { reached, blocked, cut, .. } = explore(program, &sites);
    // Of executions that were still running nobody knows where they come to.
    if cut * 2 > RUNS {
        return Vec::new();
    }
    if blocked {
        return vec![format!(
            "all of {RUNS} random executions ended at an assumption that does not hold; perhaps the assumptions contradict each other"
        )];
    }
    let mut places: Vec<String> = Vec::new();
    for errors in sites.iter().filter(|(site, _)| !reached.contains(site)).map(|(_, errors)| errors) {
        for error in errors {
            let span = program.locs[*error].error.as_ref().and_then(|error| error.span);
            places.extend(span.map(|span| format!("line {}", loaded.place(span).1)));
        }
    }
    places.dedup();
    match places.as_slice() {
        [] => Vec::new(),
        places => {
            let shown = places.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
            vec![format!(
                "none of {RUNS} random executions came to what could fail at {shown}; perhaps no execution does"
            )]
        }
    }
}

/// The errors for which no random execution came to the place where they are decided, and whether most executions were
/// still running, so that nobody knows where they come to.
pub fn unseen(program: &Program) -> (BTreeSet<LocId>, bool) {
    let sites = sites(program);
    let Explored { reached, cut, .. } = explore(program, &sites);
    let unseen = sites.into_iter().filter(|(site, _)| !reached.contains(site)).flat_map(|(_, errors)| errors);
    (unseen.collect(), cut * 2 > RUNS)
}

/// The edges that random executions take.
pub fn edges_of_tests(program: &Program) -> BTreeSet<EdgeId> {
    explore(program, &BTreeMap::new()).taken
}

/// The places where it is decided whether an error is reached: the last branch before it.
fn sites(program: &Program) -> BTreeMap<LocId, Vec<LocId>> {
    let mut found: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
    for (error, _) in program.errors() {
        let mut loc = error;
        let mut seen = BTreeSet::new();
        // Back along what cannot be avoided.
        while let ([edge], true) = (program.locs[loc].incoming.as_slice(), seen.insert(loc)) {
            loc = program.edges[*edge].src;
            if program.locs[loc].outgoing.len() > 1 {
                break;
            }
        }
        found.entry(loc).or_default().push(error);
    }
    found
}

struct Explored {
    /// The sites that some execution came to.
    reached: BTreeSet<LocId>,
    taken: BTreeSet<EdgeId>,
    /// All executions ended silently before any.
    blocked: bool,
    /// So many were still running when they were stopped.
    cut: u64,
}

fn explore(program: &Program, sites: &BTreeMap<LocId, Vec<LocId>>) -> Explored {
    let machine = Machine::new(program);
    let mut taken = BTreeSet::new();
    let (mut blocked, mut cut) = (true, 0);
    for run in 0..RUNS {
        let mut state = machine.initial();
        let mut path = Path::from(&state);
        let mut random = Random(run.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut host = |request: &HavocRequest<'_>| Some(request.ty.wrap(random.value()));
        let outcome = machine.run_recording(&mut state, &mut host, &Limits::steps(STEPS), &mut path).outcome;
        blocked &= matches!(outcome, Outcome::Stuck(_));
        cut += u64::from(outcome == Outcome::StepLimit);
        taken.extend(path.edges(program));
    }
    let passed = taken.iter().map(|edge: &EdgeId| program.edges[*edge].src);
    let reached: BTreeSet<LocId> = passed.filter(|loc| sites.contains_key(loc)).collect();
    Explored { blocked: blocked && reached.is_empty(), reached, taken, cut }
}

/// Values as programs like them: mostly small, now and then any. (xorshift)
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn value(&mut self) -> i128 {
        let bits = self.next();
        match bits % 8 {
            0 | 1 => 0,
            2 => 1,
            3..=5 => i128::from(bits >> 8) % 20,
            6 => -(i128::from(bits >> 8) % 20),
            _ => i128::from(bits as i64),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use landfall::cfa::DataModel;
    use landfall::front::FrontOptions;

    use super::*;

    fn remarks_on(text: &str) -> Vec<String> {
        let loaded = landfall::front::load_text("test.c", text, &FrontOptions::new(DataModel::Lp64)).expect("C");
        remarks(&Loaded::for_tests(Arc::new(loaded.program), loaded.sources))
    }

    const HEAD: &str = "int in(void); void reach_error(void); void __VERIFIER_assume(int);\n";

    #[test]
    fn what_is_reached_needs_no_remark() {
        let text = format!("{HEAD}int main(void) {{ int x = in();\n if (x != x) reach_error(); }}");
        assert_eq!(remarks_on(&text), Vec::<String>::new());
        assert_eq!(remarks_on("int main(void) { return 0; }"), Vec::<String>::new());
    }

    #[test]
    fn assertions_that_nobody_reaches_are_named() {
        let text =
            format!("{HEAD}int main(void) {{ int x = in();\n if (x > 3 && x < 3) {{\n if (in()) reach_error(); }} }}");
        let remarks = remarks_on(&text);
        assert!(remarks.len() == 1 && remarks[0].contains("line 4"), "{remarks:?}");
    }

    #[test]
    fn executions_that_go_on_tell_nothing() {
        let text = format!(
            "{HEAD}int main(void) {{ int i = 0; while (i < 1000000) {{ i++; in(); }}\n if (i != 1000000) reach_error(); }}"
        );
        assert_eq!(remarks_on(&text), Vec::<String>::new());
    }

    #[test]
    fn contradictory_assumptions_are_noticed() {
        let text = format!(
            "{HEAD}int main(void) {{ int x = in(); __VERIFIER_assume(x > 3); __VERIFIER_assume(x < 3);\n if (x) reach_error(); }}"
        );
        let remarks = remarks_on(&text);
        assert!(remarks.len() == 1 && remarks[0].contains("contradict"), "{remarks:?}");
    }
}
