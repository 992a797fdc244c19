//! Random C programs with few states and an assertion or two, which the oracle can decide.
//!
//! Values stay small: inputs are bytes that an assumption cuts down, counters are guarded or wrap at a byte. Loops may be infinite.

use crate::random::Random;

struct Generator {
    random: Random,
    /// Variables in scope, with the largest value that assignments aim at.
    variables: Vec<(String, usize)>,
    functions: Vec<(String, usize)>,
    text: String,
    indent: usize,
    loops: usize,
    names: usize,
    asserted: bool,
}

const HEADER: &str = "\
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
";

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::new(seed, 2),
        variables: Vec::new(),
        functions: Vec::new(),
        text: HEADER.to_owned(),
        indent: 0,
        loops: 0,
        names: 0,
        asserted: false,
    };
    generator.file();
    generator.text
}

impl Generator {
    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn declare(&mut self, storage: &str) {
        let (name, bound) = (self.fresh("x"), self.random.pick(&[1, 2, 3, 5, 7]));
        let ty = self.random.pick(&["int", "int", "unsigned int", "unsigned char", "signed char", "short", "long"]);
        let initial = self.random.below(bound + 1);
        self.line(&format!("{storage}{ty} {name} = {initial};"));
        self.variables.push((name, bound));
    }

    fn file(&mut self) {
        for _ in 0..self.random.below(3) {
            self.declare("");
        }
        let globals = self.variables.clone();
        for _ in 0..self.random.below(3) {
            self.function();
            self.variables = globals.clone();
        }
        self.line("int main(void) {");
        self.indent += 1;
        for _ in 0..2 + self.random.below(2) {
            self.declare("");
        }
        if self.random.chance(60) {
            self.input();
        }
        for _ in 0..2 + self.random.below(4) {
            self.statement(3);
        }
        if !self.asserted || self.random.chance(50) {
            self.assertion();
        }
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
    }

    fn function(&mut self) {
        let (name, parameter) = (self.fresh("f"), self.fresh("p"));
        let bound = self.random.pick(&[3, 7]);
        self.line(&format!("int {name}(int {parameter}) {{"));
        self.indent += 1;
        self.variables.push((parameter.clone(), bound));
        for _ in 0..1 + self.random.below(2) {
            self.statement(1);
        }
        if self.random.chance(25) {
            self.line(&format!("if ({parameter} > 0 && {parameter} < 4) return {name}({parameter} - 1);"));
        }
        let value = self.value(bound);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.functions.push((name, bound));
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 9 } else { 16 }) {
            0..=3 => self.assignment(),
            4 => self.step(),
            5 => self.input(),
            6 if self.loops > 0 => {
                let condition = self.condition(1);
                let jump = self.random.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            7 if self.random.chance(40) => self.assertion(),
            8 => self.call(),
            9..=11 => self.branch(depth),
            12..=14 => self.repeat(depth),
            15 => self.switch(depth),
            _ => self.assignment(),
        }
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn variable(&mut self) -> (String, usize) {
        let variables = self.variables.clone();
        self.random.pick(&variables)
    }

    /// A value of the right size for a variable with this bound.
    fn value(&mut self, bound: usize) -> String {
        let (y, _) = self.variable();
        let (z, _) = self.variable();
        match self.random.below(6) {
            0 | 1 => self.random.below(bound + 1).to_string(),
            2 => format!("({y} + {}) % {}", 1 + self.random.below(3), bound + 1),
            3 => format!("({y} + {z}) & {}", if bound > 3 { 7 } else { 3 }),
            4 => {
                format!("{y} > {} ? {} : {}", self.random.below(5), self.random.below(bound + 1), self.random.below(3))
            }
            _ => format!("{y} % {}", bound + 1),
        }
    }

    fn assignment(&mut self) {
        let (x, bound) = self.variable();
        let value = self.value(bound);
        self.line(&format!("{x} = {value};"));
    }

    /// One up or down, within bounds.
    fn step(&mut self) {
        let (x, bound) = self.variable();
        match self.random.below(4) {
            0 => self.line(&format!("if ({x} > 0) {x}--;")),
            1 => self.line(&format!("if ({x} < {bound}) {{ {x}++; }} else {{ {x} = 0; }}")),
            _ => self.line(&format!("if ({x} < {bound}) {x} = {x} + 1;")),
        }
    }

    fn input(&mut self) {
        let (x, bound) = self.variable();
        self.line(&format!("{x} = __VERIFIER_nondet_uchar();"));
        match self.random.below(3) {
            0 => self.line(&format!("if ({x} < 0 || {x} > {bound}) abort();")),
            1 => self.line(&format!("__VERIFIER_assume({x} >= 0 && {x} <= {bound});")),
            _ => self.line(&format!("{x} = {x} & {};", if bound > 3 { 7 } else { 3 })),
        }
    }

    fn call(&mut self) {
        if self.functions.is_empty() {
            return self.assignment();
        }
        let functions = self.functions.clone();
        let (name, bound) = self.random.pick(&functions);
        let (x, _) = self.variable();
        let argument = self.value(bound);
        self.line(&format!("{x} = {name}({argument});"));
    }

    fn atom(&mut self) -> String {
        let (x, bound) = self.variable();
        let (y, _) = self.variable();
        let c = self.random.below(bound + 2);
        let relation = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(7) {
            0 => format!("{x} {relation} {y}"),
            1 => format!("{x} + {y} {relation} {c}"),
            2 => format!("{x} % 2 {relation} {}", self.random.below(2)),
            3 => format!("2 * {x} {relation} {y} + {c}"),
            _ => format!("{x} {relation} {c}"),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let a = self.atom();
        match self.random.below(8) {
            0 if depth > 0 => format!("{a} && {}", self.condition(depth - 1)),
            1 if depth > 0 => format!("{a} || {}", self.condition(depth - 1)),
            2 => format!("!({a})"),
            3 => "__VERIFIER_nondet_bool()".to_owned(),
            _ => a,
        }
    }

    fn assertion(&mut self) {
        self.asserted = true;
        let (x, bound) = self.variable();
        // Either a fact that often holds, or anything.
        let claim = match self.random.below(7) {
            0 => format!("{x} <= {}", bound + self.random.below(2)),
            1 => format!("{x} >= 0"),
            2 | 3 => {
                let (a, b) = (self.atom(), self.atom());
                format!("!({a}) || {b}")
            }
            _ => self.atom(),
        };
        if self.random.chance(50) {
            self.line(&format!("if (!({claim})) reach_error();"));
        } else {
            self.line(&format!("if (!({claim})) __assert_fail(\"{claim}\", \"program.c\", 1, \"main\");"));
        }
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition(1);
        self.line(&format!("if ({condition}) {{"));
        self.block(depth - 1);
        if self.random.chance(50) {
            self.line("} else {");
            self.block(depth - 1);
        }
        self.line("}");
    }

    fn repeat(&mut self, depth: usize) {
        self.loops += 1;
        let condition = self.condition(1);
        match self.random.below(5) {
            0 => {
                self.line("do {");
                self.block(depth - 1);
                self.line(&format!("}} while ({condition});"));
            }
            1 => {
                let head = self.random.pick(&["while (1) {", "for (;;) {"]);
                self.line(head);
                self.block(depth - 1);
                self.line(&format!("    if ({condition}) break;"));
                self.line("}");
            }
            2 => {
                let (x, bound) = self.variable();
                self.line(&format!("for ({x} = 0; {x} < {bound}; {x}++) {{"));
                self.block(depth - 1);
                self.line("}");
            }
            _ => {
                self.line(&format!("while ({condition}) {{"));
                self.block(depth - 1);
                self.line("}");
            }
        }
        self.loops -= 1;
    }

    fn switch(&mut self, depth: usize) {
        let (x, _) = self.variable();
        self.line(&format!("switch ({x}) {{"));
        // A `continue` inside is one of the loop around, a `break` ends the arm: both are fine.
        for case in 0..1 + self.random.below(3) {
            self.line(&format!("case {case}:"));
            self.block(depth - 1);
            if self.random.chance(60) {
                self.line("    break;");
            }
        }
        if self.random.chance(50) {
            self.line("default:");
            self.block(depth - 1);
        }
        self.line("}");
    }
}
