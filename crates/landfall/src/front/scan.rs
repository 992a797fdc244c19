//! Calls of `sscanf` with a format that is a literal: a function that reads the text as the format says, from the pieces of the
//! library's `scan.c`.

use super::format::{Amount, Conversion, Parameters, Piece, parse};
use super::hir::{ExprId, Unit};

/// Writes the function for a call; `None` if its format is not understood.
pub(super) fn function(unit: &Unit, format: &[u8], given: &[ExprId]) -> Option<String> {
    if format.windows(2).any(|pair| pair == b"%%") {
        return None;
    }
    let mut parameters = Parameters::new(unit, given);
    let mut code = String::new();
    for piece in parse(format)? {
        match piece {
            Piece::Text(text) => code.push_str(&literal(&text)),
            Piece::Conversion(conversion) => code.push_str(&one(&conversion, &mut parameters)?),
        }
    }
    let own = parameters.list.iter().map(String::as_str);
    let head = ["const char *text", "const char *format"].into_iter().chain(own).collect::<Vec<_>>().join(", ");
    Some(format!(
        "int __landfall_this({head}) {{\n__landfall_check_string(text);\nunsigned long at = 0;\nint done = 0;\n\
         unsigned long long value = 0;\nint negative = 0;\n{code}return done;\n}}"
    ))
}

const SKIP: &str = "at = __landfall_skip_blanks(text, at);\n";
const END: &str = "if (!text[at]) return done ? done : -1;\n";

/// Blanks stand for any number of blanks, other characters for themselves.
fn literal(text: &[u8]) -> String {
    let is_blank = |c: u8| c == b' ' || (9..=13).contains(&c);
    let one = |c: &u8| match is_blank(*c) {
        true => SKIP.to_string(),
        false => format!("{END}if (text[at] != (char){c}) return done;\nat++;\n"),
    };
    text.iter().map(one).collect()
}

/// The code of one conversion.
fn one(conversion: &Conversion, parameters: &mut Parameters<'_>) -> Option<String> {
    let stores = conversion.width != Amount::Argument;
    let most = match if stores { conversion.width } else { conversion.most } {
        Amount::None => 0,
        Amount::Number(0) | Amount::Argument => return None,
        Amount::Number(most) => most,
    };
    let counted = if stores { "done++;\n" } else { "" };
    let mut place = |ty: &str| if stores { parameters.next(ty) } else { Some("0".to_string()) };
    Some(match conversion.letter {
        letter @ (b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => {
            let signed = matches!(letter, b'd' | b'i');
            let base = match letter {
                b'd' | b'u' => 10,
                b'i' => 0,
                b'o' => 8,
                _ => 16,
            };
            let ty = conversion.integer(signed);
            let to = place(&format!("{ty} *"))?;
            let store = match (stores, signed) {
                (false, _) => String::new(),
                (true, true) => {
                    let most = format!("((1ULL << (8 * sizeof({ty}) - 1)) - 1)");
                    format!("*{to} = ({ty})__landfall_signed(value, negative, {most});\n")
                }
                (true, false) => format!(
                    "if ((unsigned long long)({ty})value != value) __landfall_unsupported(\"sscanf of a number that is too large\");\n\
                     *{to} = ({ty})(negative ? 0 - value : value);\n"
                ),
            };
            format!(
                "{SKIP}{END}if (!__landfall_scan_integer(text, &at, {base}, {most}, &value, &negative)) return done;\n{store}{counted}"
            )
        }
        b'f' | b'e' | b'g' | b'a' if most == 0 => {
            let (ty, helper) = match conversion.size {
                0 => ("float *", "__landfall_scan_floatf"),
                1 => ("double *", "__landfall_scan_float"),
                _ => ("long double *", "__landfall_scan_floatl"),
            };
            let to = place(ty)?;
            format!("{SKIP}{END}if (!{helper}(text, &at, {to})) return done;\n{counted}")
        }
        b'c' if conversion.size == 0 => {
            let to = place("char *")?;
            let store = if stores { format!("{to}[i] = text[at];\n") } else { String::new() };
            let count = most.max(1);
            format!("{END}for (unsigned long i = 0; i < {count} && text[at]; i++) {{\n{store}at++;\n}}\n{counted}")
        }
        b's' if conversion.size == 0 => {
            let to = place("char *")?;
            format!("{SKIP}{END}at = __landfall_copy_word(text, at, {most}, {to});\n{counted}")
        }
        b'[' if conversion.size == 0 => {
            let to = place("char *")?;
            let member = member_of(&conversion.set);
            let (store, end) = match stores {
                true => (format!("{to}[i] = text[at];\n"), format!("{to}[i] = 0;\n")),
                false => (String::new(), String::new()),
            };
            let more = if most == 0 { String::new() } else { format!("i < {most} && ") };
            format!(
                "{END}{{\nunsigned long i = 0;\nfor (; {more}text[at] && {member}; i++) {{\n{store}at++;\n}}\n\
                 if (i == 0) return done;\n{end}{counted}}}\n"
            )
        }
        b'n' if stores => {
            let ty = conversion.integer(true);
            let to = place(&format!("{ty} *"))?;
            format!("*{to} = ({ty})at;\n")
        }
        _ => return None,
    })
}

/// Whether `text[at]` is in a set; a hyphen between two characters stands for what is between them.
fn member_of(set: &[u8]) -> String {
    let (negated, set) = match set {
        [b'^', rest @ ..] => (true, rest),
        set => (false, set),
    };
    let mut cases = Vec::new();
    let mut rest = set;
    loop {
        rest = match rest {
            [low, b'-', high, rest @ ..] if low <= high => {
                let c = "(unsigned char)text[at]";
                cases.push(format!("({c} >= {low} && {c} <= {high})"));
                rest
            }
            [one, rest @ ..] => {
                cases.push(format!("(unsigned char)text[at] == {one}"));
                rest
            }
            [] => break,
        };
    }
    let any = if cases.is_empty() { "0".to_string() } else { cases.join(" || ") };
    format!("{}({any})", if negated { "!" } else { "" })
}
