//! Scenes about objects that have a name: arrays, pointers into them, structures, addresses of variables.

use super::{Generator, Variable, emit};

impl Generator {
    /// An array of this many elements with initial values.
    fn declare_array(&mut self, ty: &str, n: usize) -> String {
        let name = self.fresh("a");
        let values: Vec<String> = (0..n).map(|_| self.random.below(20).to_string()).collect();
        emit!(self, "{ty} {name}[{n}] = {{ {} }};", values.join(", "));
        name
    }

    pub(super) fn array(&mut self) {
        let n = 2 + self.random.below(4);
        let (ty, defect) = (self.random.pick(&["int", "short", "unsigned char", "long"]), self.defect());
        let a = self.declare_array(ty, n);
        match self.random.below(3) {
            0 => {
                let bound = if defect { format!("<= {n}") } else { format!("< {n}") };
                let i = self.fresh("i");
                emit!(self, "for (int {i} = 0; {i} {bound}; {i}++) {a}[{i}] += {i} * 2;");
            }
            1 => {
                let (index, value) = (self.index_of_array(n, defect), self.name());
                emit!(self, "{a}[{index}] = {value};");
            }
            _ => {
                let (from, to) = (self.index(n, false), self.index(n, defect));
                emit!(self, "{a}[{to}] = {a}[{from}] + 1;");
            }
        }
        let read = self.index(n, false);
        self.read_into("long", &format!("{a}[{read}]"));
    }

    /// A pointer that moves through an array.
    pub(super) fn walk(&mut self) {
        let (n, defect) = (3 + self.random.below(3), self.defect());
        let ty = self.random.pick(&["int", "short", "unsigned char", "unsigned"]);
        let (a, p) = (self.declare_array(ty, n), self.fresh("q"));
        let sum = self.declare_int("0");
        match self.random.below(4) {
            0 => {
                let end = if defect { n + 1 } else { n };
                let k = self.fresh("k");
                emit!(self, "{ty} *{p} = {a};");
                emit!(self, "for (int {k} = 0; {k} < {end}; {k}++) {sum} += *{p}++;");
            }
            1 => {
                let index = self.index(n, defect);
                emit!(self, "{ty} *{p} = {a} + {};", self.random.below(2));
                emit!(self, "{p} = {a} + {index};");
                emit!(self, "*{p} = {};", self.name());
                emit!(self, "{sum} = (int)({p} - {a});");
            }
            2 => {
                emit!(self, "{ty} *{p} = &{a}[{}];", n - 1);
                emit!(self, "while ({p} > {a}) {{ {sum} += *{p}; {p}--; }}");
                emit!(self, "{sum} += {p}[{}];", if defect { n } else { n - 1 });
            }
            _ => {
                let f = self.fresh("fill");
                let bound = if defect { "<=" } else { "<" };
                self.file.push_str(&format!(
                    "static void {f}({ty} *to, int n, int with) {{\n    for (int i = 0; i {bound} n; i++) to[i] = to[i] + with;\n}}\n"
                ));
                let with = self.small();
                emit!(self, "{f}({a}, {n}, {with});");
                emit!(self, "{ty} *{p} = &{a}[{}];", self.random.below(n));
                emit!(self, "{sum} = *{p} + {p} [0];");
            }
        }
    }

    /// A structure in a structure: copies, addresses of parts, passing by value and by address.
    pub(super) fn records(&mut self) {
        let (tag, inner) = (self.fresh("s"), self.fresh("s"));
        let n = 2 + self.random.below(2);
        self.file.push_str(&format!(
            "struct {inner} {{ short lo; int v[{n}]; }};\nstruct {tag} {{ char c; struct {inner} in; long last; }};\n"
        ));
        let (s, t) = (self.fresh("s"), self.fresh("s"));
        emit!(self, "struct {tag} {s} = {{ 1, {{ 2, {{ 3, 4 }} }}, {} }};", self.name());
        emit!(self, "struct {tag} {t} = {s};");
        for _ in 0..1 + self.random.below(3) {
            self.record_step(&tag, &inner, n, &s, &t);
        }
        let read = self.index(n, false);
        let value = match self.random.below(3) {
            0 => format!("{s}.in.v[{read}]"),
            1 => format!("{t}.in.lo + {s}.c"),
            _ => format!("{s}.last"),
        };
        self.read_into("long", &value);
    }

    fn record_step(&mut self, tag: &str, inner: &str, n: usize, s: &str, t: &str) {
        let value = self.name();
        match self.random.below(6) {
            0 => {
                let defect = self.scope.inner_bounds && self.defect();
                let i = self.index_of_array(n, defect);
                emit!(self, "{s}.in.v[{i}] = {value};");
            }
            1 => {
                let p = self.fresh("q");
                emit!(self, "struct {inner} *{p} = &{s}.in;");
                emit!(self, "{p}->lo = {value};");
                emit!(self, "{t}.in = *{p};");
            }
            2 => {
                let (p, i) = (self.fresh("q"), self.index(n, false));
                emit!(self, "int *{p} = &{s}.in.v[{i}];");
                emit!(self, "*{p} = {value};");
            }
            3 => {
                let f = self.fresh("take");
                self.file.push_str(&format!(
                    "static struct {tag} {f}(struct {tag} x, int k) {{\n    x.in.v[0] = k;\n    x.last = x.c;\n    return x;\n}}\n"
                ));
                emit!(self, "{t} = {f}({s}, {value});");
                emit!(self, "{s}.in = {t}.in;");
            }
            4 => {
                let f = self.fresh("give");
                self.file.push_str(&format!(
                    "static void {f}(struct {tag} *x, long k) {{\n    x->last = k;\n    x->in.v[1]++;\n}}\n"
                ));
                emit!(self, "{f}({} ? &{s} : &{t}, {value});", self.condition());
            }
            _ => {
                let p = self.fresh("q");
                let null = self.defect();
                let other = if null { "0".to_owned() } else { format!("&{t}") };
                emit!(self, "struct {tag} *{p} = {} ? &{s} : {other};", self.condition());
                emit!(self, "{p}->last = {p}->in.v[0];");
            }
        }
    }

    pub(super) fn record_array(&mut self) {
        let (tag, a, n, defect) = (self.fresh("s"), self.fresh("a"), 2 + self.random.below(3), self.defect());
        self.file.push_str(&format!("struct {tag} {{ int key; short count; int *at; }};\n"));
        let first = self.target_int();
        let rows: Vec<String> = (0..n).map(|k| format!("{{ {k}, {}, &{first} }}", self.random.below(9))).collect();
        emit!(self, "struct {tag} {a}[{n}] = {{ {} }};", rows.join(", "));
        let i = self.index(n, defect);
        let j = self.index(n, false);
        match self.random.below(4) {
            0 => emit!(self, "{a}[{i}].key = {a}[{j}].count + 1;"),
            1 => emit!(self, "{a}[{j}] = {a}[{i}];"),
            2 => {
                let p = self.fresh("q");
                emit!(self, "struct {tag} *{p} = {a} + {i};");
                emit!(self, "{p}->key += 2;");
                emit!(self, "{a}[0].count = (short)({p} - {a});");
            }
            _ => {
                emit!(self, "{a}[{i}].at = &{a}[{j}].key;");
                emit!(self, "*{a}[{i}].at = {};", self.name());
            }
        }
        emit!(self, "*{a}[{j}].at += 1;");
        let value = format!("{a}[{j}].key * 4 + {a}[0].count");
        self.read_into("long", &value);
    }

    /// The name of an `int` that may be written and whose address may be taken.
    pub(super) fn target_int(&mut self) -> String {
        let ints: Vec<Variable> = self.variables.iter().filter(|v| v.writable && v.ty == "int").cloned().collect();
        if ints.is_empty() {
            let value = self.small();
            return self.declare_int(&value);
        }
        self.random.pick(&ints).name
    }

    pub(super) fn address(&mut self) {
        let (x, value) = (self.target_int(), self.small());
        let (y, p) = (self.declare_int(&value), self.fresh("q"));
        match self.random.below(4) {
            0 => {
                let other = if self.defect() { "0".to_owned() } else { format!("&{y}") };
                emit!(self, "int *{p} = {} ? &{x} : {other};", self.condition());
                emit!(self, "*{p} = {};", self.small());
            }
            1 => {
                let f = self.fresh("swap");
                self.file.push_str(&format!(
                    "static void {f}(int *l, int *r) {{\n    int t = *l;\n    *l = *r;\n    *r = t;\n}}\n"
                ));
                emit!(self, "{f}(&{x}, &{y});");
                emit!(self, "int *{p} = &{y};");
                emit!(self, "++*{p};");
            }
            2 => {
                let pp = self.fresh("q");
                emit!(self, "int *{p} = &{x};");
                emit!(self, "int **{pp} = &{p};");
                emit!(self, "if {} *{pp} = &{y};", self.condition());
                emit!(self, "**{pp} = *{p} / 2;");
            }
            _ => {
                let a = self.fresh("a");
                let i = self.index(2, false);
                emit!(self, "int *{a}[2] = {{ &{x}, &{y} }};");
                emit!(self, "int *{p} = {a}[{i}];");
                emit!(self, "*{p} -= {};", self.random.below(5));
            }
        }
    }

    /// A variable of an inner block or of a function that has returned.
    pub(super) fn dead_local(&mut self) {
        let (p, defect) = (self.fresh("q"), self.scope.dead_locals && self.defect());
        let x = self.target_int();
        let t = self.fresh("t");
        if self.random.chance(60) {
            emit!(self, "int *{p} = &{x};");
            emit!(self, "if {} {{", self.condition());
            self.block(|g| {
                let value = g.small();
                emit!(g, "int {t} = {value};");
                emit!(g, "{p} = &{t};");
                emit!(g, "*{p} += 1;");
                if !defect {
                    emit!(g, "{p} = &{x};");
                }
            });
            emit!(self, "}}");
        } else {
            let f = self.fresh("local");
            let storage = if defect { "" } else { "static " };
            self.file.push_str(&format!(
                "static int *{f}(int k) {{\n    {storage}int t = 1;\n    int *q = &t;\n    t = t + (k & 3);\n    return q;\n}}\n"
            ));
            emit!(self, "int *{p} = {f}({x});");
        }
        self.read_into("int", &format!("*{p}"));
    }

    pub(super) fn matrix(&mut self) {
        let (m, rows, columns) = (self.fresh("m"), 2 + self.random.below(2), 2 + self.random.below(2));
        emit!(self, "int {m}[{rows}][{columns}] = {{ {{ 1, 2 }}, {{ {}, 4 }} }};", self.name());
        let inner = self.scope.inner_bounds && self.defect();
        let (i, j) = (self.index(rows, false), self.index_of_array(columns, inner));
        match self.random.below(2) {
            0 => emit!(self, "{m}[{i}][{j}] = {};", self.name()),
            _ => {
                let (row, k) = (self.fresh("q"), self.index(columns, false));
                emit!(self, "int (*{row})[{columns}] = {m} + {i};");
                emit!(self, "(*{row})[{k}] += 3;");
                emit!(self, "{m}[0][{j}] = {row}[0][1];");
            }
        }
        let read = self.index(rows, false);
        self.read_into("int", &format!("{m}[{read}][1]"));
    }
}
