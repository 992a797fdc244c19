//! Random C programs about memory and values, for a judge that runs them on all their inputs.
//!
//! A program is a row of *scenes*: a few lines about one thing (an array and a pointer into it, a list, a union, a string) that
//! read and write integer variables of the surrounding code, nested in branches and loops. Some scenes have a planted defect.
//! Few inputs of few bits are read, so that all their combinations can be run, and every loop is bounded.
//!
//! Whatever C leaves open and sanitizers do not see is avoided by construction: expressions have no side effects, calls stand
//! alone, nothing is read that was not written, addresses are never numbers, pointers stay inside of the object they are made
//! from unless the very next thing is an access, and conversions of floating-point numbers are guarded.
//!
//! The values that a program asserts are chosen after a run has shown which there are ([`MemoryProgram::with_checks`]).

mod control;
mod data;
mod expr;
mod forms;
mod heap;
mod text;
mod value;

use crate::random::Random;

/// Writes one line of the program at the present depth.
macro_rules! emit {
    ($generator:expr, $($part:tt)*) => {{
        let line = format!($($part)*);
        $generator.line(&line);
    }};
}
use emit;

/// Scenes that need something of the checker's memory model and can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Defects that use a local variable after its scope, or after its function has returned.
    pub dead_locals: bool,
    /// Defects that leave an array inside of a larger object, but not the object.
    pub inner_bounds: bool,
    /// Defects that write to string literals.
    pub literals: bool,
}

impl Scope {
    pub const ALL: Scope = Scope { dead_locals: true, inner_bounds: true, literals: true };
    pub const NONE: Scope = Scope { dead_locals: false, inner_bounds: false, literals: false };
}

/// A value that the program looks at, in place of which an assertion is put.
#[derive(Clone, Debug)]
pub struct Check {
    /// A pure expression whose value fits `long long`.
    pub value: String,
}

/// One program.
#[derive(Clone, Debug)]
pub struct MemoryProgram {
    /// The text; the line of check `k` is `CHECK(k, value);`.
    pub text: String,
    pub checks: Vec<Check>,
    /// Inputs that a run reads at most.
    pub inputs: u32,
    /// Bits of an input that the program looks at.
    pub bits: u32,
}

impl MemoryProgram {
    /// The program of a seed.
    pub fn new(seed: u64, scope: Scope) -> Self {
        Generator::new(seed, scope).program()
    }

    /// How many combinations of inputs there are.
    pub fn combinations(&self) -> usize {
        1 << (self.inputs * self.bits)
    }

    /// The program with a condition in place of every check; those without one are dropped.
    pub fn with_checks(&self, conditions: &[Option<String>]) -> String {
        let mut text = String::new();
        for line in self.text.lines() {
            match line.trim_start().strip_prefix("CHECK(") {
                None => text.push_str(line),
                Some(rest) => {
                    let number: usize =
                        rest.split(',').next().and_then(|n| n.parse().ok()).expect("checks are numbered");
                    let Some(condition) = &conditions[number] else { continue };
                    text.push_str(&line[..line.len() - line.trim_start().len()]);
                    text.push_str(&match number % 2 {
                        0 => format!("assert({condition});"),
                        _ => format!("if (!({condition})) reach_error();"),
                    });
                }
            }
            text.push('\n');
        }
        text
    }
}

/// An integer lvalue that expressions may read.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: &'static str,
    writable: bool,
}

struct Generator {
    random: Random,
    scope: Scope,
    /// File-scope types and functions.
    file: String,
    /// The function that is being written.
    body: String,
    indent: usize,
    names: usize,
    /// What is in scope, innermost last.
    variables: Vec<Variable>,
    checks: Vec<Check>,
    inputs: u32,
    inputs_left: u32,
    bits: u32,
    /// Defects that may still be planted.
    defects: usize,
    /// How deep the present scene is nested in branches and loops.
    nesting: usize,
    in_loop: bool,
    in_main: bool,
    helpers: Vec<String>,
}

/// How names of variables with inputs begin.
const INPUT: &str = "in";

const HEADER: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
";

impl Generator {
    fn new(seed: u64, scope: Scope) -> Self {
        let mut random = Random::new(seed, 3);
        let bits = 1 + random.below(3) as u32;
        let inputs = (1 + random.below(4) as u32).min(6 / bits);
        let defects = random.pick(&[0, 0, 1, 1, 2]);
        Generator {
            random,
            scope,
            file: HEADER.to_owned(),
            body: String::new(),
            indent: 0,
            names: 0,
            variables: Vec::new(),
            checks: Vec::new(),
            inputs,
            inputs_left: inputs,
            bits,
            defects,
            nesting: 0,
            in_loop: false,
            in_main: false,
            helpers: Vec::new(),
        }
    }

    fn program(mut self) -> MemoryProgram {
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.fresh("g"), self.ty());
            let initial = self.random.below(50);
            self.file.push_str(&format!("static {ty} {name} = {initial};\n"));
            self.variables.push(Variable { name, ty, writable: true });
        }
        for _ in 0..self.random.below(2) {
            self.helper();
        }
        self.in_main = true;
        self.function("int main(void)", |g| {
            g.input();
            g.input();
            for _ in 0..1 + g.random.below(2) {
                g.declare();
            }
            for _ in 0..2 + g.random.below(4) {
                g.scene();
                g.check();
            }
            g.check();
            emit!(g, "return 0;");
        });
        MemoryProgram { text: self.file, checks: self.checks, inputs: self.inputs, bits: self.bits }
    }

    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.body.push_str("    ");
        }
        self.body.push_str(line);
        self.body.push('\n');
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Writes a function of file scope; what it declares is out of scope behind it.
    fn function(&mut self, head: &str, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.body);
        let indent = std::mem::replace(&mut self.indent, 0);
        emit!(self, "{head} {{");
        self.block(write);
        emit!(self, "}}");
        self.indent = indent;
        let text = std::mem::replace(&mut self.body, outer);
        self.file.push_str(&text);
    }

    /// Writes lines one step deeper, in a scope of their own.
    fn block(&mut self, write: impl FnOnce(&mut Self)) {
        let outside = self.variables.len();
        self.indent += 1;
        write(self);
        self.indent -= 1;
        self.variables.truncate(outside);
    }

    /// A function of integers made of scenes, which scenes of `main` may call.
    fn helper(&mut self) {
        let name = self.fresh("work");
        let outside = self.variables.len();
        let (a, b) = (self.fresh("p"), self.fresh("p"));
        for name in [&a, &b] {
            self.variables.push(Variable { name: name.clone(), ty: "int", writable: true });
        }
        self.function(&format!("static int {name}(int {a}, int {b})"), |g| {
            for _ in 0..1 + g.random.below(2) {
                g.scene();
            }
            let result = g.small();
            emit!(g, "return {result};");
        });
        self.variables.truncate(outside);
        self.helpers.push(name);
    }

    /// A new variable with an input, or with a constant where all inputs are used up.
    fn input(&mut self) {
        let name = self.fresh(INPUT);
        // In a function that may be called often, or in a loop, the number of inputs would not be known.
        if self.inputs_left > 0 && self.in_main && !self.in_loop {
            self.inputs_left -= 1;
            emit!(self, "int {name} = __VERIFIER_nondet_int() & {};", (1 << self.bits) - 1);
        } else {
            emit!(self, "int {name} = {};", self.random.below(4));
        }
        self.variables.push(Variable { name, ty: "int", writable: false });
    }

    /// A new variable with the value of an expression.
    fn declare(&mut self) -> String {
        let (name, ty, value) = (self.fresh("v"), self.ty(), self.small());
        emit!(self, "{ty} {name} = {value};");
        self.variables.push(Variable { name: name.clone(), ty, writable: true });
        name
    }

    /// A new `int` with this value.
    fn declare_int(&mut self, value: &str) -> String {
        let name = self.fresh("v");
        emit!(self, "int {name} = {value};");
        self.variables.push(Variable { name: name.clone(), ty: "int", writable: true });
        name
    }

    /// Whether a defect is planted here.
    fn defect(&mut self) -> bool {
        let planted = self.defects > 0 && self.random.chance(50);
        self.defects -= usize::from(planted);
        planted
    }

    /// A value that will be asserted.
    fn check(&mut self) {
        if !self.in_main || self.in_loop {
            return;
        }
        let Some(variable) = self.readable() else { return };
        let value = match variable.ty {
            "unsigned long" | "__int128" | "unsigned __int128" => format!("(long long){}", variable.name),
            _ if self.random.chance(20) => format!("{} - {}", variable.name, self.random.below(3)),
            _ => variable.name,
        };
        emit!(self, "CHECK({}, {value});", self.checks.len());
        self.checks.push(Check { value });
    }

    fn scene(&mut self) {
        let nested = self.nesting < 2;
        match self.random.below(31) {
            0 => self.assign(),
            1 => self.casts(),
            2 => self.union_scene(),
            3 => self.bit_fields(),
            4 => self.floats(),
            5 => self.wide(),
            6 => self.array(),
            7 => self.walk(),
            8 => self.records(),
            9 => self.record_array(),
            10 => self.address(),
            11 => self.dead_local(),
            12 => self.matrix(),
            13 => self.heap_array(),
            14 => self.heap_record(),
            15 => self.grow(),
            16 => self.list(),
            17 => self.string_functions(),
            18 => self.string_walk(),
            19 => self.memory_functions(),
            20 if nested => self.branch(),
            21 if nested => self.repeat(),
            22 if nested => self.switch(),
            23 if nested => self.jump(),
            24 => self.function_pointers(),
            25 => self.calls(),
            26..=30 => self.form(),
            _ => self.assign(),
        }
    }
}
