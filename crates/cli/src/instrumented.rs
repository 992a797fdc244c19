//! The source of a program with what a harness beside it cannot give, so that a counterexample can be compiled and run: the
//! values of uninitialised variables, and a call of the entry function if that is not `main`. The values are written in:
//! `int x;` becomes `int x = landfall_fill_0();`, and that function gives the values that the counterexample has for this
//! declaration, in order. Any value is one that the variable may have, so this is still an execution of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use landfall::cfa::View;

use crate::output::result::{Input, InputSource, Violation};
use crate::program::Loaded;
use crate::property::is_identifier;

/// What is compiled instead of the source.
pub struct Instrumented {
    /// The whole source.
    pub text: String,
    /// The functions that it calls, in C.
    pub functions: String,
    /// Some uninitialised variable could not be given its value.
    pub incomplete: bool,
}

/// A place in the source: line and column, from 1.
type Place = (u32, u32);

/// The function that calls the entry function, where that is not `main`.
pub const START: &str = "landfall_start";

/// Whether the program starts elsewhere than at `main`.
pub fn starts_elsewhere(loaded: &Loaded) -> bool {
    loaded.entry != "main"
}

/// The instrumented source; `None` if the source does as it is.
pub fn instrument(loaded: &Loaded, violation: &Violation) -> Option<Instrumented> {
    let mut values: BTreeMap<(Place, Place), Vec<&str>> = BTreeMap::new();
    let main_file = loaded.source.display().to_string();
    let mut incomplete = false;
    let composite = composites(loaded);
    for input in violation.inputs.iter().filter(|input| input.source == InputSource::Uninitialised) {
        match declarator(input, &main_file).filter(|(from, _)| !composite.contains(from)) {
            Some(place) => values.entry(place).or_default().push(&input.value),
            None => incomplete = true,
        }
    }
    if values.is_empty() && !starts_elsewhere(loaded) {
        return None;
    }
    let mut lines: Vec<String> = String::from_utf8_lossy(&loaded.text).lines().map(str::to_string).collect();
    let (mut functions, mut declarations) = (String::new(), String::new());
    // From the end, so that places stay valid.
    for (number, ((from, to), values)) in values.iter().enumerate().rev() {
        let line = lines.get_mut(from.0 as usize - 1).filter(|line| takes_value(line, from.1, to.1));
        let Some(line) = line else {
            incomplete = true;
            continue;
        };
        line.insert_str(to.1 as usize, &format!(" = landfall_fill_{number}()"));
        let _ = writeln!(declarations, "long long landfall_fill_{number}(void);");
        let _ = writeln!(
            functions,
            "QUIET long long landfall_fill_{number}(void)\n{{\n    static const unsigned long long values[] = {{ {} }};\n    \
             static unsigned long next;\n    return next < {} ? (long long)values[next++] : 0;\n}}\n",
            values.iter().map(|value| bits(value)).collect::<Vec<_>>().join(", "),
            values.len()
        );
    }
    let call = if starts_elsewhere(loaded) { start(loaded, violation) } else { String::new() };
    let text = format!(
        "/* Written by landfall: the program with what the harness beside it cannot give. */\n{declarations}# 1 \"{}\"\n{}\n{call}",
        main_file.replace('\\', "\\\\").replace('"', "\\\""),
        lines.join("\n")
    );
    Some(Instrumented { text, functions, incomplete })
}

/// Calls the entry function with the arguments of the counterexample. In the same file it may be static, and C converts the values.
fn start(loaded: &Loaded, violation: &Violation) -> String {
    let arguments = violation.inputs.iter().filter(|input| input.source == InputSource::Argument);
    let values: Vec<String> = arguments.map(|input| bits(&input.value)).collect();
    format!("int {START}(void)\n{{\n    (void){}({});\n    return 0;\n}}\n", loaded.entry, values.join(", "))
}

fn bits(value: &str) -> String {
    format!("{:#x}ULL", value.parse::<i128>().unwrap_or(0) as u64)
}

/// The places where something is declared that is no single number but has parts.
fn composites(loaded: &Loaded) -> BTreeSet<Place> {
    let parts = loaded.program.vars.values().filter(|var| var.name.contains(['.', '[']) || var.ty.is_array());
    let place = |span| {
        let (_, line, column) = loaded.place(span);
        (line, column)
    };
    let is_number = |view: &View| matches!(view, View::Scalar(_));
    let objects = loaded.program.objects.values().filter(|object| !is_number(&object.view));
    parts.filter_map(|var| var.span).chain(objects.filter_map(|object| object.span)).map(place).collect()
}

/// The name that is declared where the value is read.
fn declarator(input: &Input, main_file: &str) -> Option<(Place, Place)> {
    let (from, to) = (input.location.as_ref()?, input.end.as_ref()?);
    (from.file == main_file && from.line == to.line).then_some(((from.line, from.column), (to.line, to.column)))
}

/// Whether the declarator is a plain number's: a name, no pointer, no array, no floating-point type.
fn takes_value(line: &str, from: u32, to: u32) -> bool {
    let (Some(before), Some(after)) = (line.get(..from as usize - 1), line.get(to as usize..)) else { return false };
    if !line.get(from as usize - 1..to as usize).is_some_and(is_identifier) {
        return false;
    }
    let declaration = before.rsplit([';', '{', '}']).next().unwrap_or(before);
    let plain =
        !declaration.trim_end().ends_with('*') && !["float", "double"].iter().any(|word| declaration.contains(word));
    plain && after.trim_start().starts_with([',', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_declarators_take_values() {
        assert!(takes_value("  int x, y;", 7, 7));
        assert!(takes_value("  int x, y;", 10, 10));
        assert!(takes_value("f(); unsigned long name ;", 20, 23));
        assert!(!takes_value("  int *p;", 8, 8));
        assert!(!takes_value("  int a[3];", 7, 7));
        assert!(!takes_value("  double d;", 10, 10));
        assert!(!takes_value("  int x = 3;", 7, 7));
        assert!(!takes_value("  p = malloc(4);", 7, 15));
    }
}
