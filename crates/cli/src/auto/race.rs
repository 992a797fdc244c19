//! Runs the engines of a rule as workers until one has a checked answer, all have given up, or the budget ends.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use landfall::budget::Budget;
use landfall::engine::EngineKind;
use landfall::knowledge::Knowledge;
use landfall::portfolio::{Rule, Turns};
use landfall::verdict::Reason;

use super::Means;
use super::protocol::{Message, write_known};
use super::worker::{Ended, Task, Word, Worker, outcome};
use crate::output::result::{ReasonKind, Verdict};
use crate::resources;

/// How often turns and memory are looked at. An answer is noticed at once.
const TICK: Duration = Duration::from_millis(20);
/// How long workers have to tell what they know when time is up.
const GRACE: Duration = Duration::from_millis(250);

/// Characters of what engines are told: what a pipe holds at least, so that nobody waits for a worker to read.
const MOST_KNOWN: usize = 48 << 10;

/// What is known of one engine at the end.
#[derive(Debug)]
pub enum Fate {
    /// It never had a turn.
    NotStarted,
    /// It was still at work, or paused, when the race ended.
    Stopped,
    /// It ended with this message.
    Answered(Box<Message>),
    /// It ended without one, for this reason.
    Crashed(String),
    /// It was ended because memory was short.
    OutOfMemory,
}

/// An engine of the race, with what came of it.
#[derive(Debug)]
pub struct Runner {
    pub engine: EngineKind,
    pub fate: Fate,
    /// Processor time.
    pub used: Duration,
    /// How often it told something that others can use.
    pub told: usize,
    /// How much it was told when it started.
    pub was_told: usize,
}

/// The end of a race.
#[derive(Debug)]
pub struct Finish {
    /// Who decided, as a position in `runners`.
    pub winner: Option<usize>,
    /// The budget ended before anyone decided.
    pub stopped: Option<Reason>,
    pub runners: Vec<Runner>,
}

pub struct Race<'a> {
    file: &'a Path,
    /// What is asked about the program's checks, if not the whole program.
    question: Option<String>,
    budget: &'a Budget,
    /// Bytes that all workers together may use.
    memory: Option<u64>,
    turns: Turns,
    lanes: Vec<Lane>,
    sender: Sender<Word>,
    receiver: Receiver<Word>,
    /// What engines have told; those that start later are told.
    known: Vec<Knowledge>,
}

/// A runner with its process.
struct Lane {
    runner: Runner,
    worker: Option<Worker>,
    /// Processor time at which its turn ends.
    until: Duration,
    /// How often it was started. What an earlier process says is no longer of interest.
    attempt: usize,
    /// Processor time of earlier processes.
    before: Duration,
    /// Its process has an answer and checks the evidence.
    checks: bool,
}

/// An engine with an answer gets at least so long to check it.
const CHECKING: Duration = Duration::from_secs(3);

/// An engine that has worked no longer than this begins anew when there is something to tell it.
const RESTART: Duration = Duration::from_secs(3);

impl Lane {
    /// Processor time at which others are at turn. Who has an answer gets as long again as it has worked so far, so that its evidence is
    /// checked before others begin.
    fn end_of_turn(&self) -> Duration {
        if self.checks { self.until + self.until.max(CHECKING) } else { self.until }
    }

    /// Whether it should begin anew with what is known by now.
    fn is_worth_sharing(&self, known: usize) -> bool {
        let searches = self.worker.is_some() && !self.checks;
        searches && self.runner.was_told < known && self.runner.told == 0 && self.runner.used < RESTART
    }
}

/// Whether an engine is helped by what others know more often than it is slowed down: these look for the same facts themselves.
/// Others try without first.
fn profits_at_once(engine: EngineKind) -> bool {
    matches!(engine, EngineKind::Tracer | EngineKind::Bself)
}

impl<'a> Race<'a> {
    pub fn new(rule: &Rule, file: &'a Path, means: &Means, budget: &'a Budget) -> Race<'a> {
        let lane = |engine: EngineKind| Lane {
            runner: Runner { engine, fate: Fate::NotStarted, used: Duration::ZERO, told: 0, was_told: 0 },
            worker: None,
            until: Duration::ZERO,
            attempt: 0,
            before: Duration::ZERO,
            checks: false,
        };
        let (sender, receiver) = mpsc::channel();
        let lanes = rule.together.iter().map(|engine| lane(engine.0)).collect();
        Race {
            file,
            question: means.question.as_ref().map(ToString::to_string),
            budget,
            memory: means.memory,
            turns: Turns::new(rule, means.jobs as usize),
            lanes,
            sender,
            receiver,
            known: Vec::new(),
        }
    }

    /// Runs to the end. `tell` is called with the names of those at work whenever that changes. No worker is left behind.
    pub fn run(mut self, tell: &mut dyn FnMut(&[&str])) -> Finish {
        loop {
            if self.give_turns() {
                let names: Vec<&str> = self.running().map(|lane| self.lanes[lane].runner.engine.name()).collect();
                tell(&names);
            }
            if self.turns.all_ended() {
                return self.finish(None, None);
            }
            match self.receiver.recv_timeout(TICK) {
                Ok(Word::Learned((lane, _), knowledge)) => self.learn(lane, knowledge),
                Ok(Word::Checks((lane, attempt))) => self.lanes[lane].checks |= self.lanes[lane].attempt == attempt,
                Ok(Word::Ended(ended)) if self.lanes[ended.engine.0].attempt != ended.engine.1 => {}
                Ok(Word::Ended(ended)) => {
                    let lane = ended.engine.0;
                    self.note_end(ended);
                    if self.has_decided(lane) {
                        return self.finish(Some(lane), None);
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if let Err(reason) = self.budget.poll() {
                let winner = self.last_words();
                return self.finish(winner, Some(reason));
            }
            self.measure();
        }
    }

    fn running(&self) -> impl Iterator<Item = usize> {
        (0..self.lanes.len()).filter(|lane| self.turns.is_running(*lane))
    }

    /// Begins the turns that can begin, and pauses whoever has none. Whether anything changed.
    fn give_turns(&mut self) -> bool {
        let mut changed = false;
        while let Some(turn) = self.turns.begin() {
            changed = true;
            let lane = &mut self.lanes[turn.engine];
            if !turn.alone && lane.is_worth_sharing(self.known.len()) {
                // What it has done so far is less than what the others know.
                lane.worker.take().map(|mut worker| worker.kill());
                lane.before = lane.runner.used;
            }
            lane.until = lane.runner.used + turn.time;
            if lane.worker.is_none() {
                let engine = lane.runner.engine;
                let told = if turn.alone && !profits_at_once(engine) { &[][..] } else { &self.known[..] };
                lane.attempt += 1;
                lane.checks = false;
                let name = (turn.engine, lane.attempt);
                let task = Task { engine, file: self.file, question: self.question.as_deref() };
                match Worker::start(name, task, told, self.sender.clone()) {
                    Ok(worker) => {
                        lane.runner.was_told = told.len();
                        lane.worker = Some(worker);
                        lane.runner.fate = Fate::Stopped;
                    }
                    Err(error) => {
                        lane.runner.fate = Fate::Crashed(format!("cannot be started: {error}"));
                        self.turns.end(turn.engine);
                    }
                }
            }
        }
        for (position, lane) in self.lanes.iter_mut().enumerate() {
            if let Some(worker) = &mut lane.worker {
                if self.turns.is_running(position) { worker.resume() } else { worker.pause() }
            }
        }
        changed
    }

    /// Keeps what an engine found out for those that start later.
    fn learn(&mut self, lane: usize, knowledge: Knowledge) {
        self.lanes[lane].runner.told += 1;
        self.known.push(knowledge);
        if write_known(&self.known).len() > MOST_KNOWN {
            self.known.pop();
        }
    }

    fn note_end(&mut self, ended: Ended) {
        let lane = &mut self.lanes[ended.engine.0];
        self.turns.end(ended.engine.0);
        // Who was ended for want of memory has no worker any more.
        let Some(mut worker) = lane.worker.take() else { return };
        lane.runner.used = lane.runner.used.max(lane.before + worker.usage().cpu);
        let status = worker.reap();
        lane.runner.fate = match outcome(ended, status) {
            Ok(message) => {
                let told = Duration::from_secs_f64(message.result.resources.cpu_seconds.max(0.0));
                lane.runner.used = lane.runner.used.max(lane.before + told);
                Fate::Answered(message)
            }
            Err(why) => Fate::Crashed(why),
        };
    }

    /// Whether there is an answer. Where checks are asked about one by one, it is one that a check hangs on something that is not
    /// modelled, or that an execution comes to such code, by somebody who follows the program exactly: nobody can prove
    /// anything then, and the other checks wait.
    fn has_decided(&self, lane: usize) -> bool {
        match &self.lanes[lane].runner.fate {
            Fate::Answered(message) => match &message.result.verdict {
                Verdict::Safe(_) | Verdict::Unsafe(_) => true,
                Verdict::Unknown(unknown) if self.question.is_some() => {
                    let exact = matches!(self.lanes[lane].runner.engine, EngineKind::Bmc | EngineKind::Se);
                    unknown.candidate.is_some() || exact && unknown.reason == ReasonKind::Unsupported
                }
                Verdict::Unknown(unknown) => unknown.rest_explored,
                Verdict::Error(_) => false,
            },
            _ => false,
        }
    }

    /// Looks at what the workers use: ends turns, and ends the largest worker when memory is short.
    fn measure(&mut self) {
        let mut cpu = Duration::ZERO;
        let mut resident = 0;
        let mut largest: Option<(bool, u64, usize)> = None;
        for (position, lane) in self.lanes.iter_mut().enumerate() {
            let Some(worker) = &mut lane.worker else { continue };
            let usage = worker.usage();
            lane.runner.used = lane.before + usage.cpu;
            cpu += usage.cpu;
            resident += usage.resident;
            // Rather one that is paused, of these the largest.
            largest = largest.max(Some((worker.is_paused(), usage.resident, position)));
            if lane.runner.used >= lane.end_of_turn() {
                self.turns.expire(position);
            }
        }
        resources::note_living(cpu);
        let short = self.memory.is_some_and(|limit| resident >= limit - limit / 16);
        if let Some((_, _, position)) = largest.filter(|_| short) {
            self.lanes[position].runner.fate = Fate::OutOfMemory;
            self.lanes[position].worker.take().map(|mut worker| worker.kill());
            self.turns.end(position);
        }
    }

    /// Time is up: asks everyone for what they know. Who decided in the last moment, if anyone.
    fn last_words(&mut self) -> Option<usize> {
        self.lanes.iter_mut().filter_map(|lane| lane.worker.as_mut()).for_each(Worker::ask_to_stop);
        let end = Instant::now() + GRACE;
        while self.lanes.iter().any(|lane| lane.worker.is_some()) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(word) = self.receiver.recv_timeout(left) else { break };
            let Word::Ended(ended) = word else { continue };
            let lane = ended.engine.0;
            if self.lanes[lane].attempt != ended.engine.1 {
                continue;
            }
            self.note_end(ended);
            if self.has_decided(lane) {
                return Some(lane);
            }
        }
        None
    }

    fn finish(mut self, winner: Option<usize>, stopped: Option<Reason>) -> Finish {
        for lane in &mut self.lanes {
            if let Some(mut worker) = lane.worker.take() {
                lane.runner.used = lane.runner.used.max(lane.before + worker.usage().cpu);
                worker.kill();
            }
        }
        resources::note_living(Duration::ZERO);
        let runners = self.lanes.into_iter().map(|lane| lane.runner).collect();
        Finish { winner, stopped: stopped.filter(|_| winner.is_none()), runners }
    }
}
