//! A counterexample as a script for gdb.

use std::collections::BTreeSet;

use crate::output::result::Violation;

/// Lines at which a script stops at most.
const MOST_STOPS: usize = 200;

/// Stops at each line of the counterexample once, and prints the variables that change there; at the last line gdb stays.
pub fn script(violation: &Violation) -> String {
    let inputs: Vec<&str> = violation.inputs.iter().map(|input| input.value.as_str()).collect();
    let mut text = format!(
        "# {} [{}]\n# inputs: {}\n# The program must read these inputs: `landfall check --tests DIR` writes one that does.\n\
         #   gdb -x THIS_FILE ./program\nset pagination off\nset breakpoint pending on\n",
        violation.message,
        violation.check,
        inputs.join(" ")
    );
    let mut stops: Vec<(&str, u32, BTreeSet<&str>)> = Vec::new();
    for step in &violation.trace {
        let (file, line) = (step.location.file.as_str(), step.location.line);
        let names = step.changes.iter().map(|change| change.name.as_str());
        let names = names.chain(step.fold.iter().flat_map(|fold| fold.ranges.iter().map(|range| range.name.as_str())));
        match stops.iter().position(|stop| (stop.0, stop.1) == (file, line)) {
            Some(known) => stops[known].2.extend(names),
            None if stops.len() < MOST_STOPS => stops.push((file, line, names.collect())),
            None => {}
        }
    }
    let last = violation.trace.last().map(|step| (step.location.file.as_str(), step.location.line));
    for (file, line, names) in stops {
        text += &format!("break {file}:{line}\ncommands\nsilent\necho {file}:{line}\n");
        for name in names.into_iter().filter(|name| is_expression(name)) {
            text += &format!("echo \\ \\ {name} =\\ \noutput {name}\n");
        }
        text += "echo \\n\n";
        if Some((file, line)) != last {
            text += "continue\n";
        }
        text += "end\n";
    }
    text + "run\n"
}

/// Whether gdb understands a name: `a[3]` and `p->next`, not `(allocated at line 3)[0]`.
fn is_expression(name: &str) -> bool {
    !name.is_empty() && !name.contains(['"', '\n', ' ', '(']) && !name.contains("..")
}
