//! How far a campaign is: counts, rate, expected end.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::machine;
use crate::record::{Category, Record, Status};
use crate::say;

/// How often a line is written where it cannot be overwritten.
const PACE: Duration = Duration::from_secs(15);

pub struct Progress<'a> {
    stream: &'a mut (dyn Write + Send),
    interactive: bool,
    start: Instant,
    last: Option<Instant>,
    total: usize,
    /// Done before this process started.
    before: usize,
    count: Counts,
}

#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    done: usize,
    safe: usize,
    bugs: usize,
    wrong: usize,
    errors: usize,
}

impl<'a> Progress<'a> {
    pub fn new(stream: &'a mut (dyn Write + Send), interactive: bool, total: usize) -> Progress<'a> {
        let start = Instant::now();
        Progress { stream, interactive, start, last: None, total, before: 0, count: Counts::default() }
    }

    /// Counts a record that was there already.
    pub fn already(&mut self, record: &Record) {
        self.before += 1;
        self.add(record);
    }

    pub fn done(&mut self, record: &Record) {
        self.add(record);
        let due = self.last.is_none_or(|last| last.elapsed() > if self.interactive { Duration::ZERO } else { PACE });
        if due || self.count.done == self.total {
            self.last = Some(Instant::now());
            let line = self.line(self.start.elapsed().as_secs_f64(), machine::seconds_now());
            let (start, end) = if self.interactive { ("\r\x1b[K", "") } else { ("", "\n") };
            say(self.stream, &format!("{start}{line}{end}"));
        }
    }

    pub fn message(&mut self, text: &str) {
        let start = if self.interactive { "\r\x1b[K" } else { "" };
        say(self.stream, &format!("{start}{text}\n"));
    }

    pub fn finish(&mut self) {
        if self.interactive && self.last.is_some() {
            say(self.stream, "\n");
        }
    }

    fn add(&mut self, record: &Record) {
        let count = &mut self.count;
        count.done += 1;
        match (record.category(), record.status) {
            (Category::Wrong, _) => count.wrong += 1,
            (_, Status::True) => count.safe += 1,
            (_, Status::False) => count.bugs += 1,
            (_, Status::Error) => count.errors += 1,
            _ => {}
        }
    }

    fn line(&self, elapsed: f64, now: u64) -> String {
        let Counts { done, safe, bugs, wrong, errors } = self.count;
        let mut line =
            format!("{done}/{} runs: {safe} safe, {bugs} unsafe, {wrong} wrong, {errors} errors", self.total);
        let here = (done - self.before) as f64;
        if here > 0.0 && elapsed > 0.0 {
            let rate = here / elapsed;
            let left = ((self.total - done) as f64 / rate).ceil() as u64;
            line += &format!("; {:.1} a minute", rate * 60.0);
            if left > 0 {
                let end = machine::iso(now + left);
                line += &format!(", {} left, ends at {} UTC", in_words(left), &end[11..16]);
            }
        }
        line
    }
}

/// A time in seconds, roughly.
fn in_words(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_end() {
        let mut sink = std::io::sink();
        let mut progress = Progress::new(&mut sink, false, 100);
        progress.before = 10;
        progress.count = Counts { done: 40, safe: 20, bugs: 15, wrong: 1, errors: 2 };
        let line = progress.line(60.0, 0);
        assert_eq!(
            line,
            "40/100 runs: 20 safe, 15 unsafe, 1 wrong, 2 errors; 30.0 a minute, 2 min left, ends at 00:02 UTC"
        );
        assert_eq!(in_words(7300), "2 h 1 min");
    }
}
