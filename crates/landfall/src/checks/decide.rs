//! Gives every check a status, by questions about many at a time.
//!
//! First about all together: one proof settles all that are left; a violation settles its check, and the others are asked about again.
//! Where that gives no answer those are asked who look for executions rather than proofs, and then the checks are halved, so that
//! what can be proved without the hard ones is. Who answers is up to an
//! [`Asker`]: an engine, or several.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use super::{Asks, Check, Question};
use crate::budget::Budget;

/// What is known of a check. Rounds are numbered as they were asked, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// No execution fails it, by the proof of this round.
    Proved { round: usize },
    /// The execution of this round fails it.
    Violated { round: usize },
    /// This round says why.
    Unknown { round: usize },
    /// No execution comes to it, by the proof of this round.
    Unreachable { round: usize },
    /// The time was over before anybody was asked.
    Unasked,
}

/// The answer to a question, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Of none.
    No,
    /// Of this check.
    Yes(usize),
    /// Perhaps of this check; nobody can tell.
    Perhaps(usize),
    Unknown,
    /// Unknown because of what has nothing to do with the checks: unsupported code.
    Unsupported,
}

/// Somebody who answers questions.
pub trait Asker {
    fn ask(&mut self, question: &Question, budget: &Budget) -> Answer;

    /// Whether there is somebody else to ask who is better at finding executions than at proofs.
    fn has_hunters(&self) -> bool {
        false
    }

    /// As [`Asker::ask`], of these.
    fn hunt(&mut self, question: &Question, budget: &Budget) -> Answer {
        self.ask(question, budget)
    }
}

/// Who is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whom {
    Anyone,
    Hunters,
}

/// Time of a round if there is no limit: all checks together, and a part of them.
const ALL_TOGETHER: Duration = Duration::from_secs(60);
const A_PART: Duration = Duration::from_secs(10);

/// The checks that no test came to, so that it is worth asking whether any execution does.
#[derive(Clone, Debug, Default)]
pub struct Unseen {
    pub checks: BTreeSet<usize>,
    /// Most tests were still running when they were stopped, so that this is no sign of anything.
    pub cut_short: bool,
}

/// The status of each check.
pub fn decide(checks: &[Check], unseen: &Unseen, asker: &mut dyn Asker, budget: &Budget) -> Vec<Status> {
    let started = Instant::now();
    let mut round = Rounds { asker, budget, next: 0, statuses: vec![Status::Unasked; checks.len()] };
    let all: BTreeSet<usize> = (0..checks.len()).collect();
    let (mut left, mut why) = round.settle(all, Whom::Anyone, share(budget, 2, ALL_TOGETHER));
    if !left.is_empty() && why != Answer::Unsupported && round.asker.has_hunters() {
        (left, why) = round.settle(left, Whom::Hunters, share(budget, 2, A_PART));
    }
    match why {
        Answer::Unsupported => round.hunt(left),
        _ => round.split(left),
    }
    let proved = |position: &usize| matches!(round.statuses[*position], Status::Proved { .. });
    let dead: BTreeSet<usize> = unseen.checks.iter().copied().filter(|c| checks[*c].guarded).filter(proved).collect();
    // An extra, which may take a part of the time that the answers took; longer where there is a sign that it leads to something.
    let extra = started.elapsed() / 4;
    let limit = if unseen.cut_short { extra } else { extra.max(A_MOMENT) }.min(share(budget, 2, A_PART));
    if limit >= WORTH_IT {
        round.find_dead(dead, limit);
    }
    round.statuses
}

const A_MOMENT: Duration = Duration::from_millis(500);
/// In less time nobody answers.
const WORTH_IT: Duration = Duration::from_millis(50);

/// A part of the time that is left.
fn share(budget: &Budget, parts: u32, otherwise: Duration) -> Duration {
    budget.remaining().map_or(otherwise, |left| left / parts)
}

struct Rounds<'a> {
    asker: &'a mut dyn Asker,
    budget: &'a Budget,
    next: usize,
    statuses: Vec<Status>,
}

impl Rounds<'_> {
    fn ask(&mut self, whom: Whom, asks: Asks, about: &BTreeSet<usize>, limit: Duration) -> (usize, Answer) {
        let question = Question { asks, about: about.clone() };
        let budget = self.budget.part(limit);
        let answer = match whom {
            Whom::Anyone => self.asker.ask(&question, &budget),
            Whom::Hunters => self.asker.hunt(&question, &budget),
        };
        self.next += 1;
        (self.next - 1, answer)
    }

    /// Asks about checks together until there is no more answer: those that are left, and the answer that was none.
    fn settle(&mut self, mut open: BTreeSet<usize>, whom: Whom, limit: Duration) -> (BTreeSet<usize>, Answer) {
        let end = Instant::now() + limit;
        let mut last = Answer::Unknown;
        while !open.is_empty() && self.budget.poll().is_ok() {
            let left = end.saturating_duration_since(Instant::now());
            let (round, answer) = self.ask(whom, Asks::Fails, &open, left);
            last = answer;
            match answer {
                Answer::No => {
                    open.iter().for_each(|check| self.statuses[*check] = Status::Proved { round });
                    open.clear();
                }
                Answer::Yes(check) if open.remove(&check) => self.statuses[check] = Status::Violated { round },
                Answer::Perhaps(check) if open.remove(&check) => self.statuses[check] = Status::Unknown { round },
                _ => {
                    open.iter().for_each(|check| self.statuses[*check] = Status::Unknown { round });
                    break;
                }
            }
        }
        (open, last)
    }

    /// Asks about halves of what is left, and halves of these: each for a short time, so that the hard ones do not take that of
    /// the easy ones, and at last the hard ones one by one for the time that is left.
    fn split(&mut self, left: BTreeSet<usize>) {
        let mut parts: VecDeque<BTreeSet<usize>> = halves(&left).into();
        let mut hard: VecDeque<BTreeSet<usize>> = VecDeque::new();
        while let Some(part) = parts.pop_front() {
            let open = part.len() + parts.iter().chain(&hard).map(BTreeSet::len).sum::<usize>();
            let limit = share(self.budget, 2 * open as u32, A_PART).max(A_MOMENT);
            let (left, _) = self.settle(part, Whom::Anyone, limit);
            match left.len() {
                0 => {}
                1 => hard.push_back(left),
                _ => parts.extend(halves(&left)),
            }
        }
        while let Some(one) = hard.pop_front() {
            let limit = share(self.budget, hard.len() as u32 + 1, A_PART);
            self.settle(one, Whom::Anyone, limit);
        }
    }

    /// Proofs are out of the question, violations are not.
    fn hunt(&mut self, mut left: BTreeSet<usize>) {
        let end = Instant::now() + share(self.budget, 2, A_PART);
        while !left.is_empty() && self.budget.poll().is_ok() {
            let limit = end.saturating_duration_since(Instant::now());
            match self.ask(Whom::Hunters, Asks::FailsAsModelled, &left, limit) {
                (round, Answer::Yes(check)) if left.remove(&check) => {
                    self.statuses[check] = Status::Violated { round };
                }
                (round, Answer::Perhaps(check)) if left.remove(&check) => {
                    self.statuses[check] = Status::Unknown { round };
                }
                _ => return,
            }
        }
    }

    /// Of checks that are proved, those to which no execution comes.
    fn find_dead(&mut self, mut open: BTreeSet<usize>, limit: Duration) {
        let end = Instant::now() + limit;
        while !open.is_empty() && self.budget.poll().is_ok() {
            let limit = end.saturating_duration_since(Instant::now());
            match self.ask(Whom::Anyone, Asks::Arrives, &open, limit) {
                (round, Answer::No) => {
                    open.iter().for_each(|check| self.statuses[*check] = Status::Unreachable { round });
                    return;
                }
                (_, Answer::Yes(check) | Answer::Perhaps(check)) if open.remove(&check) => {}
                _ => return,
            }
        }
    }
}

/// Two halves, if there are two to part.
fn halves(set: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    if set.len() < 2 {
        return Vec::new();
    }
    let first: BTreeSet<usize> = set.iter().copied().take(set.len() / 2).collect();
    let second = set.difference(&first).copied().collect();
    vec![first, second]
}
