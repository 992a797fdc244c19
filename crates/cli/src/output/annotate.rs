//! `--annotate`: the source with the loop invariants of its proof as ACSL comments.

use super::result::Proof;

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
    let how = match &proof.certificate {
        Some(certificate) => format!("proved by landfall, {} obligations re-proved", certificate.obligations),
        None => "proved by landfall, not re-checked".to_string(),
    };
    lines.push(format!("/* {how} */"));
    lines.join("\n") + "\n"
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
        let proof = Proof { certificate: None, invariants, vacuous: false, remarks: Vec::new() };
        let text = render("int f() {\n  while (1) ;\n  {} for (;;) ;\n}\n", &proof);
        assert!(text.contains("  /*@ loop invariant i <= n; */\n  while (1) ;"), "{text}");
        assert!(text.contains("{} /* landfall: loop invariant i <= n */ for"), "{text}");
    }
}
