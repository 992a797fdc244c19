//! A question about some checks of a program, and the program that asks it.

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};
use std::str::FromStr;

use super::Check;
use crate::cfa::{Edge, EdgeId, ErrorKind, Expr, Loc, LocId, Op, Overflow, Program};

/// What is asked of the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// Can it fail?
    Fails,
    /// Can it fail without passing code that is not modelled? That it cannot means nothing.
    FailsAsModelled,
    /// Does an execution come to it, be it that it fails or not?
    Arrives,
}

impl Asks {
    const WORDS: [(&'static str, Asks); 3] =
        [("fails", Asks::Fails), ("fails-as-modelled", Asks::FailsAsModelled), ("arrives", Asks::Arrives)];
}

/// Some checks, by their positions in the list of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub asks: Asks,
    pub about: BTreeSet<usize>,
}

impl Question {
    /// The program whose errors are those of the checks that are asked about. All numbers stay; new ones come after them.
    pub fn pose(&self, program: &Program, checks: &[Check]) -> Program {
        let mut program = program.clone();
        for (position, check) in checks.iter().enumerate() {
            for &loc in &check.locs {
                match (self.about.contains(&position), self.asks) {
                    (false, _) => drop_error(&mut program, loc),
                    (true, Asks::Arrives) => open(&mut program, loc),
                    (true, Asks::Fails | Asks::FailsAsModelled) => {}
                }
            }
        }
        if self.asks == Asks::FailsAsModelled {
            let unsupported = program.edges.values_mut().filter(|edge| matches!(edge.op, Op::Unsupported(_)));
            unsupported.for_each(|edge| edge.op = Op::Assume(Expr::FALSE));
        }
        program
    }
}

/// Executions that would arrive at the error end before.
fn drop_error(program: &mut Program, loc: LocId) {
    let Some(error) = program.locs[loc].error.take() else { return };
    for edge in program.locs[loc].incoming.clone() {
        let op = std::mem::replace(&mut program.edges[edge].op, Op::Assume(Expr::FALSE));
        if let (Op::Assume(condition), true) = (op, goes_on(program, error.kind)) {
            assume_behind(program, edge, condition.negated());
        }
    }
}

/// Whether what is checked goes on if nobody looks; most operations that are undefined end the execution by themselves.
fn goes_on(program: &Program, kind: ErrorKind) -> bool {
    let wraps = program.semantics.overflow == Overflow::Wrap;
    kind == ErrorKind::Uninitialised || kind == ErrorKind::Overflow && wraps
}

/// The edges that come after `edge` where it begins are taken only if `condition` holds: they begin at a new location. Those before it
/// are not concerned, since an execution takes the first that is enabled.
fn assume_behind(program: &mut Program, edge: EdgeId, condition: Expr) {
    let Edge { src, span, .. } = program.edges[edge];
    let outgoing = &mut program.locs[src].outgoing;
    let Some(position) = outgoing.iter().position(|other| *other == edge) else { return };
    let later = outgoing.split_off(position + 1);
    if later.is_empty() {
        return;
    }
    let (proc, place) = (program.locs[src].proc, program.locs[src].span);
    for &moved in &later {
        program.edges[moved].src = program.locs.next_key();
    }
    let behind = program.locs.push(Loc { proc, span: place, outgoing: later, ..Loc::default() });
    let assumed = program.edges.push(Edge { src, dst: behind, op: Op::Assume(condition), span });
    program.locs[src].outgoing.push(assumed);
    program.locs[behind].incoming.push(assumed);
}

/// Whoever comes to the check arrives at the error: its edge has no condition, and comes first, since an interpreter takes the first
/// that is enabled.
fn open(program: &mut Program, loc: LocId) {
    for edge in program.locs[loc].incoming.clone() {
        program.edges[edge].op = Op::Assume(Expr::TRUE);
        let src = program.edges[edge].src;
        program.locs[src].outgoing.sort_by_key(|other| *other != edge);
    }
}

/// `fails:0-4,9`: short, since it is an argument of a command.
impl Display for Question {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let word = Asks::WORDS.iter().find(|(_, asks)| *asks == self.asks).map_or("", |(word, _)| word);
        write!(f, "{word}:")?;
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for &position in &self.about {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == position => *last = position,
                _ => ranges.push((position, position)),
            }
        }
        let words: Vec<String> = ranges
            .iter()
            .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
            .collect();
        f.write_str(&words.join(","))
    }
}

impl FromStr for Question {
    type Err = String;

    fn from_str(text: &str) -> Result<Question, String> {
        let wrong = || format!("`{text}` is no question about checks");
        let (word, list) = text.split_once(':').ok_or_else(wrong)?;
        let asks = Asks::WORDS.iter().find(|(name, _)| *name == word).ok_or_else(wrong)?.1;
        let mut about = BTreeSet::new();
        for range in list.split(',').filter(|range| !range.is_empty()) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let first: u32 = first.parse().map_err(|_| wrong())?;
            let last: u32 = last.parse().map_err(|_| wrong())?;
            about.extend((first..=last).map(|position| position as usize));
        }
        Ok(Question { asks, about })
    }
}
