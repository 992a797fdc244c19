//! Which variables can be named at a place of the source: C's rules of scope, as far as witnesses and annotations need them.

use std::collections::BTreeMap;

use landfall::cfa::graph::CallGraph;
use landfall::cfa::{ProcId, Program, Var, VarKind};
use landfall::front::source::{SourceMap, Span};

use super::text;

/// Answers for one program as the front end made it.
pub struct Scopes<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    instances: BTreeMap<ProcId, u64>,
}

impl<'a> Scopes<'a> {
    pub fn new(program: &'a Program, sources: &'a SourceMap) -> Scopes<'a> {
        Scopes { program, sources, instances: instances(program) }
    }

    /// How many copies of the procedure there are when all calls are inlined; `None` if it is recursive or too many.
    pub fn instances(&self, proc: ProcId) -> Option<u64> {
        self.instances.get(&proc).copied()
    }

    /// Whether C's name for the variable `name`, declared at `declared`, can be used where the loop keyword at `place` of `proc`
    /// stands, and means it there.
    pub fn can_name(&self, name: &str, declared: Span, proc: ProcId, place: Span) -> bool {
        let same = |var: &Var| var.span == Some(declared) && &*var.name == name && var.kind != VarKind::Temp;
        let Some(var) = self.program.vars.values().find(|var| same(var)) else { return false };
        let shadowed = || self.program.vars.values().any(|other| self.hides(other, var, proc, place));
        is_expression(name) && self.visible(var, proc, place) && !shadowed()
    }

    fn visible(&self, var: &Var, proc: ProcId, place: Span) -> bool {
        match (var.owner, var.span) {
            (None, Some(span)) => span.file != place.file || span.lo < place.lo,
            (Some(owner), Some(span)) => owner == proc && span.file == place.file && self.in_block(span, place),
            (_, None) => false,
        }
    }

    /// Whether `other` is what the name of `var` means at the place.
    fn hides(&self, other: &Var, var: &Var, proc: ProcId, place: Span) -> bool {
        let root = |name: &str| name.split(['.', '[']).next().unwrap_or_default().to_string();
        if other.kind == VarKind::Temp || root(&other.name) != root(&var.name) || other.span == var.span {
            return false;
        }
        let inner = other.span.map(|span| span.lo) > var.span.map(|span| span.lo) || var.owner.is_none();
        other.owner.is_some() && inner && self.visible(other, proc, place)
    }

    /// Whether what is declared at `declared` is in scope at `place`, both in one function: no block between them has closed. The
    /// variables of a `for` and parameters, declared in parentheses, belong to the statement that follows.
    fn in_block(&self, declared: Span, place: Span) -> bool {
        let bytes = self.sources.file(place.file).bytes();
        let (declared, place) = (declared.lo, place.lo);
        if declared > place {
            // The variable of the `for` whose keyword is the place.
            let between = bytes.get(place as usize..declared as usize).unwrap_or_default();
            return between.starts_with(b"for") && !between.iter().any(|byte| b";{})".contains(byte));
        }
        let mut walk = Walk { braces: 0, parentheses: 0, body: false, closed: false };
        let between = bytes.get(declared as usize..place as usize).unwrap_or_default();
        text::code(between, &mut |byte| walk.step(byte));
        !walk.closed
    }
}

/// Follows the brackets from a declaration onwards.
struct Walk {
    braces: i32,
    parentheses: i32,
    /// The parenthesis with the declaration has closed: what follows is the statement it belongs to.
    body: bool,
    closed: bool,
}

impl Walk {
    fn step(&mut self, byte: u8) {
        match byte {
            b'(' => self.parentheses += 1,
            b')' if self.parentheses == 0 && self.braces == 0 && !self.body => self.body = true,
            b')' => self.parentheses -= 1,
            b'{' => self.braces += 1,
            b'}' => {
                self.braces -= 1;
                self.closed |= self.braces < 0 || (self.body && self.braces == 0);
            }
            b';' if self.body && self.braces == 0 && self.parentheses == 0 => self.closed = true,
            _ => {}
        }
    }
}

/// Whether a variable's name is an expression of C: an identifier with members and constant subscripts.
pub fn is_expression(name: &str) -> bool {
    let mut rest = name;
    let identifier = |text: &str| {
        let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
        (end > 0 && !text.starts_with(|c: char| c.is_ascii_digit())).then_some(end)
    };
    let Some(end) = identifier(rest) else { return false };
    rest = &rest[end..];
    while !rest.is_empty() {
        if let Some(member) = rest.strip_prefix('.') {
            let Some(end) = identifier(member) else { return false };
            rest = &member[end..];
        } else if let Some(subscript) = rest.strip_prefix('[') {
            let Some((digits, after)) = subscript.split_once(']') else { return false };
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return false;
            }
            rest = after;
        } else {
            return false;
        }
    }
    true
}

/// More copies than this nobody counts.
const MOST_INSTANCES: u64 = 1 << 20;

fn instances(program: &Program) -> BTreeMap<ProcId, u64> {
    let calls = CallGraph::new(program);
    let mut found = BTreeMap::from([(program.entry, 1)]);
    // Callers come before callees.
    for group in calls.bottom_up().rev() {
        for &caller in group.iter().filter(|proc| !calls.is_recursive(**proc)) {
            let Some(&copies) = found.get(&caller) else { continue };
            for (_, callee) in calls.callees(caller).iter().filter(|(_, callee)| !calls.is_recursive(*callee)) {
                let count: &mut u64 = found.entry(*callee).or_default();
                *count = count.saturating_add(copies);
            }
        }
    }
    // What a recursive function calls has as many copies as there are executions of it.
    let uncounted = |proc: &ProcId| {
        calls.callers(*proc).iter().any(|edge| {
            let caller = program.proc_of(program.edges[*edge].src);
            calls.is_recursive(caller)
        })
    };
    found.retain(|proc, copies| *copies <= MOST_INSTANCES && !uncounted(proc));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall::cfa::DataModel;
    use landfall::front::{FrontOptions, load_text};

    const PROGRAM: &str = "int g;
int helper(int n) { int k = 0; while (k < n) k++; return k; }
int main(void) {
  int a = 1;
  { int b = 2; a += b; }
  for (int i = 0; i < 3; i++) a++;
  for (int j = 0; j < 3; j++) { int c = j; while (c > 0) c--; }
  { int a = 7; while (a > 0) { a--; g++; } }
  helper(1); helper(2);
  return a;
}";

    /// The names that can be used at each loop, by line.
    fn names() -> Vec<(u32, Vec<String>)> {
        let loaded = load_text("test.c", PROGRAM, &FrontOptions::new(DataModel::Lp64)).expect("the program is C");
        let scopes = Scopes::new(&loaded.program, &loaded.sources);
        let mut found = Vec::new();
        for loc in loaded.program.locs.values().filter(|loc| loc.is_loop) {
            let (Some(span), Some(proc)) = (loc.span, loc.proc) else { continue };
            let usable = |var: &&Var| var.span.is_some_and(|at| scopes.can_name(&var.name, at, proc, span));
            let mut names: Vec<String> =
                loaded.program.vars.values().filter(usable).map(|var| var.name.to_string()).collect();
            names.sort();
            names.dedup();
            found.push((loaded.sources.locate(span).line, names));
        }
        found.sort();
        found
    }

    #[test]
    fn blocks_hide_and_end_names() {
        let expected = [
            (2, vec!["g", "k", "n"]),
            (6, vec!["a", "g", "i"]),
            (7, vec!["a", "c", "g", "j"]),
            (7, vec!["a", "g", "j"]),
            (8, vec!["a", "g"]),
        ];
        let found = names();
        let found: Vec<(u32, Vec<&str>)> =
            found.iter().map(|(line, names)| (*line, names.iter().map(String::as_str).collect())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn copies_are_counted_through_calls() {
        let loaded = load_text("test.c", PROGRAM, &FrontOptions::new(DataModel::Lp64)).expect("the program is C");
        let scopes = Scopes::new(&loaded.program, &loaded.sources);
        let helper = loaded.program.procs.iter().find(|(_, proc)| &*proc.name == "helper").expect("helper").0;
        assert_eq!(scopes.instances(helper), Some(2));
    }

    #[test]
    fn names_of_parts_are_expressions() {
        for good in ["x", "_a1", "s.member", "a[3]", "s.a[0].b"] {
            assert!(is_expression(good), "{good}");
        }
        for bad in ["", "x~1", "3x", "a[]", "a[i]", "s.", "return value"] {
            assert!(!is_expression(bad), "{bad}");
        }
    }
}
