//! Calls with a format that is a literal: a function is written for each, from the pieces of the library's `format.c` and `scan.c`.

use std::collections::BTreeMap;

use super::fixed_strings::literal;
use super::hir::*;
use super::sections::{Copies, Library};
use super::types::{FloatKind, Ty, TypeKind};

/// What becomes of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sink {
    /// It goes to a file or the like.
    Output,
    /// Into memory, with no bound.
    Memory,
    /// Into memory of a size that is given.
    Bounded,
    /// Into memory that is allocated.
    Allocated,
}

/// The family of functions: what it does, and its parameters in front of the format.
fn printing(name: &str) -> Option<(Sink, &'static [&'static str])> {
    Some(match name {
        "printf" | "printk" => (Sink::Output, &[]),
        "fprintf" => (Sink::Output, &["struct __landfall_file *file"]),
        "dprintf" | "syslog" | "__printf_chk" => (Sink::Output, &["int number"]),
        "__fprintf_chk" => (Sink::Output, &["struct __landfall_file *file", "int number"]),
        "sprintf" => (Sink::Memory, &["char *to"]),
        "___sprintf_chk" | "__sprintf_chk" => (Sink::Memory, &["char *to", "int flag", "unsigned long most"]),
        "snprintf" => (Sink::Bounded, &["char *to", "unsigned long size"]),
        "___snprintf_chk" | "__snprintf_chk" => {
            (Sink::Bounded, &["char *to", "unsigned long size", "int flag", "unsigned long most"])
        }
        "asprintf" => (Sink::Allocated, &["char **place"]),
        _ => return None,
    })
}

/// The family of functions that read: its parameters in front of the format, and whether what is read is an input.
fn scanning(name: &str) -> Option<(&'static [&'static str], bool)> {
    Some(match name {
        "scanf" => (&[], true),
        "fscanf" => (&["struct __landfall_file *file"], true),
        "sscanf" => (&["const char *text"], false),
        _ => return None,
    })
}

/// What a call with a format becomes.
pub(super) enum Written {
    /// A call of the function of this name.
    Function(String),
    /// It needs no function.
    Nothing,
}

/// Writes the function for a call; `None` if its format is no literal, or is not understood. `strings` are the literals that pointers
/// are set to.
pub(super) fn function(
    unit: &Unit,
    strings: &BTreeMap<ObjectId, u32>,
    name: &str,
    arguments: &[ExprId],
    copies: &mut Copies,
    number: &str,
) -> Option<Written> {
    let own = format!("{name}${number}");
    let library = Library::built_in();
    let text = if let Some((sink, fixed)) = printing(name) {
        let (format, given) = divide(unit, strings, arguments, fixed.len())?;
        // What only goes out is of no interest unless it follows a pointer.
        let is_pointer = |argument: &ExprId| unit.types.is_pointer(unit[*argument].ty);
        if sink == Sink::Output && fixed.is_empty() && !format.is_variable && !given.iter().any(is_pointer) {
            return Some(Written::Nothing);
        }
        format.reading(print(unit, name, &parse(&format.bytes)?, sink, fixed, given)?)
    } else {
        let (fixed, mut input) = scanning(name)?;
        // What a file of the program's own holds is not known.
        if fixed.first().is_some_and(|first| first.contains("file")) {
            input = arguments.first().is_some_and(|file| is_named(unit, *file, "stdin"));
        }
        let (format, given) = divide(unit, strings, arguments, fixed.len())?;
        format.reading(match name {
            "sscanf" => super::scan::function(unit, &format.bytes, given)?,
            _ => scan(unit, name, &parse(&format.bytes)?, fixed, input, given)?,
        })
    };
    let text = copies.renamed(library, &text, number, name, "__landfall_this", "double");
    copies.text.push_str("static ");
    copies.text.push_str(&text);
    copies.text.push('\n');
    Some(Written::Function(own))
}

/// Whether an expression is the value of the variable of this name.
fn is_named(unit: &Unit, e: ExprId, name: &str) -> bool {
    variable(unit, e).is_some_and(|object| &*unit[object].name == name)
}

/// The variable whose value an expression is.
fn variable(unit: &Unit, mut e: ExprId) -> Option<ObjectId> {
    while let ExprKind::Convert(inner) | ExprKind::Load(inner) = unit[e].kind {
        e = inner;
    }
    match unit[e].kind {
        ExprKind::Object(object) => Some(object),
        _ => None,
    }
}

/// The format of a call.
struct Format {
    bytes: Vec<u8>,
    /// Whether it is the value of a variable, and not given directly.
    is_variable: bool,
}

impl Format {
    /// The text of a function that first reads what it is given as format: the pointer may not have its value yet.
    fn reading(&self, text: String) -> String {
        match self.is_variable {
            true => text.replacen('{', "{\nchar first = *format;\n", 1),
            false => text,
        }
    }
}

/// The format of a call, if it is known, and what follows it.
fn divide<'e>(
    unit: &Unit,
    strings: &BTreeMap<ObjectId, u32>,
    arguments: &'e [ExprId],
    fixed: usize,
) -> Option<(Format, &'e [ExprId])> {
    let given = *arguments.get(fixed)?;
    let pointer = if literal(unit, given).is_some() { None } else { Some(variable(unit, given)?) };
    let index = match pointer {
        Some(pointer) => *strings.get(&pointer)?,
        None => literal(unit, given)?,
    };
    let bytes = unit.strings[index as usize].bytes()?;
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    Some((Format { bytes: bytes[..end].to_vec(), is_variable: pointer.is_some() }, &arguments[fixed + 1..]))
}

// ----------------------------------------------------------------------------------------------------------------------- formats

/// A part of a format.
pub(super) enum Piece {
    Text(Vec<u8>),
    Conversion(Conversion),
}

#[derive(Default)]
pub(super) struct Conversion {
    left: bool,
    zero: bool,
    mark: bool,
    /// `+` or a blank.
    plus: Option<u8>,
    pub width: Amount,
    /// A number behind a star.
    pub most: Amount,
    precision: Amount,
    /// -2 for `hh` to 2 for `ll`.
    pub size: i32,
    pub letter: u8,
    /// What `[...]` says, without the brackets.
    pub set: Vec<u8>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Amount {
    #[default]
    None,
    Number(u32),
    /// An argument says it.
    Argument,
}

/// Divides a format; `None` if it is not understood.
pub(super) fn parse(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(c) = rest.next() {
        if c != b'%' {
            text.push(c);
            continue;
        }
        if rest.peek() == Some(&b'%') {
            rest.next();
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let mut conversion = Conversion::default();
        while let Some(flag) = rest.next_if(|c| b"-0#+ ".contains(c)) {
            match flag {
                b'-' => conversion.left = true,
                b'0' => conversion.zero = true,
                b'#' => conversion.mark = true,
                b'+' => conversion.plus = Some(b'+'),
                _ => conversion.plus = conversion.plus.or(Some(b' ')),
            }
        }
        conversion.width = amount(&mut rest);
        if conversion.width == Amount::Argument {
            // In a format of scanf the star means that nothing is stored.
            conversion.most = digits(&mut rest);
        }
        if rest.next_if_eq(&b'.').is_some() {
            conversion.precision = match amount(&mut rest) {
                Amount::None => Amount::Number(0),
                amount => amount,
            };
        }
        while let Some(size) = rest.next_if(|c| b"hlzjtLq".contains(c)) {
            match size {
                b'h' => conversion.size -= 1,
                b'l' => conversion.size += 1,
                b'z' | b't' => conversion.size = 1,
                _ => conversion.size = 2,
            }
        }
        conversion.letter = rest.next()?;
        if conversion.letter == b'[' {
            conversion.set.extend(rest.next_if_eq(&b'^'));
            conversion.set.extend(rest.next_if_eq(&b']'));
            loop {
                match rest.next()? {
                    b']' => break,
                    c => conversion.set.push(c),
                }
            }
        }
        pieces.push(Piece::Conversion(conversion));
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

fn amount(rest: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Amount {
    if rest.next_if_eq(&b'*').is_some() {
        return Amount::Argument;
    }
    digits(rest)
}

fn digits(rest: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Amount {
    let mut number = None;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number = Some(number.unwrap_or(0u32).saturating_mul(10).saturating_add(u32::from(digit - b'0')));
    }
    number.map_or(Amount::None, Amount::Number)
}

impl Conversion {
    /// The integer type that it prints or stores.
    pub fn integer(&self, signed: bool) -> &'static str {
        match (self.size, signed) {
            (-2, true) => "signed char",
            (-2, false) => "unsigned char",
            (-1, true) => "short",
            (-1, false) => "unsigned short",
            (0, true) => "int",
            (0, false) => "unsigned int",
            (1, true) => "long",
            (1, false) => "unsigned long",
            (_, true) => "long long",
            (_, false) => "unsigned long long",
        }
    }
}

// ------------------------------------------------------------------------------------------------------------------------ output

/// The parameters of a function that is being written, and which arguments they stand for.
pub(super) struct Parameters<'a> {
    unit: &'a Unit,
    given: std::slice::Iter<'a, ExprId>,
    pub list: Vec<String>,
}

impl<'a> Parameters<'a> {
    pub fn new(unit: &'a Unit, given: &'a [ExprId]) -> Parameters<'a> {
        Parameters { unit, given: given.iter(), list: Vec::new() }
    }
}

impl Parameters<'_> {
    /// The next argument as a parameter of this type; `None` if it has another one.
    pub fn next(&mut self, ty: &str) -> Option<String> {
        let argument = self.given.next()?;
        if !has_type(self.unit, self.unit[*argument].ty, ty) {
            return None;
        }
        let name = format!("a{}", self.list.len());
        self.list.push(match ty.ends_with('*') {
            true => format!("{ty}{name}"),
            false => format!("{ty} {name}"),
        });
        Some(name)
    }

    fn amount(&mut self, amount: Amount, otherwise: &str) -> Option<String> {
        match amount {
            Amount::None => Some(otherwise.to_string()),
            Amount::Number(number) => i32::try_from(number).ok().map(|number| number.to_string()),
            Amount::Argument => self.next("int"),
        }
    }
}

/// Whether an argument is of a type, up to its sign and to what a pointer points to.
fn has_type(unit: &Unit, ty: Ty, wanted: &str) -> bool {
    let types = &unit.types;
    let float = |kind: FloatKind| matches!(types.kind(ty), TypeKind::Float(known) if *known == kind);
    match wanted {
        wanted if wanted.ends_with('*') => types.is_pointer(ty),
        "double" => float(FloatKind::Double),
        "long double" => float(FloatKind::LongDouble),
        wanted => {
            let long = if types.model == crate::cfa::DataModel::Lp64 { 8 } else { 4 };
            let size = match wanted.trim_start_matches("unsigned ") {
                "long long" => 8,
                "long" => long,
                _ => 4,
            };
            types.is_integer(ty) && types.size_of(ty) == Some(size)
        }
    }
}

/// The function of a call that prints.
fn print(unit: &Unit, name: &str, pieces: &[Piece], sink: Sink, fixed: &[&str], given: &[ExprId]) -> Option<String> {
    let mut parameters = Parameters::new(unit, given);
    let mut code = String::new();
    for piece in pieces {
        code.push_str(&match piece {
            Piece::Text(_) if sink == Sink::Output => String::new(),
            Piece::Text(text) => text.iter().map(|c| put(&u8::to_string(c))).collect(),
            Piece::Conversion(conversion) => {
                let code = print_one(conversion, &mut parameters)?;
                // Of what only goes out, what is read through pointers is of interest.
                if sink == Sink::Output && conversion.letter != b's' { String::new() } else { code }
            }
        });
    }
    // Further arguments are evaluated and ignored.
    let list = |first: &[&str]| {
        let own = parameters.list.iter().map(String::as_str);
        first.iter().copied().chain(own).collect::<Vec<_>>().join(", ")
    };
    let head = list(&[fixed, &["const char *format"]].concat());
    let check =
        if fixed.iter().any(|parameter| parameter.contains("file")) { "__landfall_write_file(file);\n" } else { "" };
    let result = format!("return __landfall_unknown_int(\"{name}\");");
    Some(match sink {
        Sink::Output => {
            format!(
                "int __landfall_this({head}) {{\nchar *to = 0;\nunsigned long n = 0, room = 0;\n{check}{code}{result}\n}}"
            )
        }
        Sink::Memory => {
            format!(
                "int __landfall_this({head}) {{\nunsigned long n = 0, room = ~0UL;\n{code}to[n] = 0;\n__landfall_extent(to, n + 1);\nreturn (int)n;\n}}"
            )
        }
        Sink::Bounded => format!(
            "int __landfall_this({head}) {{\nunsigned long n = 0, room = size ? size - 1 : 0;\n{code}\
             if (size) to[n < room ? n : room] = 0;\n__landfall_extent(to, size ? (n < room ? n : room) + 1 : 0);\nreturn (int)n;\n}}"
        ),
        Sink::Allocated => format!(
            "int __landfall_this({head}) {{\nchar *to = 0;\nunsigned long n = 0, room = 0;\n{code}\
             to = __builtin_malloc(n + 1);\nif (!to) return -1;\nroom = n;\nn = 0;\n{code}to[n] = 0;\n*place = to;\nreturn (int)n;\n}}"
        ),
    })
}

fn put(c: &str) -> String {
    format!("n = __landfall_put(to, room, n, {c});\n")
}

/// The code of one conversion.
fn print_one(conversion: &Conversion, parameters: &mut Parameters<'_>) -> Option<String> {
    let mut left = i32::from(conversion.left).to_string();
    let mut width = parameters.amount(conversion.width, "0")?;
    if conversion.width == Amount::Argument {
        // A negative one means the left.
        left = format!("({left} || {width} < 0)");
        width = format!("({width} < 0 ? -{width} : {width})");
    }
    let precision = parameters.amount(conversion.precision, "-1")?;
    let (zero, mark) = (i32::from(conversion.zero), i32::from(conversion.mark));
    let plus = conversion.plus.unwrap_or(0);
    let letter = conversion.letter;
    Some(match letter {
        b'd' | b'i' => {
            let ty = conversion.integer(true);
            let value = parameters.next(if conversion.size < 0 { "int" } else { ty })?;
            format!(
                "n = __landfall_put_signed(to, room, n, ({ty}){value}, {plus}, {left}, {zero}, {width}, {precision});\n"
            )
        }
        b'u' | b'x' | b'X' | b'o' => {
            let ty = conversion.integer(false);
            let value = parameters.next(if conversion.size < 0 { "unsigned int" } else { ty })?;
            let base = match letter {
                b'u' => 10,
                b'o' => 8,
                _ => 16,
            };
            let (upper, mark) = (i32::from(letter == b'X'), if base == 10 { 0 } else { mark });
            format!(
                "n = __landfall_put_number(to, room, n, ({ty}){value}, 0, {base}, {upper}, {mark}, {left}, {zero}, {width}, {precision});\n"
            )
        }
        b'c' if conversion.size == 0 => {
            let value = parameters.next("int")?;
            let one = put(&format!("(char){value}"));
            if conversion.width == Amount::None {
                return Some(one);
            }
            format!(
                "if (!{left}) n = __landfall_put_many(to, room, n, ' ', {width} - 1);\n{one}\
                 if ({left}) n = __landfall_put_many(to, room, n, ' ', {width} - 1);\n"
            )
        }
        b's' if conversion.size == 0 => {
            let value = parameters.next("const char *")?;
            let put = format!("n = __landfall_put_string(to, room, n, {value}, {left}, {width}, {precision});\n");
            match (conversion.width, conversion.precision) {
                // What is printed is what is read, and the end.
                (Amount::None, Amount::None) => {
                    format!("{{ unsigned long before = n; {put}__landfall_extent({value}, n - before + 1); }}\n")
                }
                _ => put,
            }
        }
        b'p' => {
            parameters.next("const void *")?;
            format!("n = __landfall_put_unknown(to, room, n, 20 + (unsigned long){width});\n")
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => {
            let long = conversion.size == 2;
            let value = parameters.next(if long { "long double" } else { "double" })?;
            let put = if long { "__landfall_put_long_float" } else { "__landfall_put_float" };
            format!(
                "n = {put}(to, room, n, {value}, {letter}, {plus}, {mark}, {left}, {zero}, {width}, {precision});\n"
            )
        }
        _ => return None,
    })
}

// ------------------------------------------------------------------------------------------------------------------------- input

/// The function of a call that reads: so many conversions succeed, and what they store is arbitrary.
fn scan(unit: &Unit, name: &str, pieces: &[Piece], fixed: &[&str], input: bool, given: &[ExprId]) -> Option<String> {
    let mut parameters = Parameters::new(unit, given);
    let (mut code, mut stored) = (String::new(), 0);
    for piece in pieces {
        let Piece::Conversion(conversion) = piece else { continue };
        if conversion.width == Amount::Argument {
            continue;
        }
        stored += 1;
        let one = scan_one(name, conversion, input, &mut parameters)?;
        code.push_str(&format!("if (done >= {stored}) {{ {one} }}\n"));
    }
    let own = parameters.list.iter().map(String::as_str);
    let head = fixed.iter().copied().chain(["const char *format"]).chain(own).collect::<Vec<_>>().join(", ");
    let check = match fixed.first() {
        Some(file) if file.contains("file") => "__landfall_check_file(file);\n",
        Some(_) => "__landfall_check_string(text);\n",
        None => "",
    };
    let done = value(name, "int", input);
    // What did not fit is read again.
    let rest = if input { format!("if (done < {stored}) __landfall_determined = 1;\n") } else { String::new() };
    Some(format!(
        "int __landfall_this({head}) {{\n{check}int done = {done};\n\
         __landfall_assume(done >= -1 && done <= {stored});\n{code}{rest}return done;\n}}"
    ))
}

/// A value that is read: an input, unless what the program did determines it.
fn value(name: &str, kind: &str, input: bool) -> String {
    let unknown = format!("__landfall_unknown_{kind}(\"{name}\")");
    match input {
        true => format!("(__landfall_determined ? {unknown} : __landfall_input_{kind}(\"{name}\"))"),
        false => unknown,
    }
}

fn scan_one(name: &str, conversion: &Conversion, input: bool, parameters: &mut Parameters<'_>) -> Option<String> {
    let value = |kind: &str| value(name, kind, input);
    let most = match conversion.width {
        Amount::Number(width) => width,
        _ => 0,
    };
    Some(match conversion.letter {
        letter @ (b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => {
            let ty = conversion.integer(matches!(letter, b'd' | b'i'));
            let to = parameters.next(&format!("{ty} *"))?;
            // How large a number is whose digits are limited is not told.
            let read = self::value(name, "ulonglong", input && most == 0);
            format!("*{to} = ({ty}){read};")
        }
        b'f' | b'e' | b'g' | b'a' => {
            let (ty, kind) = match conversion.size {
                0 => ("float *", "float"),
                1 => ("double *", "double"),
                _ => ("long double *", "long_double"),
            };
            let to = parameters.next(ty)?;
            format!("*{to} = {};", value(kind))
        }
        b'c' if conversion.size == 0 => {
            let (to, count) = (parameters.next("char *")?, most.max(1));
            format!("for (unsigned long i = 0; i < {count}; i++) {to}[i] = {};", value("char"))
        }
        b's' | b'[' if conversion.size == 0 => {
            let to = parameters.next("char *")?;
            let most = if most == 0 { "~0UL".to_string() } else { most.to_string() };
            let helper = if conversion.letter == b's' && input { "word" } else { "set" };
            format!("__landfall_scan_{helper}({to}, {most});")
        }
        _ => return None,
    })
}
