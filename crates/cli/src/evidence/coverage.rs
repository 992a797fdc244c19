//! What executions have come to, line by line: random tests and the counterexamples that were found. Beside it, what is proved.

use std::collections::{BTreeMap, BTreeSet};

use landfall::cfa::{Edge, EdgeId, Op};
use landfall::exec::{HavocRequest, Limits, Machine, Path};

use super::vacuity;
use crate::output::result::{Branches, Check, CheckStatus, Coverage, Input};
use crate::program::Loaded;

/// Edges of a counterexample that is followed.
const STEPS: u64 = 200_000;

/// The coverage of the file with the entry function.
pub fn of(loaded: &Loaded, checks: &[Check]) -> Coverage {
    let program = &loaded.program;
    let mut taken = vacuity::edges_of_tests(program);
    for violation in checks.iter().filter_map(|check| check.violation.as_ref()) {
        follow(loaded, &violation.inputs, &mut taken);
    }
    let file = loaded.source.display().to_string();
    let line = |edge: &Edge| {
        let span = edge.span.filter(|span| loaded.is_users(*span))?;
        let (name, line, _) = loaded.place(span);
        (name == file).then_some(line)
    };
    let (mut lines, mut reached) = (BTreeSet::new(), BTreeSet::new());
    let mut branches: BTreeMap<u32, Branches> = BTreeMap::new();
    for loc in program.locs.keys() {
        // The ways into errors are those of the checks.
        let ways: Vec<(EdgeId, &Edge)> =
            program.outgoing(loc).filter(|(_, edge)| program.locs[edge.dst].error.is_none()).collect();
        for (id, edge) in &ways {
            let Some(line) = line(edge) else { continue };
            lines.insert(line);
            if taken.contains(id) {
                reached.insert(line);
            }
            if ways.len() > 1 && matches!(edge.op, Op::Assume(_)) {
                let of_line = branches.entry(line).or_insert(Branches { line, ways: 0, taken: 0 });
                of_line.ways += 1;
                of_line.taken += u32::from(taken.contains(id));
            }
        }
    }
    let at = |check: &Check| check.location.as_ref().filter(|at| at.file == file).map(|at| at.line);
    let open = |check: &&Check| matches!(check.status, CheckStatus::Violated | CheckStatus::Unknown);
    let open: BTreeSet<u32> = checks.iter().filter(open).filter_map(at).collect();
    let proved: BTreeSet<u32> = checks.iter().filter_map(at).filter(|line| !open.contains(line)).collect();
    Coverage {
        lines: lines.into_iter().collect(),
        reached: reached.into_iter().collect(),
        proved: proved.into_iter().collect(),
        branches: branches.into_values().collect(),
    }
}

/// Runs the program with the inputs of a counterexample.
fn follow(loaded: &Loaded, inputs: &[Input], taken: &mut BTreeSet<EdgeId>) {
    let program = &loaded.program;
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let mut path = Path::from(&state);
    let mut values = inputs.iter().map(|input| input.value.parse::<i128>().unwrap_or_default());
    let mut host = |request: &HavocRequest<'_>| values.next().map(|value| request.ty.wrap(value));
    machine.run_recording(&mut state, &mut host, &Limits::steps(STEPS), &mut path);
    taken.extend(path.edges(program));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use landfall::cfa::DataModel;
    use landfall::front::FrontOptions;

    use super::*;

    #[test]
    fn lines_and_branches_are_counted() {
        let text = "int in(void);\nint main(void) {\n    int x = in();\n    if (x > 5 && x < 5)\n        x = 1;\n    return x;\n}\n";
        let loaded = landfall::front::load_text("test.c", text, &FrontOptions::new(DataModel::Lp64)).expect("C");
        let coverage = of(&Loaded::for_tests(Arc::new(loaded.program), loaded.sources), &[]);
        assert_eq!((coverage.lines, coverage.reached), (vec![2, 3, 4, 5, 6], vec![2, 3, 4, 6]));
        assert_eq!(coverage.branches, [Branches { line: 4, ways: 2, taken: 1 }]);
    }
}
