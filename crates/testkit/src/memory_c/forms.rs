//! Scenes about forms of C: literals of structures, designators, bytes of objects, tables, compound assignments, `void *`.

use super::{Generator, Variable, emit};

impl Generator {
    pub(super) fn form(&mut self) {
        match self.random.below(7) {
            0 => self.compound_literals(),
            1 => self.designators(),
            2 => self.bytes(),
            3 => self.void_pointers(),
            4 => self.table(),
            5 => self.compound_assignments(),
            _ => self.rows(),
        }
    }

    /// Structures that have no name: literals, and what functions return.
    fn compound_literals(&mut self) {
        let (tag, f, s) = (self.fresh("s"), self.fresh("make"), self.fresh("s"));
        self.file.push_str(&format!(
            "struct {tag} {{ int x, y; short z[2]; }};\nstatic struct {tag} {f}(int k) {{\n    return (struct {tag}){{ .y = k, .z = {{ 1, k }} }};\n}}\n"
        ));
        emit!(self, "struct {tag} {s} = (struct {tag}){{ .y = {}, .x = 2 }};", self.name());
        let value = match self.random.below(4) {
            0 => format!("{f}({}).z[1] + {s}.y", self.name()),
            1 => format!("({} ? {s} : {f}(3)).y", self.condition()),
            2 => {
                let p = self.fresh("q");
                emit!(self, "struct {tag} *{p} = &(struct {tag}){{ {}, .z[1] = 4 }};", self.name());
                emit!(self, "{p}->z[0]--;");
                format!("{p}->x + {p}->z[0] + {p}->z[1]")
            }
            _ => {
                emit!(self, "{s} = {f}({s}.x);");
                format!("sizeof({s}.z) + {s}.z[1]")
            }
        };
        self.read_into("long", &value);
    }

    fn designators(&mut self) {
        let (a, n) = (self.fresh("a"), 3 + self.random.below(3));
        let storage = self.random.pick(&["", "static "]);
        let value = if storage.is_empty() { self.name() } else { "9".to_owned() };
        let defect = self.defect();
        emit!(self, "{storage}int {a}[] = {{ [{}] = 5, [0] = {value}, 7, [1 ... 2] = 3 }};", n - 1);
        let i = self.index_of_array(n, defect);
        emit!(self, "{a}[{i}] += 1;");
        self.read_into("long", &format!("{a}[0] + {a}[1] * 2 + (int)(sizeof {a} / sizeof *{a})"));
    }

    /// The bytes of a number, by way of a pointer and by copies.
    fn bytes(&mut self) {
        let (ty, size) = self.random.pick(&[("int", 4), ("short", 2), ("unsigned", 4), ("long", 8)]);
        let (x, p, y) = (self.fresh("x"), self.fresh("q"), self.fresh("y"));
        emit!(self, "{ty} {x} = {};", self.name());
        let defect = self.defect();
        if self.random.chance(50) {
            let i = self.index(size, defect);
            emit!(self, "unsigned char *{p} = (unsigned char *)&{x};");
            emit!(self, "{p}[{i}] ^= 3;");
            self.read_into(ty, &x);
        } else {
            let room = if defect { size - 1 } else { size };
            emit!(self, "unsigned char {p}[{room}];");
            emit!(self, "memcpy({p}, &{x}, sizeof {x});");
            emit!(self, "{p}[1] = 2;");
            emit!(self, "{ty} {y} = 0;");
            emit!(self, "memcpy(&{y}, {p}, {room});");
            self.read_into(ty, &y);
        }
    }

    fn void_pointers(&mut self) {
        let (tag, p, x) = (self.fresh("s"), self.fresh("q"), self.target_int());
        let defect = self.defect();
        self.file.push_str(&format!("struct {tag} {{ int kind; int value; }};\n"));
        let (s, f) = (self.fresh("s"), self.fresh("use"));
        self.file.push_str(&format!(
            "static int {f}(void *p, int kind) {{\n    if (kind) {{ struct {tag} *s = p; return s->value; }}\n    return *(int *)p;\n}}\n"
        ));
        emit!(self, "struct {tag} {s} = {{ 1, {} }};", self.name());
        // The tag that goes with the pointer; a wrong one reads behind an `int`.
        let kind = self.fresh("kind");
        emit!(self, "int {kind} = {};", self.condition());
        emit!(self, "void *{p} = {kind} ? (void *)&{s} : (void *)&{x};");
        let passed = if defect { format!("!{kind}") } else { kind };
        self.declare_int(&format!("{f}({p}, {passed})"));
    }

    fn table(&mut self) {
        let (names, i) = (self.fresh("names"), self.fresh("i"));
        let defect = self.defect();
        self.file.push_str(&format!(
            "enum {names}_kind {{ {names}_A, {names}_B = 2, {names}_C }};\nstatic const struct {{ const char *text; enum {names}_kind kind; }} {names}[] = {{\n    {{ \"a\", {names}_A }}, {{ \"bcd\", {names}_C }}, {{ .kind = {names}_B, .text = \"ef\" }},\n}};\n"
        ));
        let modulus = if defect { 4 } else { 3 };
        emit!(self, "unsigned {i} = (unsigned){} % {modulus};", self.name());
        self.variables.push(Variable { name: i.clone(), ty: "unsigned", writable: false });
        let value = match self.random.below(3) {
            0 => format!("(int)strlen({names}[{i}].text)"),
            1 => format!("{names}[{i}].kind == {names}_C ? {names}[{i}].text[1] : *{names}[{i}].text"),
            _ => format!("{names}[{i}].text[{names}[{i}].kind > {names}_B]"),
        };
        self.declare_int(&value);
    }

    fn compound_assignments(&mut self) {
        let ty = self.random.pick(&["signed char", "unsigned char", "short", "unsigned short", "int"]);
        let c = self.fresh("c");
        emit!(self, "{ty} {c} = {};", self.name());
        for _ in 0..2 + self.random.below(3) {
            let name = self.name();
            match self.random.below(8) {
                0 => emit!(self, "{c} += 100;"),
                1 => emit!(self, "{c} -= {name};"),
                2 if self.defect() => emit!(self, "{c} <<= 2;"),
                3 => emit!(self, "{c} >>= 1;"),
                4 if self.defect() => emit!(self, "{c} /= {name};"),
                5 => emit!(self, "{c} %= ({name} & 7) + 2;"),
                6 => emit!(self, "{c} |= {name};"),
                _ => emit!(self, "{c}{};", self.random.pick(&["++", "--"])),
            }
        }
        if self.defect() {
            // The product of two promoted numbers may overflow.
            self.read_into("int", &format!("{c} * {c}"));
        } else {
            self.read_into("int", &format!("{c}-- > 3 ? -{c} : ~{c}"));
        }
    }

    /// Pointers to pointers in allocated memory.
    fn rows(&mut self) {
        let (rows, k, n) = (self.fresh("h"), self.fresh("k"), 1 + self.random.below(2));
        emit!(self, "int **{rows} = malloc({n} * sizeof *{rows});");
        emit!(self, "for (int {k} = 0; {k} < {n}; {k}++) {rows}[{k}] = calloc(2, sizeof(int));");
        let (defect, row) = (self.defect(), self.index(n, false));
        let column = self.index(2, defect);
        emit!(self, "{rows}[{row}][{column}] = {};", self.name());
        let sum = self.declare_int("0");
        let early = self.defect();
        if early {
            emit!(self, "free({rows}[{}]);", n - 1);
        }
        emit!(self, "for (int {k} = 0; {k} < {n}; {k}++) {sum} = {sum} / 2 + {rows}[{k}][1] - *{rows}[{k}];");
        emit!(self, "for (int {k} = 0; {k} < {n}; {k}++) free({rows}[{k}]);");
        emit!(self, "free({rows});");
    }
}
