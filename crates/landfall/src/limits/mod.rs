//! Limits: what is cut off when it gets too large, in one table, counted in nodes, queries or the solver's resource units and never
//! in seconds. `landfall check --show-limits` prints it, `--limits FILE` changes it.
//!
//! No verdict is wrong under any limits; they decide what is found, and how fast. Sizes that only keep a representation sound
//! (bits of a number, nesting that recursion survives) are no limits and stay beside their use.

mod table;

pub use landfall_smt::limits::Limit;
pub use table::*;

/// The limits of the library and of the solver below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllLimits {
    pub library: Limits,
    pub solver: landfall_smt::Limits,
}

impl AllLimits {
    /// The limits in force on this thread.
    pub fn in_force() -> AllLimits {
        AllLimits { library: *limits(), solver: *landfall_smt::limits::limits() }
    }

    /// Every limit in the order of the tables; those of the solver are called `smt.…`.
    pub fn list(&self) -> Vec<Limit> {
        let below = self.solver.list().into_iter();
        let below = below.map(|limit| Limit { name: format!("smt.{}", limit.name), ..limit });
        self.library.list().into_iter().chain(below).collect()
    }

    /// Changes a limit by name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let found = match name.strip_prefix("smt.") {
            Some(below) => self.solver.set(below, value),
            None => self.library.set(name, value),
        };
        match found {
            Some(result) => result.map_err(|message| format!("{name}: {message}")),
            None => Err(self.unknown(name)),
        }
    }

    /// Changes what a text says: lines `name = value`, with `#` before comments, and possibly `[group]` before the lines of a
    /// group. An error names the line.
    pub fn read(&mut self, text: &str) -> Result<(), String> {
        let mut group = String::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let at = |message| format!("line {}: {message}", number + 1);
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                group = format!("{}.", name.trim());
            } else if let Some((name, value)) = line.split_once('=') {
                self.set(&format!("{group}{}", name.trim()), value.trim()).map_err(at)?;
            } else if !line.is_empty() {
                return Err(at(format!("expected `name = value`, found `{line}`")));
            }
        }
        Ok(())
    }

    /// Runs `body` with these limits in force on this thread.
    pub fn within<R>(&self, body: impl FnOnce() -> R) -> R {
        self.library.within(|| self.solver.within(body))
    }

    fn unknown(&self, name: &str) -> String {
        let group = name.rsplit_once('.').map_or("", |(group, _)| group);
        let names: Vec<String> = self.list().into_iter().map(|limit| limit.name).collect();
        let same: Vec<&str> =
            names.iter().filter(|n| n.rsplit_once('.').is_some_and(|(g, _)| g == group)).map(String::as_str).collect();
        match same.is_empty() {
            true => format!("there is no limit `{name}`"),
            false => format!("there is no limit `{name}`, but {}", same.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_changes_limits_of_both_tables() {
        let mut limits = AllLimits::default();
        let text = "# a comment\nse.quantum = 5_000\n\n[gps]\njoined = 7 # fewer\n[smt.solver]\nquery = 12\n";
        assert_eq!(limits.read(text), Ok(()));
        assert_eq!((limits.library.se.quantum, limits.library.gps.joined, limits.solver.solver.query), (5000, 7, 12));
        let seen = limits.within(|| (super::limits().gps.joined, landfall_smt::Config::default().resource_limit));
        assert_eq!(seen, (7, 12));
        assert_eq!(super::limits().gps.joined, Limits::DEFAULT.gps.joined);
    }

    #[test]
    fn what_is_no_limit_is_named() {
        let read = |text: &str| AllLimits::default().read(text).expect_err("it is wrong");
        assert_eq!(
            read("\nse.quantums = 1"),
            "line 2: there is no limit `se.quantums`, but se.quantum, se.steps_per_distance, se.calls, se.states, se.variables"
        );
        assert_eq!(read("quantum = 1"), "line 1: there is no limit `quantum`");
        assert_eq!(read("se.quantum"), "line 1: expected `name = value`, found `se.quantum`");
        assert!(read("se.quantum = many").contains("se.quantum: expected a whole number"));
    }

    #[test]
    fn every_limit_says_what_it_counts() {
        let limits = AllLimits::default();
        assert!(limits.list().iter().all(|limit| limit.meaning.ends_with('.') && limit.value == limit.default));
        let written: Vec<String> =
            limits.list().iter().map(|limit| format!("{} = {}", limit.name, limit.value)).collect();
        assert_eq!(AllLimits::default().read(&written.join("\n")), Ok(()));
    }
}
