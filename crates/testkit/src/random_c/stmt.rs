//! Statements.

use super::{Generator, Variable};

impl Generator {
    pub(super) fn statement(&mut self, depth: usize) {
        if self.placed_labels < self.labels && self.random.chance(25) {
            let label = self.placed_labels;
            self.placed_labels += 1;
            self.line(&format!("out{label}: ;"));
        }
        let choice = if depth == 0 { self.random.below(10) } else { self.random.below(22) };
        match choice {
            0..=5 => self.assignment(),
            6 => self.observation(),
            7 => self.jump(),
            8 => {
                let e = self.effectful(None);
                self.line(&format!("{e};"));
            }
            9 => self.call_statement(),
            10..=13 => self.conditional_statement(depth),
            14..=17 => self.loop_statement(depth),
            18 | 19 => self.switch(depth),
            20 => self.block(depth),
            _ => self.recursive_call(),
        }
    }

    fn statements(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn variable(&mut self) -> Variable {
        let variables = self.variables.clone();
        self.random.pick(&variables)
    }

    /// A variable whose place no call can change: C leaves open whether it is found before or after a call on the right side.
    fn settled_variable(&mut self) -> Variable {
        let settled = |v: &&Variable| !v.name.contains(['*', '>', '[']);
        let variables: Vec<Variable> = self.variables.iter().filter(settled).cloned().collect();
        self.random.pick(&variables)
    }

    /// Moves a pointer, copies a structure, or sets a bit-field.
    fn memory_statement(&mut self) {
        let p = self.prefix.clone();
        let value = self.pure();
        let line = match self.random.below(7) {
            0 => format!("{p}r = &{p}m[({value}) & 7];"),
            1 => format!("{p}r = {p}m + (({value}) & 7);"),
            2 => format!("{p}q = ({value}) & 1 ? &{p}s0 : &{p}s1;"),
            3 => format!("{p}s1 = {p}s0;"),
            4 => format!("*{p}q = {p}s0;"),
            5 => format!("{p}s0.c = {value}; {p}see({p}s0.c);"),
            _ => format!("{p}q->d = {value}; {p}see({p}q->d); {p}see({p}r - {p}m);"),
        };
        self.line(&line);
    }

    fn assignment(&mut self) {
        if self.has_memory && self.random.chance(20) {
            return self.memory_statement();
        }
        let target = self.variable();
        let name = &target.name;
        let line = match self.random.below(10) {
            0 => format!("{name}++;"),
            1 => format!("--{name};"),
            2..=4 => {
                // What a call may change cannot be read by the same compound assignment.
                let value = if target.global { self.pure() } else { self.effectful(Some(name)) };
                match self.random.pick(&["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]) {
                    op @ ("/=" | "%=") if self.random.chance(90) => format!("{name} {op} ({value}) | 1;"),
                    op @ ("<<=" | ">>=") if self.random.chance(90) => format!("{name} {op} ({value}) & 7;"),
                    op @ ("+=" | "-=" | "*=") if self.random.chance(70) => {
                        format!("{name} {op} (signed char)({value});")
                    }
                    op => format!("{name} {op} {value};"),
                }
            }
            5 => {
                let other = self.variable();
                let value = self.pure();
                // Two names of one object may not be set in one expression.
                if other.name == *name || (other.global && target.global) {
                    format!("{name} = {value};")
                } else {
                    format!("{name} = {} = {value};", other.name)
                }
            }
            _ if name.contains(['*', '>', '[']) => format!("{name} = {};", self.pure()),
            _ => format!("{name} = {};", self.effectful(Some(name))),
        };
        self.line(&line);
    }

    fn observation(&mut self) {
        let variable = self.variable();
        self.see(&variable.name, &variable.ty);
    }

    /// Leaves a loop or the function, or jumps to a label; each guarded so that the code behind stays alive.
    fn jump(&mut self) {
        let p = self.prefix.clone();
        let condition = self.condition();
        let jump = match self.random.below(4) {
            0 if self.loops > 0 => "break;".to_owned(),
            1 if self.loops > 0 && !self.in_switch => "continue;".to_owned(),
            2 => self.leave(),
            _ if self.labels > 0 => format!("goto out{};", self.random.below(self.labels)),
            _ => self.leave(),
        };
        if jump.starts_with("goto") || jump == "continue;" {
            self.line(&format!("if (({condition}) && {p}fuel > 0) {{ {p}fuel--; {jump} }}"));
        } else {
            self.line(&format!("if ({condition}) {jump}"));
        }
    }

    fn call_statement(&mut self) {
        if self.functions.is_empty() {
            return self.assignment();
        }
        let functions = self.functions.clone();
        let function = self.random.pick(&functions);
        let call = self.call(&function);
        let target = self.settled_variable();
        match function.result {
            Some(_) if self.random.chance(80) => self.line(&format!("{} = {call};", target.name)),
            _ => self.line(&format!("{call};")),
        }
    }

    /// A call of the function that is being defined, with its counter one lower.
    fn recursive_call(&mut self) {
        let Some(function) = self.recursive.clone() else { return self.assignment() };
        let counter = self.variables.iter().find(|v| v.name.starts_with('a')).map(|v| v.name.clone());
        let Some(counter) = counter else { return self.assignment() };
        let mut args = vec![format!("(int)({counter} - 1)")];
        for ty in &function.params[1..] {
            args.push(format!("({ty})({})", self.pure()));
        }
        let call = format!("{}({})", function.name, args.join(", "));
        let target = self.settled_variable();
        let assigned = if function.result.is_some() { format!("{} = {call}", target.name) } else { call };
        self.line(&format!("if ({counter} > 0 && {counter} < 10) {assigned};"));
    }

    fn conditional_statement(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.statements(depth - 1);
        match self.random.below(4) {
            0 => self.line("}"),
            1 => {
                let other = self.condition();
                self.line(&format!("}} else if ({other}) {{"));
                self.statements(depth - 1);
                self.line("}");
            }
            _ => {
                self.line("} else {");
                self.statements(depth - 1);
                self.line("}");
            }
        }
    }

    fn loop_statement(&mut self, depth: usize) {
        let p = self.prefix.clone();
        let counter = self.variable();
        let bound = self.random.below(6);
        let in_switch = std::mem::replace(&mut self.in_switch, false);
        self.loops += 1;
        match self.random.below(4) {
            0 => {
                let condition = self.condition();
                self.line(&format!("while ({p}fuel > 0 && ({condition})) {{"));
                self.loop_body(depth);
                self.line("}");
            }
            1 => {
                let condition = self.condition();
                self.line("do {");
                self.loop_body(depth);
                self.line(&format!("}} while ({p}fuel > 0 && ({condition}));"));
            }
            2 => {
                let (ty, name) = (self.ty(), self.fresh("i"));
                let declare = self.labels == 0;
                if declare {
                    self.line(&format!("for ({ty} {name} = 0; {p}fuel > 0 && {name} < {bound}; {name}++) {{"));
                    self.variables.push(Variable { name, ty, global: false });
                } else {
                    let name = &counter.name;
                    self.line(&format!("for ({name} = 0; {p}fuel > 0 && {name} < {bound}; ++{name}) {{"));
                }
                self.loop_body(depth);
                if declare {
                    self.variables.pop();
                }
                self.line("}");
            }
            _ => {
                let name = &counter.name;
                self.line(&format!("for ({name} = {bound}; ; {name} -= 1) {{"));
                self.indent += 1;
                self.line(&format!("if ({p}fuel == 0 || {name} <= 0) break;"));
                self.indent -= 1;
                self.loop_body(depth);
                self.line("}");
            }
        }
        self.loops -= 1;
        self.in_switch = in_switch;
    }

    fn loop_body(&mut self, depth: usize) {
        let p = self.prefix.clone();
        self.indent += 1;
        self.line(&format!("if ({p}fuel == 0) break;"));
        self.line(&format!("{p}fuel--;"));
        self.indent -= 1;
        self.statements(depth - 1);
    }

    fn switch(&mut self, depth: usize) {
        let subject = self.effectful(None);
        let subject = if self.random.chance(70) { format!("({subject}) & 7") } else { subject };
        self.line(&format!("switch ({subject}) {{"));
        let in_switch = std::mem::replace(&mut self.in_switch, true);
        self.loops += 1;
        let mut next = self.random.below(3);
        let default_at = self.random.below(6);
        for arm in 0..1 + self.random.below(4) {
            if arm == default_at {
                self.line("default:");
            }
            let last = next + if self.random.chance(15) { 1 } else { 0 };
            match self.random.below(8) {
                0 if last > next => self.line(&format!("case {next} ... {last}:")),
                1 => self.line(&format!("case {} + 0x{last:x}:", 0)),
                _ => self.line(&format!("case {last}:")),
            }
            next = last + 1 + self.random.below(2);
            self.statements(depth - 1);
            if self.random.chance(60) {
                self.indent += 1;
                self.line("break;");
                self.indent -= 1;
            }
        }
        if default_at == 5 {
            self.line("default: ;");
        }
        self.loops -= 1;
        self.in_switch = in_switch;
        self.line("}");
    }

    /// A block with a variable of its own, which may hide another one.
    fn block(&mut self, depth: usize) {
        if self.labels > 0 {
            return self.assignment(); // A jump into the block would skip the initial value.
        }
        let hidden = self.variable();
        let name = if hidden.global || self.random.chance(50) { self.fresh("b") } else { hidden.name };
        let ty = self.ty();
        let value = if name.starts_with('b') { self.pure() } else { self.literal() };
        self.line("{");
        self.indent += 1;
        self.line(&format!("{ty} {name} = {value};"));
        self.indent -= 1;
        let scope = self.variables.clone();
        self.variables.retain(|v| v.name != name);
        self.variables.push(Variable { name, ty, global: false });
        self.statements(depth - 1);
        self.variables = scope;
        self.line("}");
    }
}
