//! From a program and a witness to a program whose error is reachable exactly if the witness is right (violation) or wrong
//! (correctness). C itself says what the expressions of the witness mean: they are put where they belong. They must not change
//! anything (`__landfall_pure`), and an invariant must be defined as well (`__landfall_strict`): it is an error if it is not. An
//! execution that ends in an undefined assumption just does not follow the witness.
//!
//! A violation: a variable counts the segments that were passed. At the place of each waypoint the count goes up if the execution is
//! in its segment and the constraint holds; at the target the error is called if all others were passed.
//! Correctness: every invariant becomes a check that calls the error.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::format::{Action, Invariant, InvariantKind, Waypoint, WaypointKind};
use super::read::{Problem, Segment, invalid, returned};
use super::source::{Insertions, Source, Start};

/// What is called when the witness is right about a violation, or wrong about an invariant.
pub const ERROR: &str = "__landfall_witness";

/// The program `name` with the text `bytes`, in which calling [`ERROR`] means to follow the witness to its target.
pub fn violation(bytes: &[u8], name: &str, segments: &[Segment], errors: &[&str]) -> Result<Vec<u8>, Problem> {
    let source = Source::new(bytes);
    let mut sites: BTreeMap<Site, Vec<(usize, &Waypoint)>> = BTreeMap::new();
    for (number, segment) in segments.iter().enumerate() {
        for waypoint in segment.avoid.iter().chain([&segment.follow]) {
            let site = Site::of(&source, waypoint, errors)?;
            sites.entry(site).or_default().push((number, waypoint));
        }
    }
    let mut edit = Edit { source: &source, insertions: Insertions::default(), helpers: String::new() };
    for (number, (site, waypoints)) in sites.iter().enumerate() {
        edit.instrument(number, site, waypoints)?;
    }
    let prelude =
        format!("extern void abort(void); extern void {ERROR}(void); static int __lf_passed = 0; {}", edit.helpers);
    Ok(with_prelude(&prelude, name, &edit.insertions.apply(bytes)))
}

/// The program in which calling `error` means that an invariant does not hold.
pub fn correctness(bytes: &[u8], name: &str, invariants: &[Invariant], error: &str) -> Result<Vec<u8>, Problem> {
    let source = Source::new(bytes);
    let mut insertions = Insertions::default();
    for invariant in invariants {
        let line = invariant.location.line;
        let tokens = source.at(line, invariant.location.column);
        let check = format!("(__landfall_strict(({})) ? (void)0 : {error}())", invariant.value);
        match invariant.kind {
            InvariantKind::LoopInvariant => {
                let keyword = |token: &&usize| matches!(source.text(**token), "while" | "for" | "do");
                let Some(&token) = tokens.iter().find(keyword) else {
                    return invalid(format!("there is no loop at line {line}"));
                };
                at_loop(&source, &mut insertions, token, &check)?;
            }
            InvariantKind::LocationInvariant => {
                let found = tokens.iter().find_map(|token| Some((*token, source.statement(*token)?)));
                let Some((token, start)) = found else { return invalid(format!("no statement starts at line {line}")) };
                before_statement(&source, &mut insertions, token, start, &format!("{check}; "));
            }
        }
    }
    Ok(with_prelude(&format!("extern void {error}(void);"), name, &insertions.apply(bytes)))
}

/// The prelude in front, without a change to the lines behind it.
fn with_prelude(prelude: &str, name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut result = format!("{prelude}\n# 1 \"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\"")).into_bytes();
    result.extend_from_slice(bytes);
    result
}

fn no_end(line: &str) -> Problem {
    Problem::Invalid(format!("the brackets of `{line}` do not match"))
}

/// Puts a check where a loop decides whether to go on.
fn at_loop(source: &Source<'_>, insertions: &mut Insertions, keyword: usize, check: &str) -> Result<(), Problem> {
    if source.text(keyword) == "do" {
        if source.text(keyword + 1) != "{" {
            return Err(Problem::Unsupported("an invariant of a `do` loop without braces".into()));
        }
        insertions.add(source.token(keyword + 1).end, format!(" {check}; "));
        return Ok(());
    }
    let (start, end) = condition(source, keyword)?;
    if start == end {
        insertions.add(start, format!(" ({check}, 1)"));
    } else {
        insertions.add(start, format!("({check}, 1) && ("));
        insertions.add(end, ")");
    }
    Ok(())
}

/// The bytes of the condition of an `if`, `while`, `for` or `switch`; empty for an endless `for`.
fn condition(source: &Source<'_>, keyword: usize) -> Result<(usize, usize), Problem> {
    let name = source.text(keyword);
    let open = keyword + 1;
    let close = source.closing(open).filter(|_| source.text(open) == "(").ok_or_else(|| no_end(name))?;
    if name != "for" {
        return Ok((source.token(open).end, source.token(close).start));
    }
    let mut semicolons = Vec::new();
    let mut index = open + 1;
    while index < close {
        match source.text(index) {
            ";" => semicolons.push(index),
            "(" | "[" | "{" => index = source.closing(index).ok_or_else(|| no_end(name))?,
            _ => {}
        }
        index += 1;
    }
    let [first, second] = semicolons[..] else { return Err(no_end(name)) };
    if second == first + 1 {
        let at = source.token(first).end;
        return Ok((at, at));
    }
    Ok((source.token(first).end, source.token(second).start))
}

fn before_statement(source: &Source<'_>, insertions: &mut Insertions, token: usize, start: Start, code: &str) {
    match start {
        Start::Plain => insertions.add(source.token(token).start, code),
        Start::Block => insertions.add(source.token(token).end, format!(" {code}")),
        Start::Alone(end) => {
            insertions.add(source.token(token).start, format!("{{ {code}"));
            insertions.add(source.token(end).end, " }");
        }
    }
}

/// A place where something happens that waypoints speak of, by its token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Site {
    Statement(usize),
    Branching(usize),
    /// The closing parenthesis of a call.
    Enter(usize),
    Return(usize),
}

impl Site {
    fn of(source: &Source<'_>, waypoint: &Waypoint, errors: &[&str]) -> Result<Site, Problem> {
        let line = waypoint.location.line;
        let tokens = source.at(line, waypoint.location.column);
        let first = |fits: &dyn Fn(usize) -> bool| tokens.iter().copied().find(|token| fits(*token));
        let is_call = |token: usize| source.text(token) == ")" && call_start(source, token).is_some();
        let (found, what) = match waypoint.kind {
            WaypointKind::Assumption => {
                (first(&|token| source.statement(token).is_some()).map(Site::Statement), "statement")
            }
            WaypointKind::Target => {
                let is_error = |token: usize| errors.contains(&source.text(token)) && source.statement(token).is_some();
                (first(&is_error).map(Site::Statement), "call of an error function as a statement of its own")
            }
            WaypointKind::Branching => {
                let is_branching = |token: usize| matches!(source.text(token), "if" | "while" | "for" | "switch");
                if first(&|token| source.text(token) == "?").is_some() && first(&is_branching).is_none() {
                    return Err(Problem::Unsupported("a branching in an expression".into()));
                }
                (first(&is_branching).map(Site::Branching), "branching")
            }
            WaypointKind::FunctionEnter => (first(&is_call).map(Site::Enter), "call"),
            WaypointKind::FunctionReturn => (first(&is_call).map(Site::Return), "call"),
        };
        found.ok_or_else(|| Problem::Invalid(format!("there is no {what} at that place of line {line}")))
    }
}

/// The start of the call that the parenthesis at `close` ends.
fn call_start(source: &Source<'_>, close: usize) -> Option<usize> {
    let name = source.opening(close)?.checked_sub(1)?;
    let text = source.text(name);
    let keyword = matches!(text, "if" | "while" | "for" | "switch" | "sizeof" | "return");
    (!keyword && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).then_some(name)
}

struct Edit<'a> {
    source: &'a Source<'a>,
    insertions: Insertions,
    helpers: String,
}

impl Edit<'_> {
    fn instrument(&mut self, number: usize, site: &Site, waypoints: &[(usize, &Waypoint)]) -> Result<(), Problem> {
        match *site {
            Site::Statement(token) => {
                let code = self.chain(waypoints, &|waypoint| self.statement_condition(token, waypoint))?;
                let start = self.source.statement(token).ok_or_else(|| no_end("statement"))?;
                before_statement(self.source, &mut self.insertions, token, start, &code);
            }
            Site::Branching(token) => {
                let code = self.chain(waypoints, &branch_condition)?;
                let _ = write!(self.helpers, "static long long __lf_b{number}(long long r) {{ {code} return r; }} ");
                let (start, end) = condition(self.source, token)?;
                let truth = if self.source.text(token) == "switch" { "" } else { " != 0" };
                if start == end {
                    self.insertions.add(start, format!(" __lf_b{number}(1)"));
                } else {
                    self.insertions.add(start, format!("__lf_b{number}(("));
                    self.insertions.add(end, format!("){truth})"));
                }
            }
            Site::Enter(close) => {
                let code = self.chain(waypoints, &|_| Ok("1".to_string()))?;
                let _ = write!(self.helpers, "static void __lf_e{number}(void) {{ {code} }} ");
                let start = call_start(self.source, close).ok_or_else(|| no_end("call"))?;
                self.insertions.add(self.source.token(start).start, format!("(__lf_e{number}(), "));
                self.insertions.add(self.source.token(close).end, ")");
            }
            Site::Return(close) => {
                let code = self.chain(waypoints, &return_condition)?;
                let _ = write!(self.helpers, "static __int128 __lf_r{number}(__int128 r) {{ {code} return r; }} ");
                let start = call_start(self.source, close).ok_or_else(|| no_end("call"))?;
                let (from, to) = (self.source.token(start).start, self.source.token(close).end);
                let call = self.source.between(from, to);
                self.insertions.add(from, format!("((__typeof__({call}))__lf_r{number}("));
                self.insertions.add(to, "))");
            }
        }
        Ok(())
    }

    /// Statements that end the execution at what is to be avoided and count what is to be followed.
    fn chain(
        &self,
        waypoints: &[(usize, &Waypoint)],
        condition: &dyn Fn(&Waypoint) -> Result<String, Problem>,
    ) -> Result<String, Problem> {
        let mut code = String::new();
        for (segment, waypoint) in waypoints.iter().filter(|(_, waypoint)| waypoint.action == Action::Avoid) {
            let _ = write!(code, "if (__lf_passed == {segment} && ({})) abort(); ", condition(waypoint)?);
        }
        let mut otherwise = "";
        for (segment, waypoint) in waypoints.iter().filter(|(_, waypoint)| waypoint.action == Action::Follow) {
            let act = match waypoint.kind {
                WaypointKind::Target => format!("{ERROR}();"),
                _ => format!("__lf_passed = {};", segment + 1),
            };
            let _ = write!(code, "{otherwise}if (__lf_passed == {segment} && ({})) {{ {act} }} ", condition(waypoint)?);
            otherwise = "else ";
        }
        Ok(code)
    }

    fn statement_condition(&self, token: usize, waypoint: &Waypoint) -> Result<String, Problem> {
        if waypoint.kind != WaypointKind::Target {
            return Ok(format!("__landfall_pure(({}))", value(waypoint)));
        }
        // An assertion is an error only where it fails.
        if self.source.text(token) == "assert" {
            let close = self.source.closing(token + 1).ok_or_else(|| no_end("assert"))?;
            let condition = self.source.between(self.source.token(token + 1).end, self.source.token(close).start);
            return Ok(format!("!({condition})"));
        }
        Ok("1".to_string())
    }
}

fn value(waypoint: &Waypoint) -> String {
    waypoint.constraint.as_ref().map_or(String::new(), |constraint| constraint.value.clone())
}

fn branch_condition(waypoint: &Waypoint) -> Result<String, Problem> {
    match value(waypoint).as_str() {
        "true" => Ok("r != 0".into()),
        "false" => Ok("r == 0".into()),
        "default" => Err(Problem::Unsupported("the default of a switch".into())),
        number => Ok(format!("r == ({number})")),
    }
}

fn return_condition(waypoint: &Waypoint) -> Result<String, Problem> {
    let constraint = value(waypoint);
    let (operator, constant) = returned(&constraint)?;
    let wide = constant.trim_start_matches('-').parse::<u64>();
    match wide {
        Ok(digits) if constant.starts_with('-') => Ok(format!("r {operator} -(__int128){digits}ULL")),
        Ok(digits) => Ok(format!("r {operator} (__int128){digits}ULL")),
        Err(_) => Err(Problem::Unsupported(format!("the constant {constant}"))),
    }
}
