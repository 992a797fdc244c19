//! Random C programs with two large arrays of which a few cells are used, with few states, which the oracle can decide.
//!
//! Indices are from 0 to [`INDICES`] and values below [`VALUES`]. Arrays are global, hence zero at first.

use crate::random::Random;

/// The largest index.
pub const INDICES: i128 = 3;

/// What is stored is smaller.
pub const VALUES: i128 = 4;

const HEADER: &str = "\
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
unsigned char a[300], b[300];
";

struct Generator {
    random: Random,
    text: String,
    /// Loop counters in scope.
    counters: Vec<&'static str>,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator { random: Random::new(seed, 7), text: HEADER.to_owned(), counters: Vec::new() };
    generator.main();
    generator.text
}

impl Generator {
    fn main(&mut self) {
        let (x, y) = (self.random.below(4), self.random.below(4));
        self.text.push_str(&format!("int main(void) {{\n    unsigned char x = {x}, y = {y};\n"));
        for _ in 0..2 + self.random.below(3) {
            self.statement(2);
        }
        if self.random.chance(25) {
            self.sum();
        } else {
            self.check();
        }
        self.text.push_str("    return 0;\n}\n");
    }

    /// A loop that adds cells up, and a condition on the sum.
    fn sum(&mut self) {
        self.counters.push("i");
        let (array, index) = (self.array(), self.index(false));
        self.counters.pop();
        let wanted = self.random.below(4);
        self.text.push_str("    for (int i = 0; i < 3; i++)\n");
        self.text
            .push_str(&format!("        x = (x + {array}[{index}]) & 3;\n    if (x == {wanted}) reach_error();\n"));
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 6 } else { 10 }) {
            0..=2 => self.store(),
            3 => {
                let (var, value) = (self.random.pick(&["x", "y"]), self.value());
                let sum = if self.random.chance(40) { format!("{var} + ") } else { String::new() };
                self.text.push_str(&format!("    {var} = ({sum}{value}) & 3;\n"));
            }
            4 => {
                let condition = self.condition();
                self.text.push_str(&format!("    if ({condition})\n    "));
                self.store();
            }
            5 if self.random.chance(40) => self.check(),
            5 => self.store(),
            _ => self.repeat(depth),
        }
    }

    fn repeat(&mut self, depth: usize) {
        let counter = ["i", "j"][self.counters.len()];
        let bound = 2 + self.random.below(2);
        self.text.push_str(&format!("    for (int {counter} = 0; {counter} < {bound}; {counter}++) {{\n"));
        self.counters.push(counter);
        for _ in 0..1 + self.random.below(2) {
            self.statement(depth - 1);
        }
        self.counters.pop();
        self.text.push_str("    }\n");
    }

    fn store(&mut self) {
        let (array, index, value) = (self.array(), self.index(true), self.value());
        self.text.push_str(&format!("    {array}[{index}] = {value};\n"));
    }

    fn check(&mut self) {
        let condition = self.condition();
        self.text.push_str(&format!("    if ({condition}) reach_error();\n"));
    }

    fn array(&mut self) -> &'static str {
        self.random.pick(&["a", "a", "b"])
    }

    fn index(&mut self, nested: bool) -> String {
        let constant = self.random.below(4);
        let Some(counter) = self.counters.last().copied() else {
            return if self.random.chance(70) { constant.to_string() } else { "x".to_string() };
        };
        match self.random.below(10) {
            0..=4 => counter.to_string(),
            5 => format!("{counter} + 1"),
            6 => format!("3 - {counter}"),
            7 if nested => {
                let (array, index) = (self.array(), self.index(false));
                format!("{array}[{index}]")
            }
            7 | 8 => constant.to_string(),
            _ => self.random.pick(&["x", "y"]).to_string(),
        }
    }

    fn value(&mut self) -> String {
        let (array, index) = (self.array(), self.index(true));
        match self.random.below(9) {
            0 | 1 => self.random.below(4).to_string(),
            2 => self.random.pick(&["x", "y"]).to_string(),
            3 => "__VERIFIER_nondet_bool()".to_string(),
            4 => self.counters.last().copied().unwrap_or("1").to_string(),
            5 => format!("({array}[{index}] + 1) & 3"),
            _ => format!("{array}[{index}]"),
        }
    }

    fn condition(&mut self) -> String {
        let (array, index, value) = (self.array(), self.index(true), self.value());
        let comparison = self.random.pick(&["==", "!=", "<", ">"]);
        if self.random.chance(25) {
            let bound = self.random.below(4);
            return format!("x {comparison} {}", if self.random.chance(50) { value } else { bound.to_string() });
        }
        let first = format!("{array}[{index}] {comparison} {value}");
        if self.random.chance(25) {
            let (array, index) = (self.array(), self.index(true));
            return format!("{first} && {array}[{index}] != {}", self.random.below(3));
        }
        first
    }
}
