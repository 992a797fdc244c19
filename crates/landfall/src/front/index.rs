//! The symbols of one translation unit: what it defines and what each definition mentions. Plain data, to be kept from run to run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostic::{Diagnostic, RenderStyle};
use super::hir::*;
use super::lexer::{TokenKind, tokenize};
use super::needed::{self, Mention};
use super::parser;
use super::reach::walk::Walk;
use super::sema::{self, Linkage};
use super::source::{FileId, SourceMap, Span};
use super::types::Types;
use crate::cfa::DataModel;

/// The symbols of a unit.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct UnitIndex {
    /// The unit's own file, as line markers name it.
    pub file: String,
    /// The names that definitions mention.
    pub names: Vec<String>,
    pub definitions: Vec<Definition>,
    /// Names that are mentioned wherever the unit is used.
    pub always: Vec<u32>,
    /// Why the unit cannot be used. Its definitions are then those that its text seems to have.
    pub error: Option<String>,
}

/// A function or an object at file scope.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Definition {
    /// The symbol.
    pub name: String,
    pub kind: Kind,
    /// Other files may name it.
    pub external: bool,
    /// It gives way to another definition.
    pub weak: bool,
    /// It runs before the entry function, or when the program ends.
    pub by_itself: bool,
    /// File and line.
    pub file: String,
    pub line: u32,
    /// Where the body of a function is in the text, if it can be left out of it.
    pub body: Option<(u32, u32)>,
    /// What it mentions of file scope, by number in `names`.
    pub uses: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Kind {
    Function,
    Object,
    /// An object without an initial value, which another definition may give.
    Tentative,
}

impl UnitIndex {
    /// A unit that cannot be used, with the functions that its text seems to define.
    pub fn broken(file: &str, error: String, text: &[u8]) -> UnitIndex {
        let definitions = seeming_definitions(text)
            .into_iter()
            .map(|name| Definition {
                name,
                kind: Kind::Function,
                external: true,
                weak: false,
                by_itself: false,
                file: String::new(),
                line: 0,
                body: None,
                uses: Vec::new(),
            })
            .collect();
        UnitIndex { file: file.to_string(), definitions, error: Some(error), ..UnitIndex::default() }
    }
}

/// Reads the symbols of a preprocessed text.
pub fn index(name: &str, text: Vec<u8>, data_model: DataModel) -> UnitIndex {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let parsed = parser::parse(&sources, file);
    let mut diagnostics = parsed.diagnostics;
    let mut unit = Unit::new(Types::new(data_model));
    if !diagnostics.iter().any(Diagnostic::is_error) {
        sema::analyze(&parsed.ast, &sources, &mut unit, &mut Linkage::default(), &mut diagnostics);
    }
    match diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        Some(error) => UnitIndex::broken(name, error.render(&sources, RenderStyle::Plain), sources.file(file).bytes()),
        None => Indexer { unit: &unit, sources: &sources, numbers: BTreeMap::new(), names: Vec::new() }.index(name),
    }
}

struct Indexer<'a> {
    unit: &'a Unit,
    sources: &'a SourceMap,
    numbers: BTreeMap<String, u32>,
    names: Vec<String>,
}

impl Indexer<'_> {
    fn index(mut self, file: &str) -> UnitIndex {
        let unit = self.unit;
        let mut definitions = Vec::new();
        let starts = |function| unit.constructors.iter().chain(&unit.destructors).any(|(_, known)| *known == function);
        for function in unit.function_ids() {
            let node = &unit[function];
            if node.body.is_none() && node.linking.alias.is_none() {
                continue;
            }
            let mut definition =
                self.definition(&node.name, &node.linking, node.span, Kind::Function, Mention::Function(function));
            definition.by_itself = starts(function);
            definition.body = self.body(function);
            definitions.push(definition);
        }
        for object in unit.object_ids() {
            let node = &unit[object];
            let defined = node.storage == Storage::Static || node.linking.alias.is_some();
            if node.owner.is_some() || !defined {
                continue;
            }
            let kind = if node.initializer.is_some() { Kind::Object } else { Kind::Tentative };
            definitions.push(self.definition(&node.name, &node.linking, node.span, kind, Mention::Object(object)));
        }
        let always = unit.lengths.iter().flatten().flat_map(|e| Walk::expression(unit, *e));
        let always = self.uses(always.filter_map(|e| needed::mention(unit, e)).collect());
        UnitIndex { file: file.to_string(), names: self.names, definitions, always, error: None }
    }

    fn definition(&mut self, name: &str, linking: &Linking, span: Span, kind: Kind, of: Mention) -> Definition {
        let at = self.sources.locate(span);
        let (file, line) = (at.file.to_string(), at.line);
        let mentioned = needed::expressions(self.unit, of).filter_map(|e| needed::mention(self.unit, e)).collect();
        let mut uses = self.uses(mentioned);
        uses.extend(linking.alias.as_ref().map(|alias| self.number(alias)));
        let name = linking.label.as_deref().unwrap_or(name).to_string();
        let (external, weak) = (linking.external, linking.weak);
        Definition { name, kind, external, weak, by_itself: false, file, line, body: None, uses }
    }

    /// Where a body can be left out: not where parameters are declared in front of it.
    fn body(&self, function: FunctionId) -> Option<(u32, u32)> {
        let node = &self.unit[function];
        let span = self.unit[node.body.as_ref()?.root].span;
        let text = self.sources.file(span.file).bytes().get(span.lo as usize..span.hi as usize)?;
        let braces = text.starts_with(b"{") && text.ends_with(b"}");
        let prototyped = self.unit.types.function_of(node.ty).is_some_and(|function| function.prototyped);
        (braces && prototyped).then_some((span.lo, span.hi))
    }

    /// The symbols of what is mentioned. Static objects of functions are looked through.
    fn uses(&mut self, mentioned: Vec<Mention>) -> Vec<u32> {
        let unit = self.unit;
        let mut work = mentioned;
        let mut inner = Vec::new();
        let mut uses = Vec::new();
        while let Some(next) = work.pop() {
            let (name, linking) = match next {
                Mention::Function(function) => (&unit[function].name, &unit[function].linking),
                Mention::Object(object) if unit[object].owner.is_some() => {
                    if !inner.contains(&object) {
                        inner.push(object);
                        work.extend(needed::expressions(unit, next).filter_map(|e| needed::mention(unit, e)));
                    }
                    continue;
                }
                Mention::Object(object) => (&unit[object].name, &unit[object].linking),
            };
            uses.push(self.number(linking.label.as_deref().unwrap_or(name)));
        }
        uses.sort();
        uses.dedup();
        uses
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        number
    }
}

/// Takes bodies of functions out of a text: declarations are left. Places and lines stay, and so do directives.
pub fn leave_out(text: &mut [u8], bodies: impl Iterator<Item = (u32, u32)>) {
    for (from, to) in bodies {
        let (from, to) = (from as usize, (to as usize).min(text.len()));
        let Some(body) = text.get_mut(from..to) else { continue };
        let mut directive = false;
        let mut at_start = false;
        for byte in body.iter_mut() {
            directive = if at_start { *byte == b'#' } else { directive };
            at_start = *byte == b'\n';
            if !directive && !at_start {
                *byte = b' ';
            }
        }
        if let Some(first) = body.first_mut() {
            *first = b';';
        }
    }
}

/// The names in front of parameter lists with a body, outside of all braces. The text need not be C.
fn seeming_definitions(text: &[u8]) -> Vec<String> {
    let stream = tokenize(FileId(0), text);
    let tokens = &stream.tokens;
    let mut found = Vec::new();
    let (mut braces, mut parentheses) = (0usize, 0usize);
    let mut name: Option<usize> = None;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::LeftBrace => {
                if braces == 0
                    && parentheses == 0
                    && let Some(name) = name.take()
                {
                    let span = tokens[name].lo as usize..tokens[name].hi as usize;
                    found.push(String::from_utf8_lossy(&text[span]).into_owned());
                }
                braces += 1;
            }
            TokenKind::RightBrace => braces = braces.saturating_sub(1),
            TokenKind::LeftParen => parentheses += 1,
            TokenKind::RightParen => parentheses = parentheses.saturating_sub(1),
            TokenKind::Semicolon if braces == 0 && parentheses == 0 => name = None,
            TokenKind::Ident if braces == 0 && parentheses == 0 && name.is_none() => {
                let called = tokens.get(index + 1).is_some_and(|next| next.kind == TokenKind::LeftParen);
                name = called.then_some(index);
            }
            _ => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(index: &UnitIndex, name: &str) -> Vec<String> {
        let definition = index.definitions.iter().find(|d| d.name == name).expect("is defined");
        let mut uses: Vec<String> = definition.uses.iter().map(|n| index.names[*n as usize].clone()).collect();
        uses.sort();
        uses
    }

    #[test]
    fn definitions_and_what_they_mention() {
        let text = "int g(int); extern int e; static int s = 3; int t; int (*table[])(int) = { g };\n\
                    static int help(void) { static int (*k)(int) = g; return s + k(1); }\n\
                    int f(int t) { return help() + e + t + sizeof(table); }\n\
                    __attribute__((constructor)) void init(void) { t = 1; }";
        let index = index("a.c", text.into(), DataModel::Lp64);
        assert_eq!(index.error, None);
        assert_eq!(uses(&index, "f"), ["e", "help"]);
        assert_eq!(uses(&index, "help"), ["g", "s"]);
        assert_eq!(uses(&index, "table"), ["g"]);
        assert_eq!(uses(&index, "init"), ["t"]);
        let of = |name: &str| index.definitions.iter().find(|d| d.name == name).expect("is defined");
        assert!(of("init").by_itself && !of("f").by_itself);
        assert!(of("f").external && !of("help").external);
        assert_eq!((of("s").kind, of("t").kind), (Kind::Object, Kind::Tentative));
        assert_eq!((of("f").file.as_str(), of("f").line), ("a.c", 3));
        assert!(index.definitions.iter().all(|d| d.name != "g" && d.name != "e"));
    }

    #[test]
    fn bodies_are_left_out() {
        let text = "int f(int x)\n{ if (x) {\n# 7 \"y.h\"\nx++; } return x; }\nint g(void) { return f(1); }\nint h(a) int a; { return a; }";
        let all = index("a.c", text.into(), DataModel::Lp64);
        let bodies: Vec<Option<(u32, u32)>> = all.definitions.iter().map(|definition| definition.body).collect();
        assert_eq!(bodies.iter().flatten().count(), 2, "parameters are declared in front of the third");
        let mut left = text.as_bytes().to_vec();
        leave_out(&mut left, bodies[..1].iter().copied().flatten());
        let found = index("a.c", left.clone(), DataModel::Lp64);
        assert_eq!(found.error, None);
        assert_eq!(found.definitions.iter().map(|d| d.name.as_str()).collect::<Vec<_>>(), ["g", "h"]);
        assert_eq!(found.definitions[0].line, all.definitions[1].line);
        assert_eq!(left.len(), text.len());
    }

    #[test]
    fn a_broken_unit_seems_to_define_functions() {
        let text = "#include \"gone.h\"\nint p(int);\nTHING q(unknown_t x)\n{ r(); }\nint a = 3;\nint k(a) int a; { }";
        assert_eq!(seeming_definitions(text.as_bytes()), ["q"]);
        let index = index("a.c", b"int f(void) { return +; }".to_vec(), DataModel::Lp64);
        assert!(index.error.is_some_and(|error| error.contains("a.c:1")));
        assert_eq!(index.definitions[0].name, "f");
    }
}
