//! Scenes about control: branches, loops, jumps, calls, recursion.

use super::{Generator, emit};

impl Generator {
    /// One or two scenes in a block of their own.
    fn inner_scenes(&mut self) {
        self.nesting += 1;
        self.block(|g| {
            for _ in 0..1 + g.random.below(2) {
                g.scene();
            }
            // What a scene computes stays behind in a variable from outside.
            let (target, value) = (g.target().name, g.name());
            emit!(g, "{target} = {value};");
        });
        self.nesting -= 1;
    }

    pub(super) fn branch(&mut self) {
        emit!(self, "if {} {{", self.condition());
        self.inner_scenes();
        if self.random.chance(60) {
            emit!(self, "}} else {{");
            self.inner_scenes();
        }
        emit!(self, "}}");
    }

    /// A loop of a few iterations.
    pub(super) fn repeat(&mut self) {
        let (k, was_in_loop) = (self.fresh("k"), std::mem::replace(&mut self.in_loop, true));
        let bound = if self.random.chance(50) {
            (1 + self.random.below(3)).to_string()
        } else {
            format!("({} & 3)", self.name())
        };
        self.variables.push(super::Variable { name: k.clone(), ty: "int", writable: false });
        let kind = self.random.below(3);
        emit!(self, "int {k} = 0;");
        match kind {
            0 => emit!(self, "for ({k} = 0; {k} < {bound}; {k}++) {{"),
            1 => emit!(self, "while ({k} < {bound}) {{"),
            _ => emit!(self, "do {{"),
        }
        if kind != 0 {
            emit!(self, "    {k}++;");
        }
        if self.random.chance(25) {
            emit!(self, "    if {} {};", self.condition(), self.random.pick(&["break", "continue"]));
        }
        self.inner_scenes();
        match kind {
            2 => emit!(self, "}} while ({k} < {});", 1 + self.random.below(3)),
            _ => emit!(self, "}}"),
        }
        self.in_loop = was_in_loop;
    }

    pub(super) fn switch(&mut self) {
        emit!(self, "switch ((int){} & 3) {{", self.name());
        for label in ["case 0:", "case 2:", "default:"] {
            emit!(self, "{label} {{");
            self.inner_scenes();
            emit!(self, "}}");
            if self.random.chance(65) {
                emit!(self, "    break;");
            }
        }
        emit!(self, "}}");
    }

    /// Jumps forward over a scene, or back a few times.
    pub(super) fn jump(&mut self) {
        let label = self.fresh("label");
        if self.random.chance(50) {
            emit!(self, "if {} goto {label};", self.condition());
            emit!(self, "{{");
            self.inner_scenes();
            emit!(self, "}}");
            emit!(self, "{label}:;");
        } else {
            let (tries, was_in_loop) = (self.fresh("k"), std::mem::replace(&mut self.in_loop, true));
            emit!(self, "int {tries} = 0;");
            emit!(self, "{label}: {{");
            self.inner_scenes();
            emit!(self, "}}");
            emit!(self, "if ({tries} < 2 && {}) {{ {tries}++; goto {label}; }}", self.condition());
            self.in_loop = was_in_loop;
        }
    }

    pub(super) fn function_pointers(&mut self) {
        let f = self.fresh("op");
        self.file.push_str(&format!(
            "static int {f}_add(int l, int r) {{ return l + r; }}\nstatic int {f}_less(int l, int r) {{ return l < r; }}\nstatic int {f}_mix(int l, int r) {{ return l * 3 - r; }}\n"
        ));
        let (table, i) = (self.fresh("f"), self.index(3, false));
        let last = if self.defect() { "0".to_owned() } else { format!("{f}_mix") };
        emit!(self, "int (*{table}[3])(int, int) = {{ {f}_add, {f}_less, {last} }};");
        let (left, right) = (self.small(), self.small());
        if self.random.chance(50) {
            self.declare_int(&format!("{table}[{i}]({left}, {right})"));
        } else {
            let p = self.fresh("q");
            emit!(self, "int (*{p})(int, int) = {table}[{i}];");
            let guard = format!("if ({p} == {f}_less) {p} = &{f}_add;");
            emit!(self, "{guard}");
            self.declare_int(&format!("(*{p})({left}, {right})"));
        }
    }

    /// Calls: of a function made of scenes, of one that calls itself, of one that remembers.
    pub(super) fn calls(&mut self) {
        let (left, right) = (self.small(), self.small());
        if !self.helpers.is_empty() && self.in_main && self.random.chance(40) {
            let helper = self.random.pick(&self.helpers);
            self.declare_int(&format!("{helper}({left}, {right})"));
            return;
        }
        let (f, defect) = (self.fresh("call"), self.defect());
        match self.random.below(4) {
            0 => {
                self.file.push_str(&format!("static int {f}(int n) {{ return n <= 0 ? 1 : n * {f}(n - 1); }}\n"));
                let most = if defect { 15 } else { 7 };
                let name = self.name();
                self.declare_int(&format!("{f}({name} & {most})"));
            }
            1 => {
                self.file.push_str(&format!("static int {f}(int a, int b) {{ return b == 0 ? a : {f}(b, a % b); }}\n"));
                self.declare_int(&format!("{f}(({left}) & 15, ({right}) & 15)"));
            }
            2 => {
                let end = if defect { "n > 4" } else { "n >= 4" };
                self.file.push_str(&format!(
                    "static int {f}(const int *a, int n) {{ return {end} ? 0 : a[n] + {f}(a, n + 1); }}\n"
                ));
                let (a, name) = (self.fresh("a"), self.name());
                emit!(self, "int {a}[4] = {{ 1, {}, 3 }};", self.small());
                self.declare_int(&format!("{f}({a}, {name} & 3)"));
            }
            _ => {
                self.file.push_str(&format!(
                    "static int {f}(int by) {{\n    static int calls = 3;\n    calls += by;\n    return calls;\n}}\n"
                ));
                let first = self.declare_int(&format!("{f}({left})"));
                self.declare_int(&format!("{f}({first} & 7)"));
            }
        }
    }
}
