//! `--annotate`: the source with the loop invariants and the contracts of its proof as ACSL comments.

use super::result::{Contract, Proof};

/// The text with the invariants before their loops. Where C has no words for one, it is a plain comment.
pub fn render(source: &str, proof: &Proof) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_string).collect();
    let mut invariants: Vec<_> = proof.invariants.iter().collect();
    // From the end, so that places stay valid.
    invariants.sort_by_key(|invariant| std::cmp::Reverse((invariant.location.line, invariant.location.column)));
    for invariant in invariants {
        let Some(line) = lines.get_mut((invariant.location.line as usize).saturating_sub(1)) else { continue };
        let column = invariant.location.column.saturating_sub(1) as usize;
        let Some((before, after)) = line.split_at_checked(column) else { continue };
        let comment = match &invariant.c_expression {
            Some(expression) => format!("/*@ loop invariant {expression}; */"),
            None => format!("/* landfall: loop invariant {} */", invariant.condition.replace("*/", "* /")),
        };
        let space = if before.trim().is_empty() { format!("\n{before}") } else { " ".to_string() };
        *line = format!("{before}{comment}{space}{after}");
    }
    // Contracts come in the order of the source; lines have kept their numbers so far.
    for contract in proof.contracts.iter().rev() {
        let at = start_of_definition(&lines, contract.location.line as usize);
        lines.insert(at, comment_of(contract));
    }
    let how = match &proof.certificate {
        Some(certificate) => format!("proved by landfall, {} obligations re-proved", certificate.obligations),
        None => "proved by landfall, not re-checked".to_string(),
    };
    lines.push(format!("/* {how} */"));
    lines.join("\n") + "\n"
}

/// The index of the line where the definition begins whose name is on line `line`: its type may stand on lines before.
fn start_of_definition(lines: &[String], line: usize) -> usize {
    let mut at = line.saturating_sub(1).min(lines.len());
    let belongs = |text: &str| {
        let text = text.trim();
        !text.is_empty() && !text.ends_with([';', '}', '/', '>', '"']) && !text.starts_with(['#', '/', '*'])
    };
    while at > 0 && belongs(&lines[at - 1]) {
        at -= 1;
    }
    at
}

fn comment_of(contract: &Contract) -> String {
    match &contract.acsl {
        Some(clauses) => format!("/*@ {clauses} */"),
        None => {
            let clause = |keyword: &str, condition: &Option<String>| {
                condition.as_ref().map(|condition| format!(" {keyword} {condition};")).unwrap_or_default()
            };
            let clauses = clause("requires", &contract.requires) + &clause("ensures", &contract.ensures);
            format!("/* landfall:{} */", clauses.replace("*/", "* /"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::result::{Invariant, Location};

    #[test]
    fn comments_stand_before_their_loops() {
        let at = |line, column| Location { file: "x.c".into(), line, column };
        let invariant = |location, c_expression: Option<&str>| Invariant {
            location,
            function: "main".into(),
            condition: "i <= n".into(),
            c_expression: c_expression.map(str::to_string),
        };
        let invariants = vec![invariant(at(2, 3), Some("i <= n")), invariant(at(3, 6), None)];
        let proof = Proof { certificate: None, invariants, contracts: Vec::new(), vacuous: false, remarks: Vec::new() };
        let text = render("int f() {\n  while (1) ;\n  {} for (;;) ;\n}\n", &proof);
        assert!(text.contains("  /*@ loop invariant i <= n; */\n  while (1) ;"), "{text}");
        assert!(text.contains("{} /* landfall: loop invariant i <= n */ for"), "{text}");
    }

    #[test]
    fn contracts_stand_before_their_functions() {
        let contract = |line, acsl: Option<&str>| Contract {
            location: Location { file: "x.c".into(), line, column: 1 },
            function: "f".into(),
            requires: Some("n >= 0".into()),
            ensures: None,
            acsl: acsl.map(str::to_string),
        };
        let contracts = vec![contract(3, Some("requires n >= 0;")), contract(5, None)];
        let proof = Proof { certificate: None, invariants: Vec::new(), contracts, vacuous: false, remarks: Vec::new() };
        let text = render("#include <a.h>\nstatic int\nf(int n) { return n; }\n\nint g(int n) { return n; }\n", &proof);
        assert!(text.contains("<a.h>\n/*@ requires n >= 0; */\nstatic int\nf(int n)"), "{text}");
        assert!(text.contains("\n\n/* landfall: requires n >= 0; */\nint g"), "{text}");
    }
}
