//! Scenes about values: conversions, unions, bit-fields, floating point, 128 bits.

use super::{Generator, emit};

impl Generator {
    pub(super) fn assign(&mut self) {
        let (target, value) = (self.target().name, self.expr(2));
        match self.random.below(5) {
            0 => {
                let (op, name) = (self.random.pick(&["+=", "-=", "^=", "|=", "&="]), self.name());
                emit!(self, "{target} {op} {name};");
            }
            1 => emit!(self, "{target}{};", self.random.pick(&["++", "--"])),
            _ => emit!(self, "{target} = {value};"),
        }
    }

    pub(super) fn casts(&mut self) {
        let name = self.fresh("v");
        let narrow = self.random.pick(&["signed char", "unsigned char", "short", "unsigned short", "_Bool"]);
        let from = self.expr(1);
        let wide = self.declare_int("0");
        emit!(self, "{wide} = {from};");
        emit!(self, "{narrow} {name} = ({narrow}){wide};");
        self.variables.push(super::Variable { name: name.clone(), ty: narrow, writable: narrow != "_Bool" });
        let target = self.target().name;
        emit!(self, "{target} = {name} + ({narrow})({wide} >> {});", 1 + self.random.below(20));
    }

    pub(super) fn union_scene(&mut self) {
        let (tag, u) = (self.fresh("u"), self.fresh("u"));
        self.file.push_str(&format!(
            "union {tag} {{ unsigned w; int s; unsigned char b[4]; struct {{ short lo, hi; }} h; float f; }};\n"
        ));
        emit!(self, "union {tag} {u};");
        emit!(self, "{u}.w = {};", self.expr(1));
        for _ in 0..1 + self.random.below(3) {
            let value = self.name();
            match self.random.below(4) {
                0 => {
                    let i = self.index(4, false);
                    emit!(self, "{u}.b[{i}] = (unsigned char){value};");
                }
                1 => emit!(self, "{u}.h.{} = (short){value};", self.random.pick(&["lo", "hi"])),
                2 => emit!(self, "{u}.s = {u}.s ^ (int){value};"),
                _ => {
                    let copy = self.fresh("u");
                    emit!(self, "union {tag} {copy} = {u};");
                    emit!(self, "{copy}.b[{}]++;", self.random.below(4));
                    emit!(self, "{u} = {copy};");
                }
            }
        }
        if self.random.chance(25) {
            emit!(self, "{u}.f = (float)({} & 15);", self.name());
        }
        let part = self.random.pick(&["w", "s", "b[1]", "b[3]", "h.lo", "h.hi"]);
        let ty = if part == "w" { "unsigned" } else { "int" };
        self.read_into(ty, &format!("{u}.{part}"));
    }

    /// A new variable of this type with what was computed.
    pub(super) fn read_into(&mut self, ty: &'static str, value: &str) {
        let name = self.fresh("v");
        emit!(self, "{ty} {name} = {value};");
        self.variables.push(super::Variable { name, ty, writable: true });
    }

    pub(super) fn bit_fields(&mut self) {
        let (tag, b) = (self.fresh("b"), self.fresh("b"));
        let (one, two, three) = (1 + self.random.below(7), 2 + self.random.below(20), 2 + self.random.below(30));
        let third = self.random.pick(&["int", "unsigned", "long", "unsigned long"]);
        self.file.push_str(&format!("struct {tag} {{ unsigned a : {one}; int b : {two}; {third} c : {three}; }};\n"));
        emit!(
            self,
            "struct {tag} {b} = {{ {}, {}, {} }};",
            self.random.below(2),
            self.random.below(2),
            self.random.below(2)
        );
        for _ in 0..2 + self.random.below(3) {
            let (field, value) = (self.random.pick(&["a", "b", "c"]), self.name());
            match self.random.below(4) {
                0 => emit!(self, "{b}.{field}++;"),
                1 => emit!(self, "{b}.{field} += {};", self.random.below(9)),
                2 => {
                    emit!(self, "{b}.{field} = {b}.{} - {};", self.random.pick(&["a", "b", "c"]), self.random.below(4))
                }
                _ => emit!(self, "{b}.{field} = {value};"),
            }
        }
        if self.random.chance(40) {
            let copy = self.fresh("b");
            emit!(self, "struct {tag} {copy} = {b};");
            emit!(self, "{copy}.a = {copy}.a + 1;");
            emit!(self, "{b} = {copy};");
        }
        let value = match self.random.below(5) {
            0 => format!("{b}.a - {b}.b"),
            1 => format!("{b}.a - 1 < 0"),
            2 => format!("({b}.a ? {b}.b : {b}.c)"),
            3 => format!("(long)({b}.c << 1)"),
            _ => format!("{b}.{}", self.random.pick(&["a", "b", "c"])),
        };
        self.read_into("long", &value);
    }

    pub(super) fn floats(&mut self) {
        let (ty, f) = (self.random.pick(&["float", "double"]), self.fresh("f"));
        emit!(self, "{ty} {f} = ({ty}){} / {};", self.name(), self.random.pick(&["2", "3", "4", "0.5f", "8"]));
        for _ in 0..1 + self.random.below(2) {
            match self.random.below(4) {
                0 => emit!(self, "{f} = {f} * {};", self.random.pick(&["1.5", "0.25f", "-2", "3.0"])),
                1 => emit!(self, "{f} = {f} + ({} & 7);", self.name()),
                2 => emit!(self, "if ({f} > {}) {f} = {f} - 1;", self.random.below(5)),
                _ => emit!(self, "{f} = -{f};"),
            }
        }
        let value = match self.random.below(3) {
            0 => format!("{f} < {}", self.random.pick(&["1.5", "2", "0.1f", "-1"])),
            _ => format!("({f} > -1000.0 && {f} < 1000.0) ? (int){f} : -7"),
        };
        self.declare_int(&value);
    }

    pub(super) fn wide(&mut self) {
        let (ty, w) = (self.random.pick(&["__int128", "unsigned __int128"]), self.fresh("w"));
        emit!(self, "{ty} {w} = {};", self.name());
        match self.random.below(3) {
            0 => emit!(self, "{w} = ({w} & 255) << {};", 30 + self.random.below(60)),
            1 => emit!(self, "{w} = ({w} & 65535) * 4294967296 * {};", 1 + self.random.below(1000)),
            _ => emit!(self, "{w} = ~{w};"),
        }
        emit!(self, "{w} = {w} {} {};", self.random.pick(&["+", "-", "^", "/"]), 1 + self.random.below(300));
        let amount = self.random.below(100);
        self.read_into("long", &format!("(long)({w} >> {amount})"));
    }
}
