//! SV-COMP property files: one `CHECK( init(main()), LTL(formula) )` a line.
//!
//! The formula is read whatever the file's name and spacing. Reachability can be checked, `G ! call(f())` and `G ! label(L)`, and undefined
//! behaviour, `G ! overflow`, `G valid-free`, `G valid-deref`, `G valid-memtrack`, `G valid-memcleanup`; the other formulas of the competition are recognised so that the message can say what they are.

use std::path::Path;

use landfall::front::{Never, Property};

/// What must not happen, and where the program starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFile {
    /// The function in which executions begin.
    pub entry: String,
    pub never: Vec<Never>,
}

/// Why a property file is of no use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyError {
    /// Known, but not checked by this tool: its usual name.
    Unsupported(&'static str),
    /// Line (from 1) and its text.
    Unreadable(usize, String),
    Empty,
    /// The lines name different entry functions.
    Entries,
}

impl std::fmt::Display for PropertyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PropertyError::Unsupported(name) => {
                write!(f, "the property {name} cannot be checked; reachability of a call or a label can")
            }
            PropertyError::Unreadable(line, text) => write!(
                f,
                "line {line} is no property: `{text}`; expected for example \
                 `CHECK( init(main()), LTL(G ! call(reach_error())) )`"
            ),
            PropertyError::Empty => {
                write!(
                    f,
                    "no property in it; expected for example `CHECK( init(main()), LTL(G ! call(reach_error())) )`"
                )
            }
            PropertyError::Entries => write!(f, "its lines start in different functions"),
        }
    }
}

impl PropertyFile {
    pub fn read(path: &Path) -> Result<PropertyFile, String> {
        let shown = path.display();
        let text = std::fs::read(path).map_err(|e| format!("error: cannot read the property file {shown}: {e}"))?;
        PropertyFile::parse(&String::from_utf8_lossy(&text)).map_err(|e| format!("error: property file {shown}: {e}"))
    }

    pub fn parse(text: &str) -> Result<PropertyFile, PropertyError> {
        let mut property: Option<PropertyFile> = None;
        for (index, line) in text.lines().enumerate() {
            let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
            if compact.is_empty() || compact.starts_with('#') || compact.starts_with("//") {
                continue;
            }
            let unreadable = || PropertyError::Unreadable(index + 1, line.trim().to_string());
            let (entry, formula) = split_check(&compact).ok_or_else(unreadable)?;
            let never =
                read_formula(formula).map_err(|name| name.map_or_else(unreadable, PropertyError::Unsupported))?;
            let property = property.get_or_insert_with(|| PropertyFile { entry: entry.to_string(), never: Vec::new() });
            if property.entry != entry {
                return Err(PropertyError::Entries);
            }
            property.never.push(never);
        }
        property.ok_or(PropertyError::Empty)
    }
}

/// The library's property for what a file says; without a file the default.
pub fn property_of(file: Option<&PropertyFile>) -> Property {
    file.map_or_else(Property::default, |file| Property::Never(file.never.clone()))
}

/// The property as an SV-COMP property file says it, a line each.
pub fn specification(property: &Property, entry: &str) -> String {
    let formulas = match property {
        Property::Assertions => vec!["! call(reach_error())".to_string()],
        Property::Never(list) => list
            .iter()
            .map(|never| if is_positive(never) { formula(never) } else { format!("! {}", formula(never)) })
            .collect(),
    };
    let lines: Vec<String> =
        formulas.iter().map(|formula| format!("CHECK( init({entry}()), LTL(G {formula}) )")).collect();
    lines.join("\n")
}

/// As [`specification`], for a violation of `violated`, which may be undefined behaviour that no property file asks for.
pub fn specification_violated(property: &Property, entry: &str, violated: &str) -> String {
    let formula = match violated {
        _ if *property != Property::Assertions => return specification(property, entry),
        "no-overflow" => "! overflow",
        "valid-deref" | "valid-free" | "valid-memtrack" | "valid-memcleanup" => violated,
        "no-division-by-zero" | "valid-shift" | "no-uninitialised-use" => "def-behavior",
        _ => return specification(property, entry),
    };
    format!("CHECK( init({entry}()), LTL(G {formula}) )")
}

fn formula(never: &Never) -> String {
    match never {
        Never::Call(function) => format!("call({function}())"),
        Never::Label(label) => format!("label({label})"),
        Never::Overflow => "overflow".to_string(),
        Never::InvalidAccess => "valid-deref".to_string(),
        Never::InvalidFree => "valid-free".to_string(),
        Never::Lost => "valid-memtrack".to_string(),
        Never::Unfreed => "valid-memcleanup".to_string(),
    }
}

/// Whether a formula says what must hold rather than what must not happen.
fn is_positive(never: &Never) -> bool {
    matches!(never, Never::InvalidAccess | Never::InvalidFree | Never::Lost | Never::Unfreed)
}

/// The property's name in the words of SV-COMP.
pub fn name_of(property: &Property) -> &'static str {
    match property {
        Property::Never(list) if matches!(list.first(), Some(Never::Label(_))) => "unreach-label",
        Property::Never(list) if matches!(list.first(), Some(Never::Overflow)) => "no-overflow",
        Property::Never(list) if matches!(list.first(), Some(Never::Unfreed)) => "valid-memcleanup",
        Property::Never(list) if list.first().is_some_and(is_positive) => "valid-memsafety",
        _ => "unreach-call",
    }
}

/// `CHECK(init(main()),LTL(φ))` → `main` and `φ`.
fn split_check(compact: &str) -> Option<(&str, &str)> {
    let rest = compact.strip_prefix("CHECK(init(")?;
    let (entry, rest) = rest.split_once("()),LTL(")?;
    Some((entry, rest.strip_suffix("))")?)).filter(|(entry, _)| is_identifier(entry))
}

/// The error is the usual name of a formula that is known but not checked, or `None` for no formula at all.
fn read_formula(formula: &str) -> Result<Never, Option<&'static str>> {
    let named = |prefix: &str, suffix: &str| {
        let name = formula.strip_prefix(prefix)?.strip_suffix(suffix)?;
        is_identifier(name).then(|| name.to_string())
    };
    if let Some(name) = named("G!call(", "())") {
        return Ok(Never::Call(name));
    }
    if formula == "G!overflow" {
        return Ok(Never::Overflow);
    }
    if let Some(name) = named("G!label(", ")") {
        return Ok(Never::Label(name));
    }
    match formula {
        "Gvalid-free" => return Ok(Never::InvalidFree),
        "Gvalid-deref" => return Ok(Never::InvalidAccess),
        "Gvalid-memtrack" => return Ok(Never::Lost),
        "Gvalid-memcleanup" => return Ok(Never::Unfreed),
        _ => {}
    }
    Err(match formula {
        "G!data-race" => Some("no-data-race"),
        "Fend" => Some("termination"),
        "Gdef-behavior" => Some("def-behavior"),
        _ => None,
    })
}

pub fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_do_not_matter() {
        for text in [
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n",
            "CHECK(init(main()),LTL(G!call(reach_error())))",
            "  CHECK ( init( main ( ) ) , LTL( G !  call( reach_error() ) ) )",
        ] {
            let never = vec![Never::Call("reach_error".into())];
            assert_eq!(PropertyFile::parse(text), Ok(PropertyFile { entry: "main".into(), never }));
        }
    }

    #[test]
    fn labels_and_several_lines() {
        let text = "CHECK( init(start()), LTL(G ! label(ERROR)) )\nCHECK( init(start()), LTL(G ! call(bad())) )";
        let property = PropertyFile::parse(text).expect("two properties");
        assert_eq!(property.entry, "start");
        assert_eq!(property.never, [Never::Label("ERROR".into()), Never::Call("bad".into())]);
    }

    #[test]
    fn what_cannot_be_checked_is_named() {
        assert_eq!(
            PropertyFile::parse("CHECK( init(main()), LTL(G ! data-race) )"),
            Err(PropertyError::Unsupported("no-data-race"))
        );
        assert_eq!(
            PropertyFile::parse("CHECK( init(main()), LTL(F end) )"),
            Err(PropertyError::Unsupported("termination"))
        );
    }

    #[test]
    fn nonsense_is_refused_with_its_line() {
        assert_eq!(PropertyFile::parse("\nhello"), Err(PropertyError::Unreadable(2, "hello".into())));
        assert_eq!(PropertyFile::parse(" \n"), Err(PropertyError::Empty));
        assert_eq!(
            PropertyFile::parse("CHECK( init(main()), LTL(G ! call(1x())) )"),
            Err(PropertyError::Unreadable(1, "CHECK( init(main()), LTL(G ! call(1x())) )".into()))
        );
    }
}
