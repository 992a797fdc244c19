//! A walk along a counterexample: where it is, and what is known there.

use crate::output::result::{Location, Step, Violation};

/// Lines of the source that are shown before and after the one of a step.
const AROUND: u32 = 2;

/// What can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Next,
    Previous,
    To(usize),
    End,
    Values,
    Inputs,
    Help,
    Done,
    Quit,
}

impl Command {
    pub fn read(line: &str) -> Result<Command, String> {
        Ok(match line.trim() {
            "" | "n" | "next" => Command::Next,
            "p" | "previous" => Command::Previous,
            "e" | "end" => Command::End,
            "v" | "values" => Command::Values,
            "i" | "inputs" => Command::Inputs,
            "h" | "?" | "help" => Command::Help,
            "d" | "done" => Command::Done,
            "q" | "quit" => Command::Quit,
            word => {
                let number = word.parse().map_err(|_| format!("`{word}` is no command; `h` lists them\n"))?;
                Command::To(number)
            }
        })
    }
}

const HELP: &str = "\
Enter, n  the next step          p  the step before
NUMBER    to this step           e  to the error
v         all values known here  i  the inputs that lead there
d         the next violation     q  quit
";

pub struct Walk<'a> {
    violation: &'a Violation,
    /// From 0.
    at: usize,
}

impl<'a> Walk<'a> {
    pub fn new(violation: &'a Violation) -> Walk<'a> {
        Walk { violation, at: 0 }
    }

    /// What goes wrong, and where.
    pub fn beginning(&self) -> String {
        let violation = self.violation;
        let place = violation.location.as_ref().map_or(String::new(), |at| format!("{}: ", shown(at)));
        let inputs = violation.inputs.len();
        let inputs = if inputs == 1 { "1 input".to_string() } else { format!("{inputs} inputs") };
        format!("{place}{} [{}]\n{inputs}, {} steps here\n\n", violation.message, violation.check, self.steps().len())
    }

    /// Everything at once.
    pub fn whole(&self) -> String {
        let mut text = self.beginning();
        for at in 0..self.steps().len() {
            text += &Walk { violation: self.violation, at }.here();
        }
        text
    }

    pub fn obey(&mut self, command: Command) -> String {
        let count = self.steps().len();
        match command {
            Command::Next if self.at + 1 >= count => return "this is the last step; the error is here\n".into(),
            Command::Previous if self.at == 0 => return "this is the first step\n".into(),
            Command::To(number) if number == 0 || number > count => return format!("there are {count} steps\n"),
            Command::Values => return self.values(),
            Command::Inputs => return self.inputs(),
            Command::Help => return HELP.to_string(),
            Command::Next => self.at += 1,
            Command::Previous => self.at -= 1,
            Command::To(number) => self.at = number - 1,
            Command::End => self.at = count.saturating_sub(1),
            Command::Done | Command::Quit => {}
        }
        self.here()
    }

    /// The present step with the lines around it; at the last one, where the values come from that the error is about.
    pub fn here(&self) -> String {
        let Some(step) = self.steps().get(self.at) else { return "there are no steps to show\n".into() };
        let mut text = format!("step {} of {}, {}\n", self.at + 1, self.steps().len(), shown(&step.location));
        text += &excerpt(step);
        let words = step.words();
        if !words.is_empty() {
            text += &format!("    {words}\n");
        }
        if self.at + 1 == self.steps().len() {
            text += &format!("    {}\n", self.violation.message);
            self.violation.why().iter().for_each(|line| text += &format!("    {line}\n"));
        }
        text + "\n"
    }

    fn values(&self) -> String {
        let known = Violation::values(&self.steps()[..=self.at.min(self.steps().len().saturating_sub(1))]);
        let lines = known.iter().map(|(name, (value, step))| format!("{name} = {value}    (line {})\n", step.line));
        lines.collect()
    }

    fn inputs(&self) -> String {
        let line = |input: &crate::output::result::Input| {
            let place = input.location.as_ref().map_or(String::new(), |at| format!("    {}", shown(at)));
            format!("{}{place}\n", input.value)
        };
        self.violation.inputs.iter().map(line).collect()
    }

    fn steps(&self) -> &'a [Step] {
        &self.violation.trace
    }
}

fn shown(at: &Location) -> String {
    format!("{}:{}", at.file, at.line)
}

/// The lines around a step, if the file is still there, else its own.
fn excerpt(step: &Step) -> String {
    let at = &step.location;
    let file = std::fs::read_to_string(&at.file).unwrap_or_default();
    let lines: Vec<&str> = file.lines().collect();
    // The file may have changed since.
    let is_same = lines.get(at.line as usize - 1).is_some_and(|line| line.trim() == step.source.trim());
    if !is_same {
        return format!("> {:>5} | {}\n", at.line, step.source);
    }
    let (first, last) = (at.line.saturating_sub(AROUND).max(1), (at.line + AROUND).min(lines.len() as u32));
    (first..=last)
        .map(|line| {
            let mark = if line == at.line { '>' } else { ' ' };
            format!("{mark} {line:>5} | {}\n", lines[line as usize - 1])
        })
        .collect()
}
